import { BoundedParser } from './bounded-parser.ts';
import signs from './page-shell-hints.data.json' with { type: 'json' };

/** What of a page's source tells whether its content is there or still to be made by scripts. */
export interface PageShellFeatures {
  /** Characters of text outside scripts, links, navigation, headers and footers; counting ends at `textMax`. */
  readonly proseLength: number;
  /** Characters of all text, hidden text (which streaming frameworks swap in) included; counting ends with `proseLength`. */
  readonly textLength: number;
  /** The first of the visible text. */
  readonly firstText: string;
  readonly noscriptText: string;
  /** Text inside the element that a framework fills; undefined when the page has none. */
  readonly rootTextLength: number | undefined;
  readonly rootSelector: string;
  /** Scripts by address that are not known to be statistics, consent, widgets or old browsers' crutches. */
  readonly scriptUrls: readonly string[];
  readonly inlineScript: string;
  /** Elements that are content without text: images, forms, frames, media. */
  readonly mediaCount: number;
  readonly customElementCount: number;
  readonly isFrameset: boolean;
}

/** A page that shows more than this has content, whatever else it carries. */
export const textMax = 4000;
const chunkLength = 32_768;
/** Within so much source a page has shown what it is. */
const sourceMax = 4_000_000;
const depthMax = 1000;
const inlineScriptMax = 200_000;
const unseen = new Set([
  'script',
  'style',
  'template',
  'title',
  'noscript',
  'svg',
  'head',
  'select',
  'option',
]);
const chrome = new Set(['a', 'nav', 'header', 'footer', 'aside', 'button', 'label']);
const media = new Set([
  'img',
  'picture',
  'video',
  'audio',
  'iframe',
  'embed',
  'object',
  'form',
  'input',
  'textarea',
  'table',
  'article',
  'pre',
]);
const dataTypes = /json|template|html|importmap|speculationrules|x-/i;
const [rootIds, rootTags] = [new Set(signs.rootIds), new Set(signs.rootTags)];

/** Reads the facts in one pass without a tree; a long page is left as soon as it has shown enough text. */
export function extractShellFeatures(html: string): PageShellFeatures {
  const facts = {
    proseLength: 0,
    textLength: 0,
    firstText: '',
    noscriptText: '',
    rootTextLength: undefined as number | undefined,
    rootSelector: '',
    scriptUrls: [] as string[],
    inlineScript: '',
    mediaCount: 0,
    customElementCount: 0,
    isFrameset: false,
  };
  let depth = 0;
  let [unseenDepth, chromeDepth, noscriptDepth, scriptDepth, rootDepth] = [0, 0, 0, 0, 0];
  const parser = new BoundedParser({
    onopentag(name, attributes) {
      depth += 1;
      if (name === 'noscript') noscriptDepth ||= depth;
      if (name === 'script') {
        if (attributes['src'] !== undefined) addBundle(facts.scriptUrls, attributes['src']);
        else if (!dataTypes.test(attributes['type'] ?? '')) scriptDepth = depth;
      }
      if (unseen.has(name)) unseenDepth ||= depth;
      if (chrome.has(name)) chromeDepth ||= depth;
      if (unseenDepth > 0) return;
      if (media.has(name)) facts.mediaCount += 1;
      if (name === 'frameset') facts.isFrameset = true;
      if (name.includes('-')) facts.customElementCount += 1;
      if (rootDepth === 0 && facts.rootTextLength === undefined) {
        facts.rootSelector = rootNameOf(name, attributes);
        if (facts.rootSelector !== '') [rootDepth, facts.rootTextLength] = [depth, 0];
      }
    },
    ontext(piece) {
      if (scriptDepth > 0 && facts.inlineScript.length < inlineScriptMax) facts.inlineScript += piece;
      const text = piece.replace(/[\s\u00a0\u200b]+/g, ' ').trim();
      if (text === '') return;
      if (noscriptDepth > 0) {
        if (facts.noscriptText.length < 2000) facts.noscriptText += `${text.slice(0, 2000)} `;
      } else if (unseenDepth === 0) {
        facts.textLength += text.length;
        if (chromeDepth === 0) facts.proseLength += text.length;
        if (rootDepth > 0) facts.rootTextLength = (facts.rootTextLength ?? 0) + text.length;
        if (facts.firstText.length < 200) facts.firstText += `${text.slice(0, 200)} `;
      }
    },
    onclosetag() {
      if (unseenDepth === depth) unseenDepth = 0;
      if (chromeDepth === depth) chromeDepth = 0;
      if (noscriptDepth === depth) noscriptDepth = 0;
      if (scriptDepth === depth) scriptDepth = 0;
      if (rootDepth === depth) rootDepth = 0;
      depth -= 1;
    },
  });
  // Nesting beyond any real page makes each closing tag cost more: such a page is not looked at further.
  const end = Math.min(html.length, sourceMax);
  for (let at = 0; at < end && facts.proseLength < textMax && depth < depthMax; at += chunkLength) {
    parser.write(html.slice(at, at + chunkLength));
  }
  return facts;
}

function rootNameOf(name: string, attributes: Readonly<Record<string, string>>): string {
  const id = (attributes['id'] ?? '').toLowerCase();
  if (rootIds.has(id)) return `#${id}`;
  if (rootTags.has(name)) return `<${name}>`;
  return signs.rootAttributes.find((attribute) => attribute in attributes && name !== 'html') ?? '';
}

function addBundle(bundles: string[], address: string): void {
  const plain = address.toLowerCase();
  if (bundles.length < 200 && !signs.noise.some((part) => plain.includes(part))) bundles.push(plain);
}

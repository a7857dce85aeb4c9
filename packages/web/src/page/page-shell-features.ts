import { BoundedParser } from '@quern/content/dom/bounded-parser';
import hints from './page-shell-hints.data.json' with { type: 'json' };

/** Features of a page's source that indicate whether its content is present or is created by scripts. */
export interface PageShellFeatures {
  /** Characters of text outside scripts, links, navigation, headers and footers; counted up to `proseLengthMax`. */
  readonly proseLength: number;
  /**
   * Characters of all text, including hidden text, which streaming frameworks move into place. Counted as far as
   * `proseLength`.
   */
  readonly textLength: number;
  /** Beginning of the text, about 200 characters. */
  readonly firstText: string;
  readonly noscriptText: string;
  /** Characters of text inside the element that a framework renders into; undefined if there is no such element. */
  readonly rootTextLength: number | undefined;
  /** Identifies that element in messages: `#id`, `<tag>` or an attribute name; '' if there is none. */
  readonly rootSelector: string;
  /** URLs of scripts other than analytics, consent banners, widgets and polyfills. */
  readonly scriptUrls: readonly string[];
  readonly inlineScript: string;
  /** Number of elements that are content without text: images, forms, frames, media. */
  readonly mediaCount: number;
  readonly customElementCount: number;
  readonly isFrameset: boolean;
}

/** A page with more prose than this has content, whatever else it contains. */
const proseLengthMax = 4000;
const firstTextMax = 200;
const noscriptTextMax = 2000;
const inlineScriptMax = 200_000;
const scriptUrlsMax = 200;
/** Only this much of the source is read, in chunks. */
const sourceLengthMax = 4_000_000;
const chunkLength = 32_768;
/** Deeper nesting makes each closing tag slower; reading stops there, since no real page needs it. */
const depthMax = 1000;
const invisibleTags = new Set('script style template title noscript svg head select option'.split(' '));
const boilerplateTags = new Set('a nav header footer aside button label'.split(' '));
const mediaTags = new Set(
  'img picture video audio iframe embed object form input textarea table article pre'.split(' '),
);
/** Values of a script's `type` attribute that mark data rather than code. */
const dataType = /json|template|html|importmap|speculationrules|x-/i;
const rootIds = new Set(hints.rootIds);
const rootTags = new Set(hints.rootTags);

/** Extracts the features in one pass without a tree; stops as soon as a page has enough prose. */
export function extractShellFeatures(html: string): PageShellFeatures {
  const collector = new ShellFeatureCollector();
  const parser = new BoundedParser(collector);
  const end = Math.min(html.length, sourceLengthMax);
  for (let from = 0; from < end && !collector.isDone; from += chunkLength) {
    parser.write(html.slice(from, from + chunkLength));
  }
  return collector.features;
}

/** Depths of the outermost open elements of some kinds; 0 if none is open. */
interface OpenDepths {
  invisible: number;
  boilerplate: number;
  noscript: number;
  script: number;
  root: number;
}

/** Handles the events of the parser. */
class ShellFeatureCollector {
  readonly features = {
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
  readonly #open: OpenDepths = { invisible: 0, boilerplate: 0, noscript: 0, script: 0, root: 0 };
  #depth = 0;

  get isDone(): boolean {
    return this.features.proseLength >= proseLengthMax || this.#depth >= depthMax;
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const { features } = this;
    const open = this.#open;
    const depth = ++this.#depth;
    if (name === 'noscript') open.noscript ||= depth;
    if (name === 'script') {
      if (attributes['src'] !== undefined) this.#addScriptUrl(attributes['src']);
      else if (!dataType.test(attributes['type'] ?? '')) open.script = depth;
    }
    if (invisibleTags.has(name)) open.invisible ||= depth;
    if (boilerplateTags.has(name)) open.boilerplate ||= depth;
    if (open.invisible > 0) return;
    if (mediaTags.has(name)) features.mediaCount++;
    if (name === 'frameset') features.isFrameset = true;
    if (name.includes('-')) features.customElementCount++;
    if (open.root === 0 && features.rootTextLength === undefined) {
      features.rootSelector = rootSelectorOf(name, attributes);
      if (features.rootSelector !== '') {
        open.root = depth;
        features.rootTextLength = 0;
      }
    }
  }

  ontext(chunk: string): void {
    const { features } = this;
    const open = this.#open;
    if (open.script > 0 && features.inlineScript.length < inlineScriptMax) features.inlineScript += chunk;
    const text = chunk.replace(/[\s\u00a0\u200b]+/g, ' ').trim();
    if (text === '') return;
    if (open.noscript > 0) {
      if (features.noscriptText.length < noscriptTextMax)
        features.noscriptText += `${text.slice(0, noscriptTextMax)} `;
    } else if (open.invisible === 0) {
      features.textLength += text.length;
      if (open.boilerplate === 0) features.proseLength += text.length;
      if (open.root > 0) features.rootTextLength = (features.rootTextLength ?? 0) + text.length;
      if (features.firstText.length < firstTextMax) features.firstText += `${text.slice(0, firstTextMax)} `;
    }
  }

  onclosetag(): void {
    const open = this.#open;
    if (open.invisible === this.#depth) open.invisible = 0;
    if (open.boilerplate === this.#depth) open.boilerplate = 0;
    if (open.noscript === this.#depth) open.noscript = 0;
    if (open.script === this.#depth) open.script = 0;
    if (open.root === this.#depth) open.root = 0;
    this.#depth--;
  }

  #addScriptUrl(src: string): void {
    const url = src.toLowerCase();
    const { scriptUrls } = this.features;
    if (scriptUrls.length < scriptUrlsMax && !hints.noise.some((part) => url.includes(part)))
      scriptUrls.push(url);
  }
}

function rootSelectorOf(name: string, attributes: Readonly<Record<string, string>>): string {
  const id = (attributes['id'] ?? '').toLowerCase();
  if (rootIds.has(id)) return `#${id}`;
  if (rootTags.has(name)) return `<${name}>`;
  return hints.rootAttributes.find((attribute) => attribute in attributes && name !== 'html') ?? '';
}

import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import { decodeHTMLStrict } from 'entities';
import { createDomElement } from '../dom/dom.ts';
import { isBlock, visibleText } from '../dom/elements.ts';

/** Encodings on top of each other; each is decoded. */
const layersMax = 4;
/** Tags from which is decided whether a text is formatted. */
const evidenceMax = 200;
/** Longer texts are cut: they are not metadata. */
const lengthMax = 20_000;

const reference = /&(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[\da-f]{1,6});/gi;
/** Words next to a reference that is mentioned, such as "How to escape &amp; in XML". */
const referenceMention = /\b(?:entit(?:y|ies)|escap(?:e[sd]?|ing)|encod(?:e[sd]?|ing)|ampersands?)\b/i;
/** Words next to a tag that is mentioned, such as "How to use the <br> tag". */
const tagMention =
  /\b(?:x?html\d?|xml|css|javascript|js|jsx|php|tags?|elements?|attributes?|markup|newlines?|balises?|etiquetas?|elementos?)\b|标签|元素|タグ|要素|(?<!\p{L})(?:тег|элемент)/iu;
/** Number of characters before and after a tag where such a word mentions it. */
const mentionBefore = 25;
const mentionAfter = 40;

const inlineTags = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Elements that neither begin a block nor format a text. */
const otherTags = new Set(
  'audio base button canvas embed head html iframe input label link map meta noscript object option script select source style svg textarea title video'.split(
    ' ',
  ),
);
/** Tags that begin a text which was cut before their end. */
const leadingTag = /^(?:p|div|span|strong|b|em|i|h[1-6]|ul|ol|li|section|article|blockquote|center|font)$/;
const tagPattern =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[|\]\]>|<(\/?)([a-z][a-z0-9]*(?::[a-z]+)?)(\s[^<>]*)?\/?>/gi;
/** Tags of page builders. */
const shortcode = /\[\/?(?:vc|et_pb|fusion|av|su|caption|gallery|embed)(?:_\w+)?(?:\s[^[\]]*)?\]/g;
const attributes = /^\s+[\w:@.-]+\s*=/;

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns a text that a page states about itself as people read it: character references and tags of HTML that was
 * encoded once more are resolved, white space is collapsed. What a text mentions stays: "How to use the <br> tag",
 * "List<String>", "a < b", "How to escape &amp; in XML".
 *
 * @returns '' for a text without letters, digits or symbols, and for placeholders such as `{{ title }}` or `undefined`
 */
export function readableText(value: string): string {
  const text = collapseWhitespace(visibleText(withoutMarkup(value.slice(0, lengthMax), stripTags)));
  return /[\p{L}\p{N}\p{So}]/u.test(text) && !isPlaceholder(text) ? text : '';
}

/** Returns the first text that is readable; '' if none is. */
export function firstReadable(values: readonly string[]): string {
  for (const value of values) {
    const text = readableText(value);
    if (text !== '') return text;
  }
  return '';
}

/** Resolves what was encoded twice in a text of any length, whose tags and line breaks are kept. */
export function decodeAgain(text: string): string {
  return withoutMarkup(text, (layer) => layer);
}

/** Whether the tags in a text format it, rather than being its subject. */
export function isMarkup(text: string): boolean {
  const start = text.slice(0, lengthMax);
  return isFormatted(start, readTags(start));
}

/** Decodes a text layer by layer, each of which may be markup. */
function withoutMarkup(value: string, strip: (layer: string) => string): string {
  let text = value.includes('[') ? value.replace(shortcode, ' ') : value;
  for (let layer = 0; layer < layersMax; layer++) {
    const decoded = decodeReferences(strip(text));
    if (decoded === text) break;
    text = decoded;
  }
  return strip(text);
}

function decodeReferences(text: string): string {
  const unescaped = text.includes('\\') ? unescapeText(text) : text;
  if (!unescaped.includes('&')) return unescaped;
  return unescaped.replace(reference, (found, offset: number) => {
    const around = unescaped.slice(
      Math.max(0, offset - mentionBefore),
      offset + found.length + mentionBefore,
    );
    return referenceMention.test(around) ? found : decodeHTMLStrict(found);
  });
}

/** Resolves escapes of JSON and of program code inside words, such as `Caf\u00e9` and `It\'s`. */
function unescapeText(text: string): string {
  return text
    .replace(/(?:\\u[\da-f]{4})+/gi, (found, offset: number) => {
      const isInWord = /[\p{L}\p{N}]/u.test(`${text[offset - 1] ?? ''}${text[offset + found.length] ?? ''}`);
      return isInWord ? found.replace(/\\u(.{4})/g, (_, code) => fromCode(code)) : found;
    })
    .replace(/\\(?=["'])/g, '');
}

function fromCode(hexadecimal: string): string {
  return String.fromCharCode(Number.parseInt(hexadecimal, 16));
}

function readTags(text: string): Tag[] {
  if (!text.includes('<')) return [];
  return [...text.matchAll(tagPattern)].flatMap(({ 0: tag, 1: slash, 2: name = '', 3: rest = '', index }) => {
    const lowerName = name.toLowerCase();
    const isKnown = isFormatting(lowerName) || otherTags.has(lowerName);
    if (name !== '' && !isKnown) return [];
    // `x <b and c> d` compares.
    if (!/^\s*\/?$/.test(rest) && !attributes.test(rest)) return [];
    return [
      { name: lowerName, isEnd: slash === '/', attributes: rest, start: index, end: index + tag.length },
    ];
  });
}

function isFormatting(name: string): boolean {
  return (
    inlineTags.has(name) || /^(?:br|hr|img|picture|[ovw]:.*)$/.test(name) || isBlock(createDomElement(name))
  );
}

function isFormatted(text: string, tags: readonly Tag[]): boolean {
  const evidence = tags.slice(0, evidenceMax);
  const isMentioned = evidence.some(
    ({ name, start, end }) =>
      name !== '' &&
      (tagMention.test(text.slice(Math.max(0, start - mentionBefore), start)) ||
        tagMention.test(text.slice(end, end + mentionAfter))),
  );
  const starts = new Map<string, number>();
  return evidence.some((tag) => {
    const { name, isEnd, start, end } = tag;
    if (name === '') return true;
    if (isEnd) {
      const from = starts.get(name);
      const isPaired = from !== undefined && /[\p{L}\p{N}]/u.test(text.slice(from, start));
      return isFormatting(name) && (isPaired || (from === undefined && !isMentioned));
    }
    if (!starts.has(name)) starts.set(name, end);
    if (isMentioned || !isFormatting(name)) return false;
    const isVoid = name === 'br' || name === 'hr' || name === 'wbr';
    const isStyled = name === 'img' ? /\ssrc\s*=/i.test(tag.attributes) : attributes.test(tag.attributes);
    return (
      isVoid || isStyled || (tag === tags[0] && leadingTag.test(name) && text.slice(0, start).trim() === '')
    );
  });
}

/** Removes the tags of a formatted text, and the content of scripts and styles. */
function stripTags(text: string): string {
  const tags = readTags(text);
  if (!isFormatted(text, tags)) return text;
  const parts: string[] = [];
  let position = 0;
  let dropped: string | undefined;
  for (const { name, isEnd, start, end } of tags) {
    if (dropped === undefined) {
      parts.push(text.slice(position, start), inlineTags.has(name) ? '' : ' ');
      if (!isEnd && (name === 'script' || name === 'style')) dropped = name;
    } else if (isEnd && name === dropped) dropped = undefined;
    position = end;
  }
  if (dropped === undefined) parts.push(text.slice(position));
  // The last tag may have been cut off.
  return parts.join('').replace(/<\/?[a-z][^<>]*$/i, '');
}

const placeholder =
  /^(?:null|undefined|n\/a|nan|\[object object\]|\{\{.*\}\}|\{%.*%\}|<%.*%>|\$\{.*\}|%+[\w-]+%+|\[[a-z_.:-]+\])$/i;

/** Whether a text is a variable that a template did not replace, or a missing value. */
function isPlaceholder(text: string): boolean {
  return placeholder.test(text);
}

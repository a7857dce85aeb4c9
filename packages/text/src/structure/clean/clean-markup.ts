import { decodeHTMLStrict } from 'entities';
import type { CleanTextBuilder } from './clean-text-builder.ts';
import inlineTags from './inline-tags.data.json' with { type: 'json' };

/** Characters without which a text has no inline markup. */
const signPattern = /[*_`[\]<&\\~]|''|\{[#\\]/;

/** Levels of nested markup, such as emphasis in a link. */
const depthMax = 4;

/** Attributes, whose values in quotation marks may contain angle brackets. */
const attributes = (valuesMin: number) =>
  String.raw`\s(?:[^<>"']{0,1000}(?:"[^"]{0,5000}"|'[^']{0,5000}')){${valuesMin},40}[^<>"']{0,1000}`;
/** Name of an element that a script defines. */
const customName = `[a-z][a-z0-9]{0,20}(?:-[a-z0-9]{1,20}){1,4}`;

const address = String.raw`\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}(?:\s{1,3}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'))?\)`;

/** Inline markup of Markdown, wikis and HTML. Lengths are bounded, so that the time is linear. */
const markupPattern = new RegExp(
  [
    // Comments, then tags by their names, and addresses in angle brackets.
    String.raw`<!--[\s\S]{0,5000}?-->`,
    String.raw`</?(?<tag>[a-zA-Z][a-zA-Z0-9]{0,11})(?:${attributes(0)}|\s[^<>]{0,1000})?/?>`,
    // A name with hyphens may also be a placeholder in prose.
    String.raw`(?<custom></${customName}>|<${customName}${attributes(1)}/?>|<(?<element>${customName})>(?=[^<>]{0,500}</\k<element>>))`,
    String.raw`<(?<auto>(?:https?://|mailto:)[^\s<>]{1,1000})>`,
    String.raw`(?<entity>&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});)`,
    String.raw`(?<escape>\\[!"#$&'*+\-.:;<>@_\x60|~[\]])`,
    '(?<ticks>`{1,3})(?!`)(?<code>[^`]{1,500})\\k<ticks>(?!`)',
    String.raw`(?<image>!\[(?:[^[\]]|\[[^[\]]{0,100}\]){0,500}\]${address})`,
    String.raw`\[(?<label>(?:[^[\]]|!?\[[^[\]]{0,200}\](?:\([^()\s]{0,500}\))?){1,500})\](?:${address}|(?<reference>\[[^[\]\n]{0,100}\]))`,
    String.raw`\[\[(?:[^[\]|\n]{1,200}\|)?(?<wiki>[^[\]|\n]{1,200})\]\]`,
    // Footnote references directly after a word or a mark.
    String.raw`(?<note>\[\^[\w-]{1,50}\]|(?<=[\p{L}.,;:!?)”"»]|\[\d{1,3}\])\[(?:\d{1,3}|[a-z]|citation needed|note \d{1,2})\])`,
    String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}*_])(?<strong>\*\*\*|\*\*|~~|'''|'')(?=[^\s*~'])(?<bold>[^*~]{0,399}?[^\s*~])\k<strong>(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}*_\\])\*(?=[^\s*])(?<star>[^*]{0,299}?[^\s*])\*(?![\p{L}\p{N}*])`,
    String.raw`(?<![\p{L}\p{N}_\\/])(?<bars>__?)(?=[^\s_])(?<line>[^_]{0,199}?[^\s_])\k<bars>(?![\p{L}\p{N}_])`,
    // Formulas as the plain text of Wikipedia has them, after their characters.
    String.raw`(?<formula>\{\\displaystyle(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]{0,200}\}){0,200}\}){0,200}\}){0,500}\})`,
    String.raw`(?<anchor>\{#[\w-]{1,100}\})`,
  ].join('|'),
  'gu',
);

const tags: ReadonlySet<string> = new Set(inlineTags);

/**
 * Adds a part of a source without its inline markup. Signs that have another meaning in prose are kept: `2 * 3`,
 * `snake_case`, a single asterisk, an angle bracket that begins no tag.
 *
 * @param depth levels of markup around the part
 */
export function addCleanMarkup(
  builder: CleanTextBuilder,
  source: string,
  startIndex: number,
  endIndex: number,
  depth = 0,
): void {
  const part = source.slice(startIndex, endIndex);
  if (depth > depthMax || !signPattern.test(part)) {
    builder.add(startIndex, endIndex);
    return;
  }
  let end = startIndex;
  for (const found of part.matchAll(markupPattern)) {
    const at = startIndex + found.index;
    const content = contentOf(found);
    if (content === undefined) continue;
    builder.add(end, at);
    end = at + found[0].length;
    if (typeof content === 'string') builder.addDecoded(content);
    else if (content.isLiteral) builder.add(at + content.offset, at + content.offset + content.length);
    else {
      const contentStart = at + content.offset;
      addCleanMarkup(builder, source, contentStart, contentStart + content.length, depth + 1);
    }
  }
  builder.add(end, endIndex);
}

interface Content {
  readonly offset: number;
  readonly length: number;
  readonly isLiteral: boolean;
}

/** @returns what remains of markup: a part of it or decoded characters; undefined if it is not markup */
function contentOf({ 0: whole, groups = {} }: RegExpExecArray): Content | string | undefined {
  const inner = (text: string, offset: number, isLiteral = false) => ({
    offset,
    length: text.length,
    isLiteral,
  });
  const { tag, auto, entity, escape: escaped, ticks, code, label, reference, wiki } = groups;
  const { strong, bold, star, bars, line } = groups;
  if (tag !== undefined)
    return tags.has(tag.toLowerCase()) ? (tag.toLowerCase() === 'br' ? ' ' : '') : undefined;
  if (auto !== undefined) return inner(auto, 1, true);
  if (entity !== undefined) {
    const decoded = decodeHTMLStrict(entity);
    return decoded === entity ? undefined : decoded;
  }
  if (escaped !== undefined) return inner(escaped.slice(1), 1, true);
  if (code !== undefined) return inner(code, ticks?.length ?? 1, true);
  // The name of a commit is no word.
  if (label !== undefined && /^`?(?=[a-f]*\d)[\da-f]{7,40}`?$/.test(label)) return '';
  // Two citations in a row are no link.
  if (label !== undefined)
    return reference === undefined || /\p{L}/u.test(label) ? inner(label, 1) : undefined;
  if (wiki !== undefined) return inner(wiki, whole.length - 2 - wiki.length);
  if (bold !== undefined) return hasLetter(bold) ? inner(bold, strong?.length ?? 2) : undefined;
  if (star !== undefined) return hasLetter(star) ? inner(star, 1) : undefined;
  if (line !== undefined) return isEmphasized(line, bars) ? inner(line, bars?.length ?? 1) : undefined;
  return '';
}

function hasLetter(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Two underscores around one name belong to it, as in Python. */
function isEmphasized(text: string, bars: string | undefined): boolean {
  return hasLetter(text) && !(bars === '__' && /^[a-z]+$/.test(text));
}

/** Stands for the first character of a covered range. */
export const coverMark = '\ue000';

/** Syntax inside text that CommonMark does not know: formulas, placeholders of templates, and the labels of alerts. */
const opaquePattern = new RegExp(
  [
    /(?<!\\)\$\$(?:(?!\n[ \t>]*\n)[^`]){1,4000}?\$\$/u,
    /(?<![\\$\p{L}\p{N}])\$(?![\s$])(?:[^$\n\\`]|\\.){1,300}?(?<!\s)\$(?![\p{L}\p{N}$])/u,
    /\{\{[^{}\n]{0,300}\}\}|\{%[^\n%]{0,300}%\}|\{#[^{}\n]{1,100}\}/u,
    /(?<!\\)\$?\{(?:[^{}\n]|\{[^{}\n]{0,100}\}){1,300}\}/u,
    /(?<=^[ \t>]{0,20})\[![A-Z]{3,12}\][+-]?(?=[ \t]+\S)/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gimu',
);

/** Signs that distinguish a formula from two amounts of money. */
const formulaSign = /[\\^_=+{}<>|]/;

/** A text in which ranges that are not Markdown are covered. */
export interface CoveredText {
  /** The text with letters in place of the ranges, so that each is read as one word. All offsets are valid in it. */
  readonly text: string;
  /** The ends of the ranges by their starts, where `text` has `coverMark`. */
  readonly ends: ReadonlyMap<number, number>;
}

/** Covers the parts of a document that must not be read as Markdown, although CommonMark does so. */
export function coverOpaqueRanges(markdown: string): CoveredText {
  const ends = new Map<number, number>();
  const text = markdown.replace(opaquePattern, (found: string, index: number) => {
    if (isMoney(found)) return found;
    ends.set(index, index + found.length);
    return coverMark + found.slice(1).replace(/[^\s>]/g, 'X');
  });
  return { text, ends };
}

/** Whether the text between two dollar signs is prose or markup rather than a formula. */
function isMoney(found: string): boolean {
  if (!found.startsWith('$') || found.startsWith('$$') || found.startsWith('${')) return false;
  const content = found.slice(1, -1);
  return content.includes('](') || (/\s/.test(content) && !formulaSign.test(content));
}

import type { TextRange } from '@quern/text/span';

/** YAML or TOML at the start of a document. */
const frontMatterPattern =
  /^(?:---[ \t]*\r?\n(?:[\s\S]*?\n)?(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n(?:[\s\S]*?\n)?\+\+\+)[ \t]*(?=\r?\n|$)/;

/**
 * Syntax that CommonMark does not know: formulas, placeholders of templates, the fences of containers, imports of
 * MDX, the labels of alerts, and the marker of a table of contents.
 */
const protectedPattern = new RegExp(
  [
    /(?<!\\)\$\$(?:(?!\n[ \t>]*\n)[^`]){1,4000}?\$\$/u,
    /(?<![\\$\p{L}\p{N}])\$(?![\s$])(?:[^$\n\\`]|\\.){1,300}?(?<!\s)\$(?![\p{L}\p{N}$])/u,
    /\{\{[^{}\n]{0,300}\}\}|\{%[^\n%]{0,300}%\}|\{#[^{}\n]{1,100}\}/u,
    /\$?\{(?:[^{}\n]|\{[^{}\n]{0,100}\}){1,300}\}/u,
    /(?<=^[ \t>]{0,20}):::[^\n]*/u,
    /^import\s[^\n]{1,200}\sfrom\s['"][^\n]*/u,
    /\[![A-Z]{3,12}\][+-]?|\[\[?_?toc_?\]?\]/iu,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gimu',
);

/** Signs that tell a formula from two amounts of money. */
const formulaSign = /[\\^_=+{}<>|]/;

/**
 * Finds the parts of a Markdown document that must not be parsed or translated although CommonMark would read them as
 * text.
 *
 * @returns ranges in order that do not overlap
 */
export function findProtectedRanges(markdown: string): TextRange[] {
  const frontMatter = frontMatterPattern.exec(markdown)?.[0].length ?? 0;
  const ranges = frontMatter > 0 ? [{ startIndex: 0, endIndex: frontMatter }] : [];
  for (const { 0: found, index } of markdown.matchAll(protectedPattern)) {
    if (index < frontMatter || isMoney(found)) continue;
    ranges.push({ startIndex: index, endIndex: index + found.length });
  }
  return ranges;
}

/** Whether the text between two dollar signs is prose or markup rather than a formula. */
function isMoney(found: string): boolean {
  if (!found.startsWith('$') || found.startsWith('$$') || found.startsWith('${')) return false;
  const content = found.slice(1, -1);
  return content.includes('](') || (/\s/.test(content) && !formulaSign.test(content));
}

/**
 * Replaces protected ranges by letters, so that a parser reads each as one word. All offsets remain valid.
 *
 * @param ranges ranges of `findProtectedRanges`
 */
export function coverRanges(markdown: string, ranges: readonly TextRange[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const range of ranges) {
    parts.push(markdown.slice(end, range.startIndex));
    const covered = markdown.slice(range.startIndex, range.endIndex);
    parts.push(range.startIndex === 0 && /^[-+]/.test(covered) ? blank(covered) : cover(covered));
    end = range.endIndex;
  }
  return [...parts, markdown.slice(end)].join('');
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');
const cover = (text: string): string => text.replace(/[^\s>]/g, 'X');

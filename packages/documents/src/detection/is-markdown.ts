import { readFrontMatter } from '@quern/text/front-matter';

/** Longer lines and files show nothing more. */
const linesMax = 3000;

/** Lines of programs and settings, in which `#` begins a comment and asterisks are pointers. */
const codeLine =
  /^\s*(?:import|from|def|class|function|const|let|var|return|public|private|static|package|using|namespace|export|fn|func|elif|else|fi|done|echo|set|#include|#define|#!|@\w+)\b.*[^.]$|[;{}]\s*$|^\s*[\w.-]+\s*[=:]\s*\S*\s*$|^\[[\w.-]+\]$/;
const codeShareMax = 0.3;

const sentence = /^\S.{20,}[.!?:)]["”*_`]*$/;

/** Signs that other texts seldom have. */
const signs: readonly RegExp[] = [
  // Inline and reference links, and images.
  /!?\[[^\]\n]{1,500}\]\((?:https?:|mailto:|\/|\.|#|<)?[^\s()]{1,1000}(?:\s+"[^"\n]{0,300}")?\)|^\[[^\]\n]{1,200}\]:\s+\S+/,
  /^(?:```|~~~)[\w+#.-]*\s*$/,
  /^\s*\|?\s*:?-{3,}:?\s*(?:\|\s*:?-{3,}:?\s*)+\|?\s*$|^\s*\|\s*:?-{1,}:?\s*\|/,
  /(?:^|[\s(])(?:\*\*|__)[^\s*_][^*_\n]{0,300}(?:\*\*|__)(?=$|[\s.,;:!?)])/,
  /(?:^|[\s(])`[^`\n]{1,200}`(?=$|[\s.,;:!?)])/,
  /^\s{0,3}(?:[-*+]|\d{1,3}[.)]) \S/,
  /^> \S/,
  /^\[\^[\w-]+\]:/,
];
/** Position of the sign of a list item, which plain texts have too. */
const itemSign = 5;

/**
 * Whether a text is Markdown: it begins with front matter, or has headings or other marks of several kinds, and is neither
 * a program nor a file of settings.
 */
export function isMarkdown(text: string): boolean {
  if (readFrontMatter(text) !== undefined) return true;
  const lines = text.split(/\r?\n/, linesMax).map((line) => line.slice(0, 2000));
  const outside = withoutFences(lines);
  const filled = outside.filter((line) => line.trim() !== '');
  if (filled.length === 0) return false;
  if (filled.filter((line) => codeLine.test(line)).length > filled.length * codeShareMax) return false;
  const found = signs.map((sign) => lines.some((line) => sign.test(line)));
  const kinds = found.filter((isFound, index) => isFound && index !== itemSign).length;
  const headings = countHeadings(outside);
  if (headings > 0 && (kinds > 0 || found[itemSign] === true || headings > 1))
    return filled.some((line) => sentence.test(line)) || kinds > 0 || found[itemSign] === true;
  if (headings > 0) return filled.some((line) => sentence.test(line));
  return kinds >= 2 || hasTable(lines);
}

function hasTable(lines: readonly string[]): boolean {
  return lines.some(
    (line, index) =>
      /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line) && (lines[index - 1] ?? '').trimStart().startsWith('|'),
  );
}

function withoutFences(lines: readonly string[]): string[] {
  let isInFence = false;
  return lines.filter((line) => {
    const isFence = /^\s{0,3}(?:```|~~~)/.test(line);
    if (isFence) isInFence = !isInFence;
    return !isFence && !isInFence;
  });
}

/** Headings have blank lines around them, unlike comments. */
function countHeadings(lines: readonly string[]): number {
  const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';
  return lines.filter((line, index) => {
    const before = lines[index - 1];
    if (/^#{1,6} \S/.test(line)) return isBlank(before) && isBlank(lines[index + 1]);
    // Underlined headings.
    return (
      /^(?:={3,}|-{3,})\s*$/.test(line) &&
      !isBlank(before) &&
      isBlank(lines[index - 2]) &&
      isBlank(lines[index + 1])
    );
  }).length;
}

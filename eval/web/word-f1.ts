/** Words in lower case: runs of letters and digits. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words a reader of rendered Markdown sees: no addresses, no image descriptions, no escapes. */
export function splitMarkdownWords(markdown: string): string[] {
  const text = markdown
    .replace(/!\[(?:\\.|[^\]\\])*\]\((?:\\.|[^()\\]|\([^()]*\))*\)/g, ' ')
    .replace(/\]\((?:<[^>]*>|(?:\\.|[^()\\]|\([^()]*\))*)\)/g, ']')
    .replace(/<(https?:[^>]*)>/g, '$1')
    .replace(/^ *```\w*$/gm, ' ')
    .replace(/<br>|&nbsp;|&#x20;/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    // Emphasis inside of a word does not part it.
    .replace(/(?<=\w)\*+(?=\w)/g, '');
  return splitWords(text);
}

/** Harmonic mean of precision and recall over words as a multiset; two empty texts agree. */
export function wordF1(answer: readonly string[], gold: readonly string[]): number {
  if (answer.length === 0 || gold.length === 0) return answer.length === gold.length ? 1 : 0;
  return (2 * multisetOverlap(answer, gold)) / (answer.length + gold.length);
}

/** How many items two lists have in common, as multisets. */
export function multisetOverlap(answer: readonly string[], gold: readonly string[]): number {
  const left = new Map<string, number>();
  for (const item of gold) left.set(item, (left.get(item) ?? 0) + 1);
  let common = 0;
  for (const item of answer) {
    const rest = left.get(item) ?? 0;
    if (rest === 0) continue;
    left.set(item, rest - 1);
    common++;
  }
  return common;
}

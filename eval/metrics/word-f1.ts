/** Words in lower case: runs of letters and digits. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words that a reader of rendered Markdown sees, without link targets, image descriptions and escapes. */
export function splitMarkdownWords(markdown: string): string[] {
  const text = markdown
    .replace(/!\[(?:\\.|[^\]\\])*\]\((?:\\.|[^()\\]|\([^()]*\))*\)/g, ' ')
    .replace(/\]\((?:<[^>]*>|(?:\\.|[^()\\]|\([^()]*\))*)\)/g, ']')
    .replace(/<(https?:[^>]*)>/g, '$1')
    .replace(/^ *```\w*$/gm, ' ')
    .replace(/<br>|&nbsp;|&#x20;/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    // Emphasis inside a word does not split it.
    .replace(/(?<=\w)\*+(?=\w)/g, '');
  return splitWords(text);
}

/** Harmonic mean of precision and recall over words as multisets; 1 for two empty texts. */
export function wordF1(predicted: readonly string[], gold: readonly string[]): number {
  if (predicted.length === 0 || gold.length === 0) return predicted.length === gold.length ? 1 : 0;
  return (2 * multisetOverlap(predicted, gold)) / (predicted.length + gold.length);
}

/** Number of items that two lists share, as multisets. */
export function multisetOverlap(left: readonly string[], right: readonly string[]): number {
  const unmatched = new Map<string, number>();
  for (const item of right) unmatched.set(item, (unmatched.get(item) ?? 0) + 1);
  let common = 0;
  for (const item of left) {
    const rest = unmatched.get(item) ?? 0;
    if (rest === 0) continue;
    unmatched.set(item, rest - 1);
    common++;
  }
  return common;
}

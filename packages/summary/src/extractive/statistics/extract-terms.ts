/** Runs of letters and digits. */
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts written without spaces between words. */
const unspacedPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const unspacedPatterns = new RegExp(unspacedPattern, 'gu');
const wordLengthMax = 40;

/** Number of characters of scripts that are written without spaces between words. */
export function countUnspaced(text: string): number {
  return text.match(unspacedPatterns)?.length ?? 0;
}

/**
 * Extracts the terms of a sentence in lower case, to compare sentences in any language: words, or pairs of adjacent
 * characters in scripts written without spaces.
 */
export function extractTerms(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(wordPattern)) {
    if (!unspacedPattern.test(word)) {
      terms.push(word.slice(0, wordLengthMax));
      continue;
    }
    const characters = [...word];
    if (characters.length === 1) terms.push(word);
    for (let index = 0; index + 1 < characters.length; index++) {
      terms.push(`${characters[index]}${characters[index + 1]}`);
    }
  }
  return terms;
}

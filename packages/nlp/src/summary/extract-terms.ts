/** Runs of letters and digits; scripts written without spaces are taken apart into pairs of characters. */
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
const unspacedPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordLengthMax = 40;

/** The terms of a sentence in small letters, for comparing sentences in any language. */
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

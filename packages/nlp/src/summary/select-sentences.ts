/** A third of a text is the most a summary takes, however much room it is given. */
const shareMax = 3;

/** How many sentences a summary has when nothing limits its length: a fifth of them, one to ten. */
export function defaultSentenceCount(sentences: number): number {
  return Math.min(Math.max(Math.round(sentences / 5), 1), 10, sentences);
}

/** How many it may have when it fills the room it was given. */
export function sentenceCountMax(sentences: number): number {
  return Math.max(defaultSentenceCount(sentences), Math.ceil(sentences / shareMax));
}

/**
 * The best sentences, at most `count`, whose joined length stays within `maxLength`: best first, skipping what
 * does not fit and what repeats three words in a row of one already chosen (Paulus et al. 2018).
 */
export function selectSentences(
  sentences: readonly { readonly text: string; readonly terms: readonly string[]; readonly score: number }[],
  { count, maxLength, joinerLength }: { count: number; maxLength: number; joinerLength: number },
): number[] {
  const order = sentences.map((_, index) => index);
  order.sort((left, right) => (sentences[right]?.score ?? 0) - (sentences[left]?.score ?? 0) || left - right);
  const seen = new Set<string>();
  const chosen: number[] = [];
  let length = -joinerLength;
  for (const index of order) {
    if (chosen.length >= count) break;
    const sentence = sentences[index];
    if (!sentence || length + joinerLength + sentence.text.length > maxLength) continue;
    const trigrams = trigramsOf(sentence.terms);
    if (trigrams.some((trigram) => seen.has(trigram))) continue;
    for (const trigram of trigrams) seen.add(trigram);
    chosen.push(index);
    length += joinerLength + sentence.text.length;
  }
  return chosen.sort((left, right) => left - right);
}

/** Short sentences are their own trigram, so that they too are not said twice. */
function trigramsOf(terms: readonly string[]): string[] {
  if (terms.length < 3) return [terms.join(' ')];
  return terms.slice(2).map((term, index) => `${terms[index]} ${terms[index + 1]} ${term}`);
}

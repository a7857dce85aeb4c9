/** Subtracted from the score of a sentence for each term that it has less than this number. */
const brevityPenalty = 0.3;
const typicalTermsMin = 9;
const questionPenalty = 0.25;
/** Sentences of this length and more are hard to read, UTF-16 code units. */
const longLength = 420;
const lengthPenalty = 0.3;

/**
 * Returns what is subtracted from the score of a sentence because it reads badly in a summary: scores learned from shared
 * words favor short general statements, and know nothing of unanswered questions.
 *
 * @param termCount number of its terms
 */
export function readabilityPenalty(sentence: string, termCount: number): number {
  let penalty = brevityPenalty * Math.max(0, typicalTermsMin - termCount);
  if (/[?？؟]["”’»)]*$/u.test(sentence)) penalty += questionPenalty;
  if (sentence.length >= longLength) penalty += lengthPenalty;
  return penalty;
}

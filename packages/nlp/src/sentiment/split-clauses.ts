import contrastWords from './contrast-words.data.json' with { type: 'json' };

const contrastPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?=(?:${Object.values(contrastWords).flat().join('|')})(?![\\p{L}\\p{N}]))`,
  'iu',
);
/** Further contrast words do not split; a sentence with more clauses is hardly a sentence. */
const clausesMax = 4;

/**
 * Splits a sentence before contrast words ("but", "aber", "mais").
 *
 * @returns the clauses, or [] if there is only one
 */
export function splitClauses(sentence: string): string[] {
  const parts = sentence.split(contrastPattern);
  const clauses = [...parts.slice(0, clausesMax - 1), parts.slice(clausesMax - 1).join('')];
  // A later clause begins with its contrast word, so it needs letters after that word.
  const complete = clauses.filter((clause, at) => (at === 0 ? /\p{L}/u : /\p{L}\P{L}+\p{L}/u).test(clause));
  return complete.length < 2 ? [] : complete;
}

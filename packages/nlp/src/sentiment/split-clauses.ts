import contrasts from './contrast-words.data.json' with { type: 'json' };

const contrastPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?=(?:${Object.values(contrasts).flat().join('|')})(?![\\p{L}\\p{N}]))`,
  'iu',
);
/** More turns than a sentence takes are no sentence; the rest stays one clause. */
const clausesMax = 4;

/** The clauses of a sentence that turns, split before "but" and its kin; empty where there is only one. */
export function splitClauses(sentence: string): string[] {
  const parts = sentence.split(contrastPattern);
  const clauses = [...parts.slice(0, clausesMax - 1), parts.slice(clausesMax - 1).join('')];
  // Each but the first begins with the word that turns it, which alone says nothing.
  const said = clauses.filter((clause, at) => (at === 0 ? /\p{L}/u : /\p{L}\P{L}+\p{L}/u).test(clause));
  return said.length < 2 ? [] : said;
}

import type { TextRange } from '@quern/text/span';
import words from './compression-words.data.json' with { type: 'json' };
import { perLanguage } from './language-patterns.ts';

interface AsidePatterns {
  readonly attribution: RegExp;
  /** At the end of the words before an aside. */
  readonly conjunction: RegExp;
  readonly clause: RegExp;
  readonly verb: RegExp;
}

/** Longest aside in UTF-16 code units. */
const asideLengthMax = 140;
/** Longest conjunction or verb that is recognized, in UTF-16 code units. */
const wordLengthMax = 30;

/**
 * Finds what stands between two commas and can be left out with them: who said so, and relative clauses without numbers in languages whose commas
 * mark those that only add something. What follows has to be a finite verb, which the aside separates from its subject, or the aside follows a
 * conjunction: then its second comma is its end.
 *
 * @param language primary language subtag
 */
export function findAsides(sentence: string, language: string): TextRange[] {
  const patterns = patternsOf(language);
  // A quotation may begin or end within an aside.
  if (patterns === undefined || /["“”„«»「」]/u.test(sentence)) return [];
  const commas = [...sentence.matchAll(/,\s/gu)].map(({ index }) => index);
  const found: TextRange[] = [];
  for (const [at, startIndex] of commas.entries()) {
    const end = commas[at + 1];
    if (end === undefined || end - startIndex > asideLengthMax) continue;
    if (startIndex < (found.at(-1)?.endIndex ?? 0)) continue;
    const aside = sentence.slice(startIndex + 2, end);
    if (/[:;\p{N}]/u.test(aside)) continue;
    const before = sentence.slice(Math.max(0, startIndex - wordLengthMax), startIndex);
    const isBeforeVerb = patterns.verb.test(sentence.slice(end + 2, end + 2 + wordLengthMax));
    // After another comma, one of those of a relative clause may belong to what is before it.
    const isLeftOut = patterns.attribution.test(aside)
      ? isBeforeVerb || patterns.conjunction.test(before)
      : at === 0 && isBeforeVerb && patterns.clause.test(aside);
    if (isLeftOut) found.push({ startIndex, endIndex: end + 1 });
  }
  return found;
}

interface AsideWords {
  /** Patterns of whole asides. */
  readonly attributions: readonly string[];
  readonly conjunctions: readonly string[];
  /** Words by which relative clauses begin; none if their commas say nothing about their kind. */
  readonly relatives: readonly string[];
  /** Finite verbs of main clauses. */
  readonly verbs: readonly string[];
}

const patternsOf = perLanguage<AsideWords, AsidePatterns>(
  words.asides,
  ({ attributions, conjunctions, relatives, verbs }) => ({
    attribution: new RegExp(`^(?:${attributions.join('|')})$`, 'u'),
    conjunction: new RegExp(`(?<![\\p{L}])(?:${conjunctions.join('|')})$`, 'u'),
    clause: relatives.length === 0 ? /(?!)/u : new RegExp(`^(?:${relatives.join('|')})\\s`, 'u'),
    verb: new RegExp(`^(?:${verbs.join('|')})(?![\\p{L}'’-])`, 'u'),
  }),
);

import { isContentTerm, isSameStem, readWords } from '../words/terms.ts';
import { findNegations, type Negations } from './find-negations.ts';

/** Share of the terms around a negation that have to occur in the other sentence for both to speak of the same thing. */
const sameScopeMin = 0.5;

/** A sentence and its language (BCP 47). */
export interface LanguageSentence {
  readonly text: string;
  readonly language: string;
}

/**
 * Finds a negation that a summary sentence adds to or drops from the sentences that support it.
 *
 * @param sources supporting sentences, best first
 * @param isSameLanguage whether words can be compared; otherwise only the presence of negations is
 */
export function findNegationProblem(
  summary: LanguageSentence,
  sources: readonly LanguageSentence[],
  isSameLanguage: boolean,
): 'added' | 'dropped' | undefined {
  if (sources.length === 0) return undefined;
  const own = findNegations(summary.text, summary.language);
  const others = sources.map(({ text, language }) => findNegations(text, language));
  if (own.scopes.length > 0) {
    if (others.some((other, index) => mayNegate(other, own, sources[index]?.text ?? '', isSameLanguage)))
      return undefined;
    return !isSameLanguage || isAsserted(own, sources) ? 'added' : undefined;
  }
  const known = termsOf(sources[0]?.text ?? '');
  // "Refused" may stand for "did not agree", but not if the source has it too, as in "did not refuse".
  if (own.weak.some((word) => !hasStem(known, word))) return undefined;
  if (!isSameLanguage) return others.every(({ scopes }) => scopes.length > 0) ? 'dropped' : undefined;
  return isNegationDropped(summary, sources, others) ? 'dropped' : undefined;
}

/** Whether a sentence negates something that a summary's negation may be about. */
function mayNegate(
  { scopes, weak }: Negations,
  own: Negations,
  sentence: string,
  isSameLanguage: boolean,
): boolean {
  if (!isSameLanguage || (scopes.length === 0 && weak.length === 0)) return scopes.length + weak.length > 0;
  // "Still" or "only" elsewhere in the text is no negation of this.
  const terms = termsOf(sentence);
  return own.scopes.some((scope) => isNearScope(scope, terms));
}

/** Whether one of the sentences asserts what the summary negates. A negation in other words is no contradiction. */
function isAsserted({ scopes }: Negations, sources: readonly LanguageSentence[]): boolean {
  return sources.some(({ text }) => {
    const terms = termsOf(text);
    return scopes.some((scope) => isNearScope(scope, terms) && shareOf(scope, terms) >= sameScopeMin);
  });
}

/** Whether one of the two words next to a negation is among the terms. */
function isNearScope(scope: readonly string[], terms: ReadonlySet<string>): boolean {
  return scope.slice(0, 2).some((term) => hasStem(terms, term));
}

/** The best sentence negates what the summary asserts, and no other sentence asserts it. */
function isNegationDropped(
  summary: LanguageSentence,
  sources: readonly LanguageSentence[],
  negations: readonly Negations[],
): boolean {
  const terms = termsOf(summary.text);
  const [best] = negations;
  const scope = best?.scopes.find((each) => shareOf(each, terms) >= sameScopeMin && each.length > 0);
  if (scope === undefined) return false;
  const isContrasted = isAssertedToo(scope, sources[0]?.text ?? '');
  const isElsewhere = sources.some(({ text }, index) => {
    const others = negations[index];
    return others?.scopes.length === 0 && shareOf(scope, termsOf(text)) >= sameScopeMin;
  });
  return isNearScope(scope, terms) && !isContrasted && !isElsewhere;
}

/** Whether a sentence has what it negates without the negation too: "with sleep loss or with no sleep loss". */
function isAssertedToo(scope: readonly string[], sentence: string): boolean {
  const near = scope.slice(0, 2);
  const terms = readWords(sentence).map(({ term }) => term);
  return near.length === 2 && near.every((term) => terms.filter((other) => other === term).length > 1);
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(readWords(text).flatMap(({ term }) => (isContentTerm(term) ? [term] : [])));
}

function shareOf(scope: readonly string[], terms: ReadonlySet<string>): number {
  return scope.length === 0 ? 0 : scope.filter((term) => hasStem(terms, term)).length / scope.length;
}

function hasStem(terms: ReadonlySet<string>, wanted: string): boolean {
  return terms.has(wanted) || [...terms].some((term) => isSameStem(term, wanted));
}

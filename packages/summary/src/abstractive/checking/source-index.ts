import { extractFacts } from './facts/extract-facts.ts';
import type { Fact } from './facts/fact.ts';
import { NameIndex } from './names/match-names.ts';
import type { SourceSentence } from './source-sentences.ts';
import { isContentTerm, readWords } from './words/terms.ts';

/** A source sentence that supports a summary sentence. */
export interface Support {
  readonly index: number;
  /** Share of the summary sentence's terms that this sentence adds, by weight, 0..1. */
  readonly share: number;
}

/** Sentences that support one sentence of a summary at most. */
const supportMax = 4;
/** Smallest share of a sentence's terms that is worth another supporting sentence. */
const addedShareMin = 0.06;
/** Terms that a supporting sentence has to share, so that a number alone does not make it one. */
const sharedTermsMin = 2;

/** Sentences at the beginning of a text that may have its date. */
const openingSentences = 3;

/** Dates at the beginning of a text. */
interface Opening {
  readonly dates: readonly Fact[];
  /** The first whole one, which is the day of the text if it has relative dates. */
  readonly writtenOn: Date | undefined;
}

/** Further sentences whose numbers and dates count. */
const relatedMax = 12;

/** Words of a sentence up to which it belongs to the one before it. */
const continuationWordsMax = 7;

/** The sentences of a text by their terms. Facts are extracted when needed. */
export class SourceIndex {
  readonly sentences: readonly SourceSentence[];
  readonly language: string;
  readonly names: NameIndex;
  readonly text: string;
  readonly #terms: readonly ReadonlySet<string>[];
  readonly #postings = new Map<string, number[]>();
  readonly #facts = new Map<number, Promise<Fact[]>>();
  #opening: Promise<Opening> | undefined;

  /** @param language BCP 47 tag of the text */
  constructor(sentences: readonly SourceSentence[], language: string, title: string) {
    this.sentences = sentences;
    this.language = language;
    this.text = `${title}\n${sentences.map((sentence) => sentence.text).join(' ')}`;
    this.names = new NameIndex(this.text, language);
    this.#terms = sentences.map(({ text }) => new Set(readWords(text).map(({ term }) => term)));
    for (const [index, terms] of this.#terms.entries()) {
      for (const term of terms) {
        const postings = this.#postings.get(term);
        if (postings === undefined) this.#postings.set(term, [index]);
        else postings.push(index);
      }
    }
  }

  /** Numbers and dates of a sentence. */
  factsOf(index: number): Promise<Fact[]> {
    const known = this.#facts.get(index);
    if (known !== undefined) return known;
    const facts = this.openingDates().then(({ writtenOn }) =>
      extractFacts(this.sentences[index]?.text ?? '', this.language, writtenOn),
    );
    this.#facts.set(index, facts);
    return facts;
  }

  /** Dates at the beginning, which often apply to the whole text. */
  openingDates(): Promise<Opening> {
    this.#opening ??= this.#readOpening();
    return this.#opening;
  }

  async #readOpening(): Promise<Opening> {
    const opening = this.sentences.slice(0, openingSentences);
    const facts = await Promise.all(opening.map(({ text }) => extractFacts(text, this.language)));
    const dates = facts.flat().filter((fact) => fact.kind === 'date' && fact.other === undefined);
    for (const fact of dates) {
      if (fact.kind !== 'date') continue;
      const { year, month, day } = fact;
      if (year === undefined || month === undefined || day === undefined) continue;
      return { dates, writtenOn: new Date(Date.UTC(year, month - 1, day)) };
    }
    return { dates, writtenOn: undefined };
  }

  /** Weight of a term: rare ones say more (inverse document frequency, Spärck Jones 1972). */
  weightOf(term: string): number {
    const frequency = this.#postings.get(term)?.length ?? 0;
    const weight = Math.log(1 + this.sentences.length / (1 + frequency));
    return isContentTerm(term) ? Math.max(weight, 0.3) : 0.1;
  }

  /**
   * Selects the sentences that together have as many of the terms of a summary sentence as possible, best first: greedily,
   * each for the terms that those before it lack.
   */
  findSupport(sentence: string): Support[] {
    const wanted = new Map(
      [...new Set(readWords(sentence).map(({ term }) => term))].map((term) => [term, this.weightOf(term)]),
    );
    const total = [...wanted.values()].reduce((sum, weight) => sum + weight, 0);
    const missing = new Map(wanted);
    const found: Support[] = [];
    while (found.length < supportMax) {
      const best = this.#findBest(missing, wanted, found);
      if (best === undefined || total === 0) break;
      const share = best.score / total;
      if (found.length > 0 && share < addedShareMin) break;
      found.push({ index: best.index, share });
      for (const term of this.#terms[best.index] ?? []) missing.delete(term);
    }
    return found;
  }

  /**
   * Returns the sentences that share at least two content terms with a summary sentence, or one and are next to a
   * supporting sentence; those with most first, without the supporting ones.
   */
  findRelated(sentence: string, supports: readonly Support[]): number[] {
    const near = new Set(supports.flatMap(({ index }) => [index - 1, index + 1]));
    const shared = new Map<number, number>();
    for (const term of new Set(readWords(sentence).map((word) => word.term))) {
      if (!isContentTerm(term) || /^\d/.test(term)) continue;
      for (const index of this.#postings.get(term) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    }
    return [...shared]
      .filter(([index, count]) => count >= sharedTermsMin || near.has(index))
      .filter(([index]) => !supports.some((support) => support.index === index))
      .sort(([, left], [, right]) => right - left)
      .slice(0, relatedMax)
      .map(([index]) => index);
  }

  /** The sentence after another one if it is too short to say anything alone: "We are 26 now." */
  continuationOf(index: number): number[] {
    const next = this.sentences[index + 1]?.text;
    return next !== undefined && readWords(next).length <= continuationWordsMax ? [index + 1] : [];
  }

  /** The sentences that have a text literally, as a word or a number. */
  findLiteral(text: string): number[] {
    return this.sentences.flatMap((sentence, index) => (hasLiterally(sentence.text, text) ? [index] : []));
  }

  /** Terms of the sentences that have a name, and of those after them if these have no other name. */
  termsAbout(key: string): string[] {
    const indexes = new Set<number>();
    for (const index of this.#postings.get(key) ?? []) {
      indexes.add(index);
      const next = this.sentences[index + 1]?.text ?? '';
      if (!/(?<=[\p{L}\p{N},;] )\p{Lu}/u.test(next)) indexes.add(index + 1);
    }
    return [...indexes].flatMap((index) => [...(this.#terms[index] ?? [])]);
  }

  #findBest(
    missing: ReadonlyMap<string, number>,
    wanted: ReadonlyMap<string, number>,
    found: readonly Support[],
  ): { index: number; score: number } | undefined {
    const scores = new Map<number, number>();
    for (const [term, weight] of missing) {
      for (const index of this.#postings.get(term) ?? [])
        scores.set(index, (scores.get(index) ?? 0) + weight);
    }
    for (const { index } of found) scores.delete(index);
    let best: { index: number; score: number } | undefined;
    for (const [index, score] of scores) {
      if (best !== undefined && (score < best.score || (score === best.score && index > best.index)))
        continue;
      if (found.length > 0 && this.#countTerms(index, wanted) < sharedTermsMin) continue;
      best = { index, score };
    }
    return best;
  }

  #countTerms(index: number, wanted: ReadonlyMap<string, number>): number {
    let count = 0;
    for (const term of wanted.keys()) if (isContentTerm(term) && this.#terms[index]?.has(term)) count++;
    return count;
  }
}

/** Whether a text has another one that is not a part of a longer word or number. */
function hasLiterally(text: string, part: string): boolean {
  const [whole, wanted] = [text.toLowerCase(), part.toLowerCase()];
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
    const isStart = !/(?:[\p{L}\p{N}]|\d[.,])$/u.test(whole.slice(Math.max(0, at - 2), at));
    if (isStart && !/^(?:[\p{L}\p{N}]|[.,]\d)/u.test(whole.slice(at + wanted.length))) return true;
  }
  return false;
}

import { detectLanguage } from '@quern/text/language/detect-language';
import { primaryLanguage } from '@quern/text/language/primary-language';
import { isSameLanguage } from '@quern/text/language/same-language';
import { isFactSupported } from './facts/compare-facts.ts';
import { extractFacts } from './facts/extract-facts.ts';
import type { Fact } from './facts/fact.ts';
import { isWeekdayIn } from './facts/is-weekday-in.ts';
import { findExchangedNames, findReplacedName, findSwappedNumber } from './find-swaps.ts';
import { isAmountWithoutUnit } from './is-amount-without-unit.ts';
import { isStatedElsewhere } from './is-stated-elsewhere.ts';
import { type FoundName, findNames, type TagNames } from './names/find-names.ts';
import { findNegationProblem } from './negation/compare-negations.ts';
import { findQuotes, hasQuote } from './quotes.ts';
import type { SentenceCheck, SentenceProblem } from './sentence-check.ts';
import type { SourceIndex, Support } from './source-index.ts';
import { readWords, stemLength } from './words/terms.ts';

/** Share of the terms of a sentence that the supporting sentences must have, in the same language. */
const coverageMin = 0.2;
/** Similarity of sentence vectors in one language from which a source sentence counts as support. */
const similarityMin = 0.45;
/**
 * The same in another language, for one source sentence, and what is added for each e-fold number of them: the most similar
 * one of many unrelated sentences is more similar.
 */
const translatedSimilarity = { base: 0.18, perLogarithm: 0.035 };
/** Best sentences by similarity. */
const similarSentences = 3;

/** A sentence to check, and what is known about it. */
export interface SentenceCheckerOptions {
  readonly index: SourceIndex;
  readonly sentence: string;
  readonly names: readonly FoundName[];
  readonly language: string;
  /** To each sentence of the source. */
  readonly similarities: readonly number[] | undefined;
  readonly tagNames: TagNames | undefined;
}

/** Checks one sentence. */
export class SentenceChecker {
  readonly #index: SourceIndex;
  readonly #sentence: string;
  readonly #names: readonly FoundName[];
  readonly #language: string;
  readonly #similarities: readonly number[] | undefined;
  readonly #tagNames: TagNames | undefined;
  readonly #isTranslated: boolean;
  /** Names, and words that are similar in many languages. */
  readonly #words: readonly string[];

  constructor({ index, sentence, names, language, similarities, tagNames }: SentenceCheckerOptions) {
    this.#index = index;
    this.#sentence = sentence;
    this.#names = names;
    this.#language = language;
    this.#similarities = similarities;
    this.#tagNames = tagNames;
    const known = new Set(names.flatMap((name) => readWords(name.text).map(({ term }) => term)));
    this.#words = [
      ...new Set(
        readWords(sentence).flatMap(({ term }) =>
          known.has(term) || term.length >= stemLength ? [term] : [],
        ),
      ),
    ];
    const isUnknown = index.language === 'und' || language === 'und';
    this.#isTranslated = !isUnknown && !isSameLanguage(index.language, language);
  }

  async check(): Promise<SentenceCheck> {
    const facts = await extractFacts(this.#sentence, this.#language);
    const supports = await this.#findSupports(facts);
    const coverage = supports.reduce((sum, { share }) => sum + share, 0);
    const unknownNames = this.#checkNames(facts);
    const problems = [
      ...unknownNames,
      ...(await this.#checkFacts(facts, supports)),
      ...this.#checkQuotes(),
      ...this.#checkAddresses(),
      ...this.#checkRelation(supports, coverage, unknownNames.length > 0),
      ...this.#checkNegation(supports),
      ...(await this.#checkSwaps(facts, supports)),
      ...(await this.#checkLanguage()),
    ];
    const [best] = supports;
    return {
      problems,
      source: best === undefined ? undefined : this.#index.sentences[best.index]?.range,
      evidence: this.#evidenceOf(supports),
      score: coverage,
    };
  }

  /** Supporting sentences by words, or by facts and similarity in another language. */
  async #findSupports(facts: readonly Fact[]): Promise<Support[]> {
    const bySimilarity = this.#mostSimilar();
    if (!this.#isTranslated) {
      const byTerms = this.#index.findSupport(this.#sentence);
      const known = new Set(byTerms.map(({ index }) => index));
      return [
        ...byTerms,
        ...bySimilarity.filter(({ index }) => !known.has(index)).map((each) => ({ ...each, share: 0 })),
      ];
    }
    const scored = [];
    for (let index = 0; index < this.#index.sentences.length; index++) {
      const anchors = await this.#countAnchors(index, facts);
      if (anchors > 0) scored.push({ index, share: anchors });
    }
    const byAnchors = scored
      .sort((left, right) => right.share - left.share || left.index - right.index)
      .slice(0, 6);
    const total = byAnchors.reduce((sum, { share }) => sum + share, 0);
    const known = new Set(bySimilarity.map(({ index }) => index));
    return [
      ...bySimilarity,
      ...byAnchors
        .filter(({ index }) => !known.has(index))
        .map(({ index, share }) => ({ index, share: share / total })),
    ];
  }

  async #countAnchors(index: number, facts: readonly Fact[]): Promise<number> {
    const text = this.#index.sentences[index]?.text ?? '';
    const words = new Set(readWords(text).map(({ term }) => term));
    const named = this.#words.filter((term) => words.has(term)).length;
    if (facts.length === 0 || !/\p{N}|\p{L}/u.test(text)) return named;
    const sources = await this.#index.factsOf(index);
    return named + facts.filter((fact) => isFactSupported(fact, sources)).length;
  }

  #mostSimilar(): Support[] {
    if (this.#similarities === undefined) return [];
    const compared = this.#similarities.filter((similarity) => similarity > -1).length;
    const { base, perLogarithm } = translatedSimilarity;
    const least = this.#isTranslated ? base + perLogarithm * Math.log(Math.max(1, compared)) : similarityMin;
    return this.#similarities
      .map((share, index) => ({ index, share }))
      .filter(({ share }) => share >= least)
      .sort((left, right) => right.share - left.share)
      .slice(0, similarSentences);
  }

  /** Words of numbers and dates, as in "17th Century", are no names. */
  #checkNames(facts: readonly Fact[]): SentenceProblem[] {
    const { names } = this.#index;
    return this.#names.flatMap(({ text, startIndex }) => {
      if (facts.some((fact) => isWithin(this.#sentence, text, startIndex, fact.text))) return [];
      const words = text.match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu) ?? [];
      const isCased = /\p{Lu}/u.test(text);
      const unknown = words.filter(
        // Words such as "of" or "von" within a name may change.
        (word) => !(isCased && /^\p{Ll}/u.test(word)) && !names.hasWord(word, this.#language),
      );
      return unknown.length === 0 ? [] : [{ kind: 'name' as const, text }];
    });
  }

  async #checkFacts(facts: readonly Fact[], supports: readonly Support[]): Promise<SentenceProblem[]> {
    if (facts.length === 0) return [];
    const local = await this.#factsOf(
      supports.flatMap(({ index }) => [index, ...this.#index.continuationOf(index)]),
    );
    const near = supports
      .flatMap(({ index }) => [index - 1, index + 1])
      .filter((index) => this.#index.sentences[index]);
    const years = (await this.#factsOf(near)).filter((fact) => fact.kind === 'date');
    const { dates } = await this.#index.openingDates();
    const context = [...local, ...years, ...dates];
    const texts = supports.map(({ index }) => this.#index.sentences[index]?.text ?? '');
    const missing = facts.filter(
      (fact) => !isFactSupported(fact, context) && !isWeekdayIn(fact, this.#language, texts),
    );
    if (missing.length === 0) return [];
    const related = this.#isTranslated ? [] : this.#index.findRelated(this.#sentence, supports);
    const relatedFacts = await this.#factsOf(related);
    const problems: SentenceProblem[] = [];
    for (const fact of missing) {
      if (isFactSupported(fact, relatedFacts)) continue;
      if (isAmountWithoutUnit(fact, [...local, ...relatedFacts], this.#index.names)) continue;
      if (await isStatedElsewhere(fact, this.#sentence, this.#index)) continue;
      problems.push({ kind: fact.kind, text: fact.text });
    }
    return problems;
  }

  async #factsOf(indexes: readonly number[]): Promise<Fact[]> {
    return (await Promise.all(indexes.map((index) => this.#index.factsOf(index)))).flat();
  }

  #checkQuotes(): SentenceProblem[] {
    const quotes = findQuotes(this.#sentence);
    // A translated quotation cannot be compared, but there must be one.
    const unknown = this.#isTranslated
      ? quotes.filter(() => !/["“„«「『]/u.test(this.#index.text))
      : quotes.filter((quote) => !hasQuote(this.#index.text, quote));
    return unknown.map((text) => ({ kind: 'quotation' as const, text }));
  }

  #checkAddresses(): SentenceProblem[] {
    const addresses =
      this.#sentence.match(
        /(?:https?:\/\/|www\.)[^\s<>"']+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[a-z0-9-]+\.(?:com|net|org|io|de|fr|es|cn|ru|info|biz|xyz|example)\b/giu,
      ) ?? [];
    return addresses
      .map((address) => address.replace(/[.,;:!?)]+$/u, ''))
      .filter((address) => !this.#index.names.hasText(address))
      .map((text) => ({ kind: 'address' as const, text }));
  }

  #checkRelation(supports: readonly Support[], coverage: number, hasUnknownName: boolean): SentenceProblem[] {
    if (this.#mostSimilar().length > 0) return [];
    const hasKnownName = this.#names.length > 0 && !hasUnknownName;
    const isRelated = this.#isTranslated
      ? supports.length > 0 || hasKnownName
      : supports.length > 0 && coverage >= coverageMin;
    return isRelated ? [] : [{ kind: 'unrelated', text: this.#sentence }];
  }

  #checkNegation(supports: readonly Support[]): SentenceProblem[] {
    const indexes = supports
      .filter(({ share }, position) => position === 0 || share >= 0.15)
      .map(({ index }) => index);
    const [best = -1] = indexes;
    const sentences = [...indexes, ...this.#index.continuationOf(best)].map((index) => ({
      text: this.#index.sentences[index]?.text ?? '',
      language: this.#index.language,
    }));
    const summary = { text: this.#sentence, language: this.#language };
    const problem = findNegationProblem(summary, sentences, !this.#isTranslated);
    return problem === undefined ? [] : [{ kind: 'negation', text: problem }];
  }

  async #checkSwaps(facts: readonly Fact[], supports: readonly Support[]): Promise<SentenceProblem[]> {
    if (this.#isTranslated) return [];
    const own = { text: this.#sentence, facts, names: this.#names };
    const sources = await Promise.all(
      supports.map(async ({ index }) => {
        const text = this.#index.sentences[index]?.text ?? '';
        const names = await findNames(text, this.#language, { tagNames: this.#tagNames });
        return { text, facts: await this.#index.factsOf(index), names };
      }),
    );
    const swaps = [
      findSwappedNumber(own, sources),
      findExchangedNames(own, sources) ??
        findReplacedName(own, sources, (key) => this.#index.termsAbout(key)),
    ];
    return swaps.flatMap((text) => (text === undefined ? [] : [{ kind: 'swapped' as const, text }]));
  }

  async #checkLanguage(): Promise<SentenceProblem[]> {
    if (this.#language === 'und' || this.#sentence.length < 40) return [];
    const detected = await detectLanguage(this.#sentence);
    const isOther = detected.language !== 'und' && detected.confidence >= 0.9;
    if (!isOther || primaryLanguage(detected.language) === primaryLanguage(this.#language)) return [];
    return isSameLanguage(detected.language, this.#language)
      ? []
      : [{ kind: 'wrong_language', text: detected.language }];
  }

  #evidenceOf(supports: readonly Support[]): string {
    const indexes = new Set(supports.slice(0, 3).flatMap(({ index }) => [index - 1, index, index + 1]));
    return [...indexes]
      .sort((left, right) => left - right)
      .flatMap((index) => this.#index.sentences[index]?.text ?? [])
      .join(' ')
      .slice(0, 2000);
  }
}

/** Whether a word is part of a longer expression in a sentence. */
function isWithin(sentence: string, word: string, startIndex: number, expression: string): boolean {
  const start = sentence.indexOf(expression);
  return start >= 0 && startIndex >= start && startIndex + word.length <= start + expression.length;
}

import type { Outline, SummaryUnit } from '../outline/summary-unit.ts';
import type { TermStatistics } from '../statistics/term-statistics.ts';
import type { Centrality } from '../statistics/text-rank.ts';
import type { VectorSimilarities } from '../vectors/compare-vectors.ts';
import { LanguageWords, type Opening } from './language-words.ts';
import { textFeaturesOf } from './text-features.ts';
import { ownNames, unitFeatureNames } from './unit-feature-names.ts';
import { centroidCosines, countMatches, neighborShares, percentiles, shareOf, sum } from './unit-measures.ts';

/** Features of all units of a text: rows of `unitFeatureNames.length` values, one after the other. */
export interface UnitFeatures {
  readonly rows: Float32Array;
  /** How each unit begins. */
  readonly openings: readonly Opening[];
}

/** Input of `computeUnitFeatures`. */
export interface UnitFeaturesInput {
  readonly outline: Outline;
  readonly statistics: TermStatistics;
  readonly centrality: Centrality;
  readonly similarities: VectorSimilarities;
  /** BCP 47 tag of the text. */
  readonly language: string;
  /** Length of the summary in UTF-16 code units. */
  readonly lengthMax: number;
}

/** Computes the features of all units, in time linear in their length. */
export function computeUnitFeatures(input: UnitFeaturesInput): UnitFeatures {
  const { outline, language } = input;
  const words = LanguageWords.of(language);
  const openings = outline.units.map(({ text, bodyIndex }) => words.openingOf(text.slice(bodyIndex)));
  const builder = new RowBuilder(input, words, openings);
  const width = unitFeatureNames.length;
  const rows = new Float32Array(outline.units.length * width);
  const ownRows = outline.units.map((unit, index) => builder.rowOf(unit, index));
  const common = textFeaturesOf(input, ownRows, ownNames);
  for (const [index, own] of ownRows.entries()) {
    rows.set(own, index * width);
    rows.set(common, index * width + ownNames.length);
  }
  return { rows, openings };
}

class RowBuilder {
  readonly #input: UnitFeaturesInput;
  readonly #words: LanguageWords;
  readonly #openings: readonly Opening[];
  readonly #length: number;
  readonly #meanWords: number;
  readonly #meanCount: number;
  readonly #centroids: Float64Array;
  readonly #overlapPercentiles: Float64Array;
  readonly #cosinePercentiles: Float64Array;
  readonly #centroidPercentiles: Float64Array;
  readonly #vectorPercentiles: Float64Array;
  /** Share of the weight of the terms of each unit that the next one has too, and the reverse. */
  readonly #nextShares: Float64Array;
  readonly #previousShares: Float64Array;
  readonly #titleTerms: ReadonlySet<number>;
  readonly #headingTerms: readonly ReadonlySet<number>[];
  readonly #sectionCues: readonly (readonly number[])[];
  readonly #leadTerms: ReadonlySet<number>;
  readonly #speakers = new Map<string, { length: number; first: number }>();
  readonly #turnLengths = new Map<number, number>();

  constructor(input: UnitFeaturesInput, words: LanguageWords, openings: readonly Opening[]) {
    this.#input = input;
    this.#words = words;
    this.#openings = openings;
    const { outline, statistics, centrality } = input;
    const { units, sections, title } = outline;
    const lengths = units.map(({ text }) => text.length);
    this.#length = Math.max(1, sum(lengths));
    this.#meanWords = Math.max(
      1,
      sum(statistics.terms.map(({ length }) => length)) / Math.max(1, units.length),
    );
    this.#meanCount = sum(statistics.counts) / Math.max(1, statistics.counts.length);
    this.#centroids = centroidCosines(statistics);
    this.#overlapPercentiles = percentiles(centrality.overlap);
    this.#cosinePercentiles = percentiles(centrality.cosine);
    this.#centroidPercentiles = percentiles(this.#centroids);
    this.#vectorPercentiles = percentiles(input.similarities.centroid);
    const { previous, next } = neighborShares(statistics);
    this.#previousShares = previous;
    this.#nextShares = next;
    this.#titleTerms = new Set(statistics.lookUp(title));
    this.#headingTerms = sections.map(({ heading }) => new Set(statistics.lookUp(heading)));
    this.#sectionCues = sections.map(({ heading }) => {
      const lower = heading.toLowerCase();
      return (['conclusions', 'results', 'background'] as const).map((cue) =>
        Number(heading !== '' && words.announces(cue, lower)),
      );
    });
    this.#leadTerms = new Set(statistics.distinct.find(({ length }) => length > 3) ?? []);
    for (const [index, { speaker, block, text }] of units.entries()) {
      this.#turnLengths.set(block, (this.#turnLengths.get(block) ?? 0) + text.length);
      if (speaker === undefined) continue;
      const known = this.#speakers.get(speaker) ?? { length: 0, first: index };
      this.#speakers.set(speaker, { length: known.length + text.length, first: known.first });
    }
  }

  rowOf(unit: SummaryUnit, index: number): Float32Array {
    const { outline, statistics, centrality, similarities, lengthMax } = this.#input;
    const { units, sections, blockCount } = outline;
    const section = sections[unit.section] ?? { firstUnit: 0, endUnit: units.length, level: 0 };
    const inSection = index - section.firstUnit;
    const sectionSize = section.endUnit - section.firstUnit;
    const last = Math.max(units.length - 1, 1);
    const { text } = unit;
    const words = statistics.words[index] ?? [];
    const distinct = statistics.distinct[index] ?? new Int32Array();
    let weightSum = 0;
    let weightMax = 0;
    let frequencySum = 0;
    for (const term of distinct) {
      const weight = statistics.weights[term] ?? 0;
      weightSum += weight;
      if (weight > weightMax) weightMax = weight;
      frequencySum += statistics.counts[term] ?? 0;
    }
    let letters = 0;
    let [first, second, third] = [0, 0, 0];
    for (const word of words) {
      letters += word.length;
      if (this.#words.isFirstPerson(word)) first++;
      else if (this.#words.isSecondPerson(word)) second++;
      if (this.#words.isThirdPerson(word)) third++;
    }
    const sectionCues = this.#sectionCues[unit.section] ?? [0, 0, 0];
    const lower = text.toLowerCase();
    const speaker = unit.speaker === undefined ? undefined : this.#speakers.get(unit.speaker);
    const opening = this.#openings[index];
    const next = this.#openings[index + 1];
    const count = Math.max(1, words.length);
    return Float32Array.of(
      index / last,
      1 / (1 + index),
      1 / (units.length - index),
      (unit.source.startIndex - (units[0]?.source.startIndex ?? 0)) /
        Math.max(1, (units.at(-1)?.source.endIndex ?? 1) - (units[0]?.source.startIndex ?? 0)),
      unit.block / Math.max(blockCount - 1, 1),
      1 / (1 + unit.block),
      unit.indexInBlock / Math.max(unit.blockSize - 1, 1),
      Number(unit.indexInBlock === 0),
      Number(unit.indexInBlock === unit.blockSize - 1),
      Math.log(unit.blockSize),
      unit.section / Math.max(sections.length - 1, 1),
      inSection / Math.max(sectionSize - 1, 1),
      1 / (1 + inSection),
      Math.log(sectionSize),
      section.level,
      ...sectionCues,
      Math.log(count),
      words.length / this.#meanWords,
      Math.min(4, text.length / lengthMax),
      centrality.overlap[index] ?? 1,
      centrality.cosine[index] ?? 1,
      this.#overlapPercentiles[index] ?? 0,
      this.#cosinePercentiles[index] ?? 0,
      this.#centroids[index] ?? 0,
      this.#centroidPercentiles[index] ?? 0,
      frequencySum / Math.max(1, distinct.length) / Math.max(1, this.#meanCount),
      weightSum / Math.max(1, distinct.length),
      weightMax,
      centrality.repetition[index] ?? 0,
      this.#share(distinct, this.#titleTerms),
      shareOf(this.#titleTerms, distinct),
      this.#share(distinct, this.#headingTerms[unit.section]),
      index === 0 ? 0 : this.#share(distinct, this.#leadTerms),
      this.#previousShares[index] ?? 0,
      this.#nextShares[index] ?? 0,
      countMatches(text, capitalizedPattern) / count,
      countMatches(text, /\p{N}+/gu) / count,
      Number(amountPattern.test(text)),
      Number(/(?<!\p{N})(?:1[6-9]|20)\d\d(?!\p{N})/u.test(text)),
      Number(/["“”«»„「」『』]/u.test(text)),
      Number(/[?？؟]["”’»)]*$/u.test(text)),
      Number(/[!！]["”’»)]*$/u.test(text)),
      Number(/[:：]$/u.test(text)),
      Number(/[\p{Sentence_Terminal}…]["'”’»)\]]*$/u.test(text)),
      Number(/[([]/u.test(text)),
      countMatches(text, /[,;，；、]/gu) / count,
      Number(/https?:|www\.|@/u.test(text)),
      countMatches(text, /(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/gu) / count,
      letters / count,
      distinct.length / count,
      first / count,
      second / count,
      third / count,
      Number(opening === 'pronoun'),
      Number(opening === 'connective'),
      next === undefined ? 0 : Number(next !== 'independent'),
      Number(this.#words.announces('conclusions', lower)),
      Number(this.#words.announces('results', lower)),
      Number(unit.role === 'item'),
      Number(unit.role === 'quotation'),
      Number(speaker !== undefined),
      speaker === undefined ? 0 : speaker.length / this.#length,
      Number(speaker?.first === index),
      Math.log(1 + (this.#turnLengths.get(unit.block) ?? 0)),
      similarities.centroid[index] ?? 0,
      this.#vectorPercentiles[index] ?? 0,
      similarities.repetition[index] ?? 0,
      similarities.neighborhood[index] ?? 0,
      similarities.lead[index] ?? 0,
      similarities.title[index] ?? 0,
    );
  }

  /** The share of the weight of terms that is in `wanted`. */
  #share(terms: Int32Array, wanted: ReadonlySet<number> | undefined): number {
    if (wanted === undefined || wanted.size === 0) return 0;
    const { weights } = this.#input.statistics;
    let total = 0;
    let shared = 0;
    for (const term of terms) {
      const weight = weights[term] ?? 0;
      total += weight;
      if (wanted.has(term)) shared += weight;
    }
    return total <= 0 ? 0 : shared / total;
  }
}

/** Capitalized words that do not begin the sentence. */
const capitalizedPattern = /(?<=[\p{L}\p{N},;)]["”’]?\s)\p{Lu}/gu;
const amountPattern = /[%％\p{Sc}]|\p{N}\s?(?:k|m|bn|percent|million|billion|Mio|Mrd)(?!\p{L})/iu;

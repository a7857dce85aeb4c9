import { summarizeText } from '@quern/summary/extractive/summarize-text';
import { splitSentences } from '@quern/text/sentences/split-sentences';
import { bestRouge, type RougeScore } from '../../metrics/rouge.ts';
import { rougeLsum } from '../../metrics/rouge-lsum.ts';
import { mean } from '../../metrics/statistics.ts';
import type { ReferenceText } from '../sets/summary-sets.ts';
import { rankByOverlap } from '../systems/rank-by-overlap.ts';
import type { SumyScores } from '../systems/rank-with-sumy.ts';
import { selectByRank } from '../systems/select-by-rank.ts';

/** Methods that Quern is compared with. */
export const baselines = ['lead', 'textRankOverlap', 'sumyTextRank', 'sumyLexRank', 'sumyLsa'] as const;
/** The name of a baseline. */
export type Baseline = (typeof baselines)[number];
/** The name of a measured method. */
export type System = 'quern' | Baseline;

/** F1 of each ROUGE variant, 0 to 1. */
export interface SummaryScore extends RougeScore {
  /** ROUGE-L over sentences, which does not depend on their order; publications mostly mean this one. */
  readonly rougeLsum: number;
}

/** ROUGE of all methods on one text. */
export interface ScoredText {
  readonly genre: string;
  readonly scores: Readonly<Record<System, SummaryScore>>;
  /** Length of Quern's summary over the limit. */
  readonly filled: number;
}

/** A text with what the methods get. */
export interface TextToScore {
  readonly text: ReferenceText;
  readonly sentences: readonly string[];
  readonly sumy: SumyScores;
  /** In UTF-16 code units; the mean length of the references by default. */
  readonly maxLength: number | undefined;
}

/** Summarizes a text with every method at the same limit, and scores the summaries against its references. */
export async function scoreText({ text, sentences, sumy, maxLength }: TextToScore): Promise<ScoredText> {
  const { references, language, genre } = text;
  const limit = maxLength ?? Math.round(mean(references.map((reference) => reference.length)));
  const { summary } = await summarizeText({ text: text.text, language, maxLength: limit });
  const rankings: Record<Baseline, readonly number[]> = {
    lead: sentences.map((_, index) => -index),
    textRankOverlap: rankByOverlap(sentences),
    sumyTextRank: sumy.textrank,
    sumyLexRank: sumy.lexrank,
    sumyLsa: sumy.lsa,
  };
  const split = (part: string) => splitSentences(part, language).map((sentence) => sentence.text);
  const referenceSentences = references.map(split);
  const score = (candidate: string): SummaryScore => {
    const parts = split(candidate);
    const ofEach = referenceSentences.map((reference) => rougeLsum(parts, reference));
    return { ...bestRouge(candidate, references), rougeLsum: Math.max(0, ...ofEach) };
  };
  const scoreOf = (baseline: Baseline) => score(selectByRank(sentences, rankings[baseline], limit));
  return {
    genre,
    scores: {
      quern: score(summary),
      lead: scoreOf('lead'),
      textRankOverlap: scoreOf('textRankOverlap'),
      sumyTextRank: scoreOf('sumyTextRank'),
      sumyLexRank: scoreOf('sumyLexRank'),
      sumyLsa: scoreOf('sumyLsa'),
    },
    filled: limit === 0 ? 0 : summary.length / limit,
  };
}

import { summarizeText } from '@quern/summary/extractive/summarize-text';
import { rankByOverlap } from '../systems/rank-by-overlap.ts';
import type { SumyScores } from '../systems/rank-with-sumy.ts';
import { takeByRank } from '../systems/select-by-rank.ts';
import type { FactText } from './fact-texts.ts';
import { type SentenceList, scoreFacts } from './score-facts.ts';

/** Limits at which everything is measured, in UTF-16 code units; undefined for the length without a limit. */
export const factLengths = [150, 300, 600, undefined] as const;

/** The methods next to Quern, in the order of the tables. `oracle` knows the facts. */
export const factPeers = ['before', 'lead', 'textRank', 'lexRank', 'oracle'] as const;
/** The name of a method next to Quern. */
export type FactPeer = (typeof factPeers)[number];

/** Summarizes as another version of Quern does. */
export type Summarizer = (input: {
  readonly text: string;
  readonly language: string;
  readonly maxLength?: number;
}) => Promise<Pick<Awaited<ReturnType<typeof summarizeText>>, 'summary' | 'sentences' | 'truncated'>>;

/** Summaries of one text at one length. */
export interface SummariesOfLength {
  readonly quern: Awaited<ReturnType<Summarizer>>;
  /** Without the methods that were not run. */
  readonly peers: Readonly<Partial<Record<FactPeer, SentenceList>>>;
}

/**
 * Summarizes a text at all lengths with every method. Without a limit, all get the length of Quern's summary.
 *
 * @param sentences of the text, in order
 * @param lexRank scores of sumy's LexRank for the sentences of the text; none if it is not run
 * @param before the version to compare with
 */
export async function summarizeAll(
  text: FactText,
  sentences: readonly string[],
  lexRank: SumyScores['lexrank'] | undefined,
  before: Summarizer | undefined,
): Promise<SummariesOfLength[]> {
  const rankings = {
    lead: sentences.map((_, index) => -index),
    textRank: rankByOverlap(sentences),
    ...(lexRank && { lexRank }),
    oracle: scoresByFacts(text, sentences),
  };
  const all: SummariesOfLength[] = [];
  for (const length of factLengths) {
    const input = {
      text: text.text,
      language: text.language,
      ...(length !== undefined && { maxLength: length }),
    };
    const quern = await summarizeText(input);
    const limit = length ?? quern.summary.length;
    const ranked = Object.entries(rankings).map(([name, scores]) => [
      name,
      takeByRank(sentences, scores, limit),
    ]);
    const earlier = before && (await before(input)).sentences.map((sentence) => sentence.text);
    all.push({ quern, peers: { ...Object.fromEntries(ranked), ...(earlier && { before: earlier }) } });
  }
  return all;
}

/** The scores of someone who knows the facts: sentences with the most new facts, the shorter ones first. */
function scoresByFacts(text: FactText, sentences: readonly string[]): number[] {
  const facts = sentences.map((sentence) => scoreFacts(text, [sentence]).contained);
  const scores = sentences.map((sentence) => -1 - sentence.length / 1e6);
  const known = text.facts.map(() => false);
  for (let rank = sentences.length; rank > 0; rank--) {
    const news = facts.map((list) => list.filter((isContained, fact) => isContained && !known[fact]).length);
    const most = Math.max(0, ...news);
    if (most === 0) break;
    const candidates = [...sentences.keys()].filter((index) => news[index] === most);
    const best = candidates.reduce((a, b) =>
      (sentences[b]?.length ?? 0) < (sentences[a]?.length ?? 0) ? b : a,
    );
    scores[best] = rank;
    for (const [fact, isContained] of (facts[best] ?? []).entries()) if (isContained) known[fact] = true;
  }
  return scores;
}

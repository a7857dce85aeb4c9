import type { Figures } from '../../write-result.ts';
import { checkSummary } from '../readability/check-summary.ts';
import type { FactText } from './fact-texts.ts';
import { type FactScore, placeOf, type SentenceList, scoreFacts } from './score-facts.ts';
import { factLengths, factPeers, type SummariesOfLength } from './summarize-all.ts';

/** A text with its summaries, by length. */
export interface SummarizedText {
  readonly text: FactText;
  readonly summaries: readonly SummariesOfLength[];
  /** The scores of the summaries of each length by method. */
  readonly scores: readonly Readonly<Partial<Record<System, FactScore>>>[];
}

/** Name of a length in the results. */
export const nameOfLength = (length: number | undefined): string =>
  length === undefined ? 'default' : String(length);

const systems = ['quern', ...factPeers] as const;
type System = (typeof systems)[number];

/** Scores the summaries of a text. */
export function scoreSummaries(text: FactText, summaries: readonly SummariesOfLength[]): SummarizedText {
  const scores = summaries.map((summary) =>
    Object.fromEntries(
      systems.flatMap((system) => {
        const sentences = sentencesOf(summary, system);
        return sentences === undefined ? [] : [[system, scoreFacts(text, sentences)] as const];
      }),
    ),
  );
  return { text, summaries, scores };
}

/** Figures of a group of texts: shares of named subjects and contained facts by length and method, and what is wrong with Quern's summaries. */
export function describeFacts(texts: readonly SummarizedText[]): Figures {
  return {
    texts: texts.length,
    facts: texts.reduce((sum, { text }) => sum + text.facts.length, 0),
    ...Object.fromEntries(
      factLengths.map((length, at) => [nameOfLength(length), describeLength(texts, at)] as const),
    ),
    monotoneViolations: texts.reduce((sum, text) => sum + lostFacts(text), 0),
  };
}

function describeLength(texts: readonly SummarizedText[], at: number): Figures {
  const bySystem = systems.flatMap((system) => {
    const scored = texts.flatMap(({ scores }) => scores[at]?.[system] ?? []);
    if (scored.length === 0) return [];
    const contained = scored.flatMap((score) => score.contained);
    return [
      [
        system,
        { topic: shareOf(scored.map((score) => score.namesTopic)), facts: shareOf(contained) },
      ] as const,
    ];
  });
  return { ...Object.fromEntries(bySystem), thirds: thirdsOf(texts, at), ...defectsOf(texts, at) };
}

/** Shares of the facts that are first stated in each third of their text. */
function thirdsOf(texts: readonly SummarizedText[], at: number): Figures {
  const thirds: boolean[][] = [[], [], []];
  for (const { text, scores } of texts) {
    const contained = scores[at]?.quern?.contained ?? [];
    for (const [index, fact] of text.facts.entries())
      thirds[Math.min(2, Math.floor(3 * placeOf(text.text, fact)))]?.push(contained[index] ?? false);
  }
  const [first = 0, middle = 0, last = 0] = thirds.map(shareOf);
  return { first, middle, last };
}

function defectsOf(texts: readonly SummarizedText[], at: number): Figures {
  let [sentences, dangling, fillers, filled] = [0, 0, 0, 0];
  for (const { text, summaries } of texts) {
    const quern = summaries[at]?.quern;
    if (quern === undefined) continue;
    const truncated = quern.truncated && quern.sentences.length === 1;
    const found = checkSummary({
      source: text.text,
      language: text.language,
      sentences: quern.sentences,
      truncated,
    });
    sentences += found.length;
    dangling += found.filter((list) => list.includes('orphan') || list.includes('startsInside')).length;
    fillers += found.filter((list) => list.includes('filler')).length;
    filled += quern.summary.length / (factLengths[at] ?? quern.summary.length);
  }
  return { sentences, dangling, fillers, filled: filled / Math.max(1, texts.length) };
}

/** Number of facts that a summary contains and a longer one of the same text does not. */
function lostFacts({ summaries, scores }: SummarizedText): number {
  const contained = scores.map(({ quern }) => quern?.contained ?? []);
  const lengths = summaries.map(({ quern }) => quern.summary.length);
  let lost = 0;
  for (const [at, facts] of contained.entries()) {
    for (const [longer, others] of contained.entries()) {
      if ((lengths[longer] ?? 0) <= (lengths[at] ?? 0)) continue;
      lost += facts.filter((isContained, fact) => isContained && !others[fact]).length;
    }
  }
  return lost;
}

function sentencesOf({ quern, peers }: SummariesOfLength, system: System): SentenceList | undefined {
  return system === 'quern' ? quern.sentences.map(({ text }) => text) : peers[system];
}

const shareOf = (values: readonly boolean[]): number =>
  values.filter(Boolean).length / Math.max(1, values.length);

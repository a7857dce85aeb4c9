import { rougeTokens } from '../../metrics/rouge.ts';
import type { FactText, KeyFact } from './fact-texts.ts';

/** Share of a statement's words that one sentence has to contain, in their order. */
const wordShareMin = 0.85;

/** A summary as its sentences. */
export type SentenceList = readonly string[];

/** The key facts and the subject of a text, as far as a summary contains them. */
export interface FactScore {
  /** Whether the subject is named. */
  readonly namesTopic: boolean;
  /** For each fact of the text. */
  readonly contained: readonly boolean[];
}

/** Scores the sentences of a summary against the marks of its text. */
export function scoreFacts(
  { topic, facts }: Pick<FactText, 'topic' | 'facts'>,
  summary: SentenceList,
): FactScore {
  const tokens = summary.map((sentence) => rougeTokens(sentence));
  return {
    namesTopic: namesSubject(summary.join(' '), topic),
    contained: facts.map((fact) => tokens.some((sentence) => statesFact(sentence, fact))),
  };
}

/** Whether a text contains one of the names of a subject. */
export function namesSubject(text: string, topic: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return topic.some((name) => lower.includes(name.toLowerCase()));
}

/** Returns for each fact whether one sentence states it. */
export function statedFacts(sentence: string, facts: readonly KeyFact[]): boolean[] {
  const tokens = rougeTokens(sentence);
  return facts.map((fact) => statesFact(tokens, fact));
}

/** Where in its text a fact is stated first, from 0 to 1. */
export function placeOf(text: string, { statements }: KeyFact): number {
  const places = statements.map((statement) => text.indexOf(statement)).filter((place) => place >= 0);
  return Math.min(...places) / Math.max(1, text.length);
}

/**
 * A sentence states a fact if it has nearly all words of one of its statements in their order, and all of its numbers: words may have been left
 * out between them.
 */
function statesFact(sentence: readonly string[], { statements }: KeyFact): boolean {
  return statements.some((statement) => {
    const wanted = rougeTokens(statement);
    const numbers = wanted.filter((token) => /\p{N}/u.test(token));
    return (
      numbers.every((number) => sentence.includes(number)) &&
      commonLength(wanted, sentence) >= wordShareMin * wanted.length
    );
  });
}

/** Length of the longest common subsequence. */
function commonLength(left: readonly string[], right: readonly string[]): number {
  let row = new Uint16Array(right.length + 1);
  for (const token of left) {
    const next = new Uint16Array(right.length + 1);
    for (const [index, other] of right.entries())
      next[index + 1] =
        token === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0);
    row = next;
  }
  return row[right.length] ?? 0;
}

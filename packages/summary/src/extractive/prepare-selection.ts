import type { AnalyzedUnits } from './features/analyze-units.ts';
import type { FactEstimates } from './model/fact-model.ts';
import type { Outline, SummaryUnit } from './outline/summary-unit.ts';
import { assignParts } from './selection/assign-parts.ts';
import { findAntecedents } from './selection/find-antecedents.ts';
import { readabilityPenalty } from './selection/readability-penalty.ts';
import type { SelectionInput } from './selection/selection-input.ts';
import { extractTerms } from './statistics/extract-terms.ts';
import { areAbsent } from './statistics/topic-terms.ts';

/**
 * Probability that a headline names the subject if no sentence has a telling word of it: the name of a dish above its recipe does, a label such as "Minutes"
 * does not.
 */
const unsaidProbability = 0.6;
const unsaidLengthMin = 20;

/** The units of a text with their estimates and scores. */
export interface ScoredUnits extends FactEstimates {
  readonly analyzed: AnalyzedUnits;
  /** Length of each unit in UTF-16 code units. */
  readonly lengths: readonly number[];
  readonly scores: Float64Array;
  /** BCP 47 tag. */
  readonly language: string;
}

/** Prepares the selection among the units of a text, and its headlines, which are after them. */
export function prepareSelection(outline: Outline, scored: ScoredUnits): SelectionInput {
  const { units } = outline;
  const { analyzed, lengths, scores, facts, subjects, headlines, language } = scored;
  const { terms } = analyzed.statistics;
  const antecedents = findAntecedents(
    outline,
    analyzed.features.openings,
    termCountsOf(units, terms),
    language,
  );
  const readable = scores.map(
    (score, unit) => score - readabilityPenalty(units[unit]?.text ?? '', terms[unit]?.length ?? 0),
  );
  const headlineSubjects = outline.headlines.map(({ text, role }, index) => {
    if (!areAbsent(analyzed.headlineWords[index])) return headlines[index] ?? 0;
    return role === 'title' && text.length >= unsaidLengthMin ? unsaidProbability : 0;
  });
  return {
    lengths: [...lengths, ...outline.headlines.map(({ text }) => text.length)],
    scores: [...readable, ...headlines.map(() => 0)],
    terms: [...terms, ...headlines.map(() => new Int32Array())],
    antecedents: Int32Array.from([...antecedents, ...headlines.map(() => -1)]),
    parts: [...assignParts(outline), ...headlines.map(() => -1)],
    facts,
    subjects: [...subjects, ...headlineSubjects],
    headlineStart: units.length,
    headlineWords: analyzed.headlineWords,
  };
}

/** Number of terms of each unit, without those of its speaker. */
function termCountsOf(units: readonly SummaryUnit[], terms: readonly Int32Array[]): number[] {
  return units.map(({ text, bodyIndex }, index) => {
    const count = terms[index]?.length ?? 0;
    return bodyIndex === 0 ? count : count - extractTerms(text.slice(0, bodyIndex)).length;
  });
}

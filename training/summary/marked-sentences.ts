import { join } from 'node:path';
import type { Outline } from '@quern/summary/extractive/outline/summary-unit';
import type { DataFiles } from '../../eval/data/data-files.ts';
import { type FactText, readFactTexts, readMarkedTexts } from '../../eval/summary/facts/fact-texts.ts';
import { namesSubject, statedFacts } from '../../eval/summary/facts/score-facts.ts';

/** A text to learn key facts from. */
export interface LearnedText {
  readonly text: FactText;
  /** Whether settings are chosen by it. */
  readonly isTuned: boolean;
}

/** The marks of a text for each of its sentences. */
export interface SentenceMarks {
  /** The kinds of the facts that it states. */
  readonly kinds: string[][];
  /** Whether it names the subject of the text. */
  readonly subjects: boolean[];
}

/** Reads the texts to learn from: those of `fact-texts`, then the half of the evaluation that settings are chosen by. */
export function readLearnedTexts(files: DataFiles): LearnedText[] {
  return [
    ...readMarkedTexts(join(import.meta.dirname, 'fact-texts'), files).map((text) => ({
      text,
      isTuned: false,
    })),
    ...readFactTexts('tuned', files).map((text) => ({ text, isTuned: true })),
  ];
}

/** Finds the marks of a text in its sentences. */
export function marksOf({ facts, topic }: FactText, { units }: Outline): SentenceMarks {
  return {
    kinds: units.map((unit) =>
      statedFacts(unit.text, facts).flatMap((isStated, index) =>
        isStated ? (facts[index]?.kind ?? []) : [],
      ),
    ),
    subjects: units.map((unit) => namesSubject(unit.text, topic)),
  };
}

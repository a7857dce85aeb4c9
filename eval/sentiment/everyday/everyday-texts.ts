import { z } from 'zod';
import type { DataFiles } from '../../data/data-files.ts';
import { everydayKinds } from './everyday-kinds.ts';

/** Languages with everyday texts, in the order of the files. */
export const everydayLanguages = 'en de fr es it pt nl pl ru zh ja ko th tr ar hi'.split(' ');

/** The 27 labels of GoEmotions (Demszky et al., 2020) and `neutral`. */
const emotions = [
  ...['admiration', 'amusement', 'anger', 'annoyance', 'approval', 'caring', 'confusion', 'curiosity'],
  ...[
    'desire',
    'disappointment',
    'disapproval',
    'disgust',
    'embarrassment',
    'excitement',
    'fear',
    'gratitude',
  ],
  ...['grief', 'joy', 'love', 'nervousness', 'optimism', 'pride', 'realization', 'relief', 'remorse'],
  ...['sadness', 'surprise', 'neutral'],
] as const;

const rowSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(everydayKinds),
  text: z.string().min(1),
  label: z.enum(['positive', 'negative', 'neutral', 'mixed']),
  /** Acceptable dominant emotions; absent where readers would choose differently. */
  emotions: z.array(z.enum(emotions)).min(1).optional(),
  /** `dev` is for tuning; `test` is only measured. */
  split: z.enum(['dev', 'test']),
});

/** A short text with the label that an attentive native reader gives it. */
export type EverydayText = z.infer<typeof rowSchema> & {
  /** BCP 47 tag, as passed to the engine. */
  readonly language: string;
};

/**
 * Reads the project's own everyday texts, written separately in each language. Conventions: news of accidents,
 * illness or layoffs without an opinion is neutral; thanks and wishes are positive; condolences and apologies for a
 * hurt are negative, an apology for a wrong number is neutral; irony has the sign that the writer means; praise that
 * ends in a rejection is negative.
 *
 * @param data rooted at the folder of this file
 */
export function readEverydayTexts(data: DataFiles): EverydayText[] {
  return everydayLanguages.flatMap((language) => {
    const rows: unknown = JSON.parse(data.read(`${language}.data.json`).toString('utf8'));
    return z
      .array(rowSchema)
      .parse(rows)
      .map((row) => ({ ...row, language }));
  });
}

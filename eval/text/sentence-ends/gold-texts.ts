import { z } from 'zod';
import type { DataFiles } from '../../data/data-files.ts';

/** A short text with its sentences. */
export interface GoldText {
  /** `dev` was seen while the rules were written, `test` after its first figures; `fresh` was written after them. */
  readonly split: string;
  readonly language: string;
  readonly text: string;
  /** Trimmed of white space, in order. */
  readonly sentences: readonly string[];
}

/** Languages with texts, in the order of the files. */
export const goldLanguages =
  'en de fr es pt it nl ar cs da el fi he hi hu id ja ko no pl ro ru sv tr uk vi zh'.split(' ');

const rowSchema = z.object({ split: z.enum(['dev', 'test', 'fresh']), text: z.string() });

/**
 * Reads the texts, in which each sentence but the first begins with `|`. Conventions: line breaks that do not wrap
 * prose end a sentence, and the marker of a list item belongs to it; a short quotation is not split, but a sentence may
 * begin after it; an emoji after the end belongs to the sentence before it.
 *
 * @param data rooted at the folder of this file
 */
export function readGoldTexts(data: DataFiles): GoldText[] {
  return goldLanguages.flatMap((language) =>
    z
      .array(rowSchema)
      .parse(JSON.parse(data.read(`gold/${language}.data.json`).toString('utf8')))
      .map(({ split, text: marked }) => ({
        split,
        language,
        text: marked.replaceAll('|', ''),
        sentences: marked.split('|').map((sentence) => sentence.trim()),
      })),
  );
}

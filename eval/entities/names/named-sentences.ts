import { z } from 'zod';
import type { DataFiles } from '../../data/data-files.ts';
import type { TypedSpan } from '../../metrics/span-f1.ts';

/** Languages with annotated names, in the order of the files. */
export const namedLanguages = 'en de fr es it pt nl pl ru zh ja ko th tr ar hi'.split(' ');

/** The types that are annotated in the sentences. */
export const nameTypes = [
  ...['PERSON', 'ORGANIZATION', 'LOCATION', 'FACILITY', 'NATIONALITY', 'EVENT', 'WORK_OF_ART', 'PRODUCT'],
] as const;

const rowSchema = z.strictObject({
  id: z.string(),
  text: z.string().min(1),
  /** In text order, without overlaps. */
  entities: z.array(z.strictObject({ type: z.enum(nameTypes), text: z.string().min(1) })),
  /** `dev` is for tuning; `test` is only measured. */
  split: z.enum(['dev', 'test']),
});

/** A sentence with the spans of its names. */
export interface NamedSentence {
  readonly id: string;
  readonly split: 'dev' | 'test';
  /** BCP 47 tag, as passed to the engine. */
  readonly language: string;
  readonly text: string;
  readonly spans: readonly TypedSpan[];
}

/**
 * Reads the project's own sentences with names, from mails, news, contracts, rulings and reviews. Conventions:
 * articles (except the Arabic one), titles, forms of address and job titles are outside a span, and so are suffixes
 * after an apostrophe and particles that are written with the name; legal forms and nouns that belong to a name ("cour
 * d'appel de Douai") are inside. Hospitals, courts, shops, clubs and newspapers are organizations; stations, airports, bridges,
 * stadiums and theaters are facilities. A nationality is an adjective or a noun for people, not a language. The
 * parties of a case are annotated separately. A sentence has either all its names annotated or none in it.
 *
 * @param data rooted at the folder of this file
 * @throws Error when the text of an entity does not follow the one before it
 */
export function readNamedSentences(data: DataFiles): NamedSentence[] {
  return namedLanguages.flatMap((language) => {
    const rows: unknown = JSON.parse(data.read(`${language}.data.json`).toString('utf8'));
    return z
      .array(rowSchema)
      .parse(rows)
      .map((row) => ({ id: row.id, split: row.split, language, text: row.text, spans: locateEntities(row) }));
  });
}

function locateEntities({ id, text, entities }: z.infer<typeof rowSchema>): TypedSpan[] {
  let position = 0;
  return entities.map((entity) => {
    const startIndex = text.indexOf(entity.text, position);
    if (startIndex < 0) throw new Error(`${id} has no "${entity.text}" after offset ${position}`);
    position = startIndex + entity.text.length;
    return { startIndex, endIndex: position, type: entity.type };
  });
}

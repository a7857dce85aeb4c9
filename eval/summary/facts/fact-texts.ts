import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { DataFiles } from '../../data/data-files.ts';
import { readSummaryTexts } from '../sets/summary-sets.ts';

/** Kinds of facts that an editor does not leave out. */
export const factKinds = [
  ...([
    'decision',
    'amount',
    'date',
    'obligation',
    'result',
    'warning',
    'outcome',
    'rule',
    'request',
  ] as const),
] as const;

const factSchema = z.strictObject({
  kind: z.enum(factKinds),
  /** The shortest clauses of the text that state the fact, any one of which suffices. */
  statements: z.array(z.string().min(1)).min(1),
});

const markedSchema = z.strictObject({
  id: z.string(),
  genre: z.string(),
  /** BCP 47 tag. */
  language: z.string(),
  text: z.string().optional(),
  /** A row of the public data, from 0, instead of a text. */
  source: z.strictObject({ set: z.string(), split: z.string(), row: z.int().min(0) }).optional(),
  /** Words that name the subject, any one of which suffices. */
  topic: z.array(z.string().min(1)).min(1),
  facts: z.array(factSchema).min(1).max(4),
});

/** A key fact of a text. */
export type KeyFact = z.infer<typeof factSchema>;

/** A text with its subject and its key facts, as people marked them. */
export interface FactText extends Omit<z.infer<typeof markedSchema>, 'text' | 'source'> {
  readonly text: string;
}

/** The half whose texts settings may be chosen by, and the one that is only measured. */
export type Split = 'tuned' | 'untouched';

/**
 * Reads the marked texts of a half.
 *
 * @param data public data, in which the texts are that are not in the files themselves
 * @throws Error when a statement is not in its text
 */
export function readFactTexts(split: Split, data: DataFiles): FactText[] {
  const folder = join(import.meta.dirname, 'gold', split);
  return globSync('*.data.json', { cwd: folder })
    .sort()
    .flatMap((file) => z.array(markedSchema).parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
    .map(({ text, source, ...marks }) => {
      const resolved = text ?? textOf(source, data);
      for (const { statements } of marks.facts) {
        const missing = statements.find((statement) => !resolved.includes(statement));
        if (missing !== undefined) throw new Error(`${marks.id} does not contain ${JSON.stringify(missing)}`);
      }
      return { ...marks, text: resolved };
    });
}

function textOf(source: z.infer<typeof markedSchema>['source'], data: DataFiles): string {
  if (source === undefined) throw new Error('a marked text needs a text or a source');
  const file = `summary/${source.set}.${source.split}`;
  const row = readSummaryTexts(data, file)[source.row];
  if (row === undefined) throw new Error(`${file} has no row ${source.row}`);
  return row.text;
}

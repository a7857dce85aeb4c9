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

const markSchema = z.object({
  kind: z.enum(factKinds),
  /** The shortest clauses that state the fact, any one of which suffices; of public texts their places, in UTF-16 code units. */
  statements: z.array(z.union([z.string().min(1), z.tuple([z.int().min(0), z.int().min(1)])])).min(1),
});

const markedSchema = z.strictObject({
  id: z.string(),
  genre: z.string(),
  /** BCP 47 tag. */
  language: z.string(),
  text: z.string().optional(),
  /** A row of the public data, from 0, instead of a text; the length of the text in UTF-16 code units shows that it is the same. */
  source: z
    .strictObject({ set: z.string(), split: z.string(), row: z.int().min(0), length: z.int().min(1) })
    .optional(),
  /** Words that name the subject, any one of which suffices. */
  topic: z.array(z.string().min(1)).min(1),
  facts: z.array(markSchema).min(1).max(4),
});
type Marks = z.infer<typeof markedSchema>;

/** A key fact of a text. */
export interface KeyFact {
  readonly kind: (typeof factKinds)[number];
  /** The shortest clauses of the text that state the fact, any one of which suffices. */
  readonly statements: readonly string[];
}

/** A text with its subject and its key facts, as people marked them. */
export interface FactText extends Omit<Marks, 'text' | 'source' | 'facts'> {
  readonly text: string;
  readonly facts: readonly KeyFact[];
}

/** The half whose texts settings may be chosen by, and the one that is only measured. */
export type Split = 'tuned' | 'untouched';

/** Reads the marked texts of a half. @param data public data, in which the texts are that are not in the files themselves */
export function readFactTexts(split: Split, data: DataFiles): FactText[] {
  return readMarkedTexts(join(import.meta.dirname, 'gold', split), data);
}

/**
 * Reads all files with marked texts of a folder.
 *
 * @throws Error when a statement is not in its text
 */
export function readMarkedTexts(folder: string, data: DataFiles): FactText[] {
  return globSync('*.data.json', { cwd: folder })
    .sort()
    .flatMap((file) => z.array(markedSchema).parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
    .map(({ text = undefined, source, facts, ...marks }) => {
      const resolved = text ?? textOf(source, data);
      return { ...marks, text: resolved, facts: facts.map((fact) => resolveFact(fact, resolved, marks.id)) };
    });
}

function resolveFact({ kind, statements }: Marks['facts'][number], text: string, id: string): KeyFact {
  const resolved = statements.map((mark) => (typeof mark === 'string' ? mark : text.slice(...mark)));
  const missing = resolved.find((statement) => statement === '' || !text.includes(statement));
  if (missing !== undefined) throw new Error(`${id} does not contain ${JSON.stringify(missing)}`);
  return { kind, statements: resolved };
}

const cached = new Map<string, ReturnType<typeof readSummaryTexts>>();

function textOf(source: Marks['source'], data: DataFiles): string {
  if (source === undefined) throw new Error('a marked text needs a text or a source');
  const file = `summary/${source.set}.${source.split}`;
  let rows = cached.get(file);
  if (rows === undefined) {
    rows = readSummaryTexts(data, file);
    cached.set(file, rows);
  }
  const row = rows[source.row];
  if (row?.text.length !== source.length) throw new Error(`row ${source.row} of ${file} has another text`);
  return row.text;
}

import { z } from 'zod';
import type { DataFiles } from '../../data/data-files.ts';
import type { ConversionTruth } from './conversion-truth.ts';

const truthSchema = z.looseObject({
  file: z.string(),
  format: z.string(),
  scanned: z.boolean().nullish(),
  blocks: z.array(
    z.looseObject({
      type: z.enum(['heading', 'paragraph', 'list_item', 'table', 'code', 'footnote']),
      text: z.string().optional(),
      level: z.number().optional(),
      depth: z.number().optional(),
      ordered: z.boolean().optional(),
      rows: z.array(z.array(z.string())).optional(),
      span: z.array(z.array(z.number())).optional(),
    }),
  ),
  running: z.array(z.string()),
  pageNumbers: z.array(z.string()),
  optional: z.string(),
});

/** Reads what documents contain. @param path of a `truth.jsonl` @throws Error for a line of another form */
export function readTruths(data: DataFiles, path: string): ConversionTruth[] {
  const lines = data.read(path).toString('utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const { scanned, ...truth } = truthSchema.parse(JSON.parse(line));
      return { ...truth, scanned: scanned === true };
    });
}

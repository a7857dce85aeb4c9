import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** The data sets lie beside the repository, not in it. */
export const dataDir = fileURLToPath(new URL('../../shared/data/', import.meta.url));

export const hasData = existsSync(dataDir);

/** Rows of a `.jsonl.gz` set, named as in the data folder (`sentiment/sst5.dev`). */
export function readDataset<Row>(name: string, parse: (row: unknown) => Row): Row[] {
  const lines = gunzipSync(readFileSync(`${dataDir}${name}.jsonl.gz`))
    .toString('utf8')
    .split('\n');
  return lines.filter((line) => line !== '').map((line) => parse(JSON.parse(line)));
}

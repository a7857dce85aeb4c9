/**
 * Compares token counts with those of tiktoken's `o200k_base` encoder on sentences in 79 languages.
 *
 *     node --conditions=source eval/text/measure-tokens.ts
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { countTokens } from '@quern/text/tokens/count-tokens';
import { z } from 'zod';
import { DataFiles } from '../data/data-files.ts';
import { writeResult } from '../write-result.ts';

const rowSchema = z.object({ text: z.string(), lang: z.string() });

/** tiktoken is a dependency of `@quern/text`, which uses its vocabulary but not its encoder. */
const requireFromText = createRequire(new URL('../../packages/text/package.json', import.meta.url));
const { get_encoding: getEncoding } = requireFromText('tiktoken') as {
  get_encoding(name: string): { encode_ordinary(text: string): ArrayLike<number>; free(): void };
};
const manifest = readFileSync(join(dirname(requireFromText.resolve('tiktoken')), 'package.json'), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };

function main(): void {
  const data = new DataFiles();
  const rows = data.readRows('language/sentences.dev', (row) => rowSchema.parse(row));
  const encoder = getEncoding('o200k_base');
  const equal = rows.filter(({ text }) => countTokens(text) === encoder.encode_ordinary(text).length).length;
  encoder.free();
  const figures = { sentences: rows.length, languages: new Set(rows.map(({ lang }) => lang)).size, equal };
  console.log(figures);
  writeResult('tokens', {
    claim: 'Token counts equal to those of tiktoken',
    script: import.meta.filename,
    data,
    n: rows.length,
    versions: { tiktoken: version },
    figures,
  });
}

main();

/**
 * Measures translation by corpus BLEU and chrF2 on Flores sentences, with the two Bergamot models in the data folder,
 * which are served as a local mirror. Other language pairs need other models, which are not in the data.
 *
 *     node --conditions=source eval/translation/measure-translation.ts [--limit SENTENCES]
 */
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveModelMirror } from '@quern/testing/web/serve-model-mirror';
import { Translator } from '@quern/translation/translator';
import { z } from 'zod';
import { DataFiles } from '../data/data-files.ts';
import { corpusBleu } from '../metrics/bleu.ts';
import { corpusChrf } from '../metrics/chrf.ts';
import { readLimit } from '../read-limit.ts';
import { type Figures, writeResult } from '../write-result.ts';

const rowSchema = z.object({ en: z.string(), pt: z.string() });
type Row = z.infer<typeof rowSchema>;

const modelsFolder = 'translation/models';
const directions = [
  { from: 'en', to: 'pt' },
  { from: 'pt', to: 'en' },
] as const;

async function measureDirection(
  translator: Translator,
  rows: readonly Row[],
  from: keyof Row,
  to: keyof Row,
): Promise<Figures> {
  const { sentences } = await translator.translate({ sentences: rows.map((row) => row[from]), from, to });
  const references = rows.map((row) => row[to]);
  return {
    sentences: rows.length,
    bleu: corpusBleu(sentences, references),
    chrf: corpusChrf(sentences, references),
  };
}

async function main(): Promise<void> {
  const limit = readLimit();
  const data = new DataFiles();
  const rows = data.readRows('translation/flores-dev.en-pt', (row) => rowSchema.parse(row)).slice(0, limit);
  for (const file of globSync(`${modelsFolder}/*/*.gz`, { cwd: data.root })) data.read(file);
  const mirror = await serveModelMirror(join(data.root, modelsFolder));
  const modelsDir = mkdtempSync(join(tmpdir(), 'quern-translation-'));
  const translator = new Translator({
    modelsDir,
    registryUrl: mirror.url,
    offline: false,
    fetchBytes: async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer()),
  });
  const figures: Record<string, Figures> = {};
  for (const { from, to } of directions)
    figures[`${from}-${to}`] = await measureDirection(translator, rows, from, to);
  await translator.close();
  mirror.close();
  rmSync(modelsDir, { recursive: true });
  console.log(figures);
  if (limit === Number.POSITIVE_INFINITY)
    writeResult('translation', {
      claim: 'Translation between English and Portuguese: BLEU and chrF2',
      script: import.meta.filename,
      data,
      n: rows.length * directions.length,
      figures,
    });
}

await main();

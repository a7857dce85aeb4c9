/**
 * Measures translation with the two Bergamot models in the data folder, which are served as a local mirror: corpus BLEU
 * and chrF2 on Flores sentences, words per second of CPU time, and how many links, code spans, numbers, table cells and
 * blocks of Markdown documents are kept. Other language pairs need other models, which are not in the data.
 *
 *     node --conditions=source eval/translation/measure-translation.ts [--limit SENTENCES]
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveModelMirror } from '@quern/testing/web/serve-model-mirror';
import type { TextFormat } from '@quern/translation/blocks/inline-token';
import { withLlmFallback } from '@quern/translation/llm/with-llm-fallback';
import { assembleTranslation } from '@quern/translation/plan/assemble-translation';
import { planTranslation, readBlocks } from '@quern/translation/plan/plan-translation';
import { translateText } from '@quern/translation/translate-text';
import { Translator } from '@quern/translation/translator';
import { z } from 'zod';
import { DataFiles } from '../data/data-files.ts';
import { corpusBleu } from '../metrics/bleu.ts';
import { corpusChrf } from '../metrics/chrf.ts';
import { readLimit } from '../read-limit.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { countKept, findMarkdownParts, type MarkdownParts } from './markdown-parts.ts';

const rowSchema = z.object({ en: z.string(), pt: z.string() });
type Row = z.infer<typeof rowSchema>;

const modelsFolder = 'translation/models';
const documentsFolder = join(import.meta.dirname, 'documents');
const directions = [
  { from: 'en', to: 'pt' },
  { from: 'pt', to: 'en' },
] as const;

/** Translates a text as the operation does. */
async function translate(
  translator: Translator,
  { source, format, from, to }: { source: string; format: TextFormat; from: string; to: string },
) {
  const plan = planTranslation(source, readBlocks(source, format), from);
  const request = { source, format, plan, from, to };
  return translateText(
    { ...request, signal: new AbortController().signal, progress: () => undefined },
    withLlmFallback(translator, undefined),
    async (input) => assembleTranslation(input),
  );
}

/** Sentences of Flores, as paragraphs of one text. */
async function measureDirection(
  translator: Translator,
  rows: readonly Row[],
  from: keyof Row,
  to: keyof Row,
): Promise<Figures> {
  const source = rows.map((row) => row[from].trim()).join('\n\n');
  await translate(translator, { source: rows[0]?.[from] ?? '', format: 'text', from, to });
  const before = process.cpuUsage();
  const { translation } = await translate(translator, { source, format: 'text', from, to });
  const { user, system } = process.cpuUsage(before);
  const translated = translation.split('\n\n');
  if (translated.length !== rows.length) throw new Error('a blank line was lost');
  const references = rows.map((row) => row[to]);
  return {
    sentences: rows.length,
    bleu: corpusBleu(translated, references),
    chrf: corpusChrf(translated, references),
    wordsPerCpuSecond: source.split(/\s+/).length / ((user + system) / 1e6),
  };
}

const partNames = ['links', 'code', 'numbers', 'cells', 'blocks'] as const;

/** Counts the parts of Markdown documents that their translations have too. */
async function measureMarkdown(translator: Translator): Promise<Figures> {
  const totals = Object.fromEntries(partNames.map((name) => [name, { total: 0, kept: 0 }]));
  const files = globSync('*.md', { cwd: documentsFolder }).sort();
  let [sentences, untranslated] = [0, 0];
  for (const file of files) {
    const source = readFileSync(join(documentsFolder, file), 'utf8');
    const result = await translate(translator, { source, format: 'markdown', from: 'en', to: 'pt' });
    sentences += result.sentences.length;
    untranslated += result.untranslatedCount;
    const expected: MarkdownParts = findMarkdownParts(source);
    const found = findMarkdownParts(result.translation);
    for (const name of partNames) {
      const kept = countKept(expected[name], found[name]);
      if (kept < expected[name].length) console.log(`${file}: ${kept} of ${expected[name].length} ${name}`);
      const counts = totals[name];
      if (counts) {
        counts.total += expected[name].length;
        counts.kept += kept;
      }
    }
  }
  return { documents: files.length, sentences, untranslated, ...totals };
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
  const figures: Record<string, Figures> = { markdown: await measureMarkdown(translator) };
  for (const { from, to } of directions)
    figures[`${from}-${to}`] = await measureDirection(translator, rows, from, to);
  await translator.close();
  mirror.close();
  rmSync(modelsDir, { recursive: true });
  console.log(JSON.stringify(figures, null, 2));
  if (limit === Number.POSITIVE_INFINITY)
    writeResult('translation', {
      claim:
        'Translation between English and Portuguese: BLEU, chrF2, speed, and the parts of Markdown that are kept',
      script: import.meta.filename,
      data,
      n: rows.length * directions.length,
      figures,
    });
}

await main();

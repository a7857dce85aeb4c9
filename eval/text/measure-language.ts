/**
 * Measures language detection on sentences in 78 languages that its weights were not learned from: the weights are
 * learned again from two thirds of the sentences, and every third sentence is scored. In the same run: the library
 * eld alone, which the detector combines with these weights.
 *
 *     node --conditions=source eval/text/measure-language.ts
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eld } from 'eld/small';
import { z } from 'zod';
import {
  type LabeledSentence,
  learnLanguageWeights,
  selectCoveredSentences,
} from '../../training/language/learn-language-weights.ts';
import { DataFiles } from '../data/data-files.ts';
import { writeResult } from '../write-result.ts';

const rowSchema = z.object({ text: z.string(), lang: z.string() });
const weightsFile = '/language/language-weights.data.json';

/** Makes every later import of the shipped weights load these instead. */
function replaceWeights(weights: object): void {
  registerHooks({
    load: (url, context, nextLoad) =>
      url.endsWith(weightsFile)
        ? { format: 'json', source: JSON.stringify(weights), shortCircuit: true }
        : nextLoad(url, context),
  });
}

/** Returns the version of eld, a dependency of `@quern/text`. */
function eldVersion(): string {
  const folder = join('node_modules', 'eld');
  const [root = ''] = fileURLToPath(import.meta.resolve('eld/small')).split(folder);
  const manifest = readFileSync(join(root, folder, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

async function shareOfCorrect(
  sentences: readonly LabeledSentence[],
  detect: (text: string) => Promise<string>,
): Promise<number> {
  let correct = 0;
  for (const { text, lang } of sentences) correct += Number((await detect(text)) === lang);
  return correct / sentences.length;
}

async function main(): Promise<void> {
  const data = new DataFiles();
  const all = data.readRows('language/sentences.dev', (row) => rowSchema.parse(row));
  const sentences = selectCoveredSentences(all);
  const heldOut = sentences.filter((_, index) => index % 3 === 0);
  replaceWeights(learnLanguageWeights(sentences.filter((_, index) => index % 3 !== 0)));
  const { detectLanguage } = await import('@quern/text/language/detect-language');
  const figures = {
    sentences: heldOut.length,
    languages: new Set(heldOut.map(({ lang }) => lang)).size,
    accuracy: await shareOfCorrect(heldOut, async (text) => (await detectLanguage(text)).language),
    eldAccuracy: await shareOfCorrect(heldOut, async (text) => eld.detect(text).language),
  };
  console.log(figures);
  writeResult('language', {
    claim: 'Language of single sentences that the weights were not learned from',
    script: import.meta.filename,
    data,
    n: heldOut.length,
    versions: { eld: eldVersion() },
    figures,
  });
}

await main();

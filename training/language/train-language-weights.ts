/**
 * Writes the weights of language detection, learned from all sentences of the set:
 *
 *     node --conditions=source training/language/train-language-weights.ts ../shared/data/language/sentences.dev.jsonl.gz
 *
 * The sentences (150 in each of 79 languages) are CC BY. eval/text/measure-language.ts measures the same weights
 * learned from two thirds of the sentences on the other third.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  type LabeledSentence,
  learnLanguageWeights,
  selectCoveredSentences,
} from './learn-language-weights.ts';

const output = new URL('../../packages/text/src/language/language-weights.data.json', import.meta.url);

function main(): void {
  const [path] = process.argv.slice(2);
  if (path === undefined) throw new Error('Name the file of sentences.');
  const sentences = gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .map((line): LabeledSentence => JSON.parse(line));
  const weights = learnLanguageWeights(selectCoveredSentences(sentences));
  writeFileSync(output, `${JSON.stringify(weights, undefined, 1)}\n`);
}

main();

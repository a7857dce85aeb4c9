/**
 * Counts the subwords of all training texts as the encoder's tokenizer splits them, for `learn_projection.py`.
 *
 *     node --conditions=source training/summary/count-subwords.ts OUTPUT SUMMARY-DATA
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { bundledModelDir } from '@quern/nlp/encoder/load-encoder';
import { readVocabulary } from '@quern/nlp/encoder/tokenizer/read-vocabulary';
import { Tokenizer } from '@quern/nlp/encoder/tokenizer/tokenizer';
import { extractTerms } from '@quern/summary/extractive/statistics/extract-terms';

/** Characters of a text that are counted, so that long texts do not prevail. */
const lengthMax = 4000;

const [output = '', data = ''] = process.argv.slice(2);
const vocabulary = readVocabulary(readFileSync(join(bundledModelDir, 'vocabulary.bin')));
const tokenizer = new Tokenizer(vocabulary);
const counts = new Float64Array(vocabulary.scores.length);
for (const file of readdirSync(data).filter((name) => name.includes('.train.'))) {
  for (const line of gunzipSync(readFileSync(join(data, file)))
    .toString()
    .trim()
    .split('\n')) {
    const { text, sentences }: { text?: string; sentences?: string[] } = JSON.parse(line);
    const sample = (text ?? sentences?.join(' ') ?? '').slice(0, lengthMax);
    for (const word of extractTerms(sample))
      for (const id of tokenizer.tokenize(word).ids) counts[id] = (counts[id] ?? 0) + 1;
  }
}
const probabilities = vocabulary.scores.map((score) => Math.exp(score));
writeFileSync(output, JSON.stringify({ counts: [...counts], probabilities: [...probabilities] }));

/**
 * Writes the sentences that `teach_facts.py` and `learn_phrases.py` learn from, one line of `sentences.jsonl` for each text: first those of the marked texts, with
 * the facts that each sentence states, then those of the data sets and pages without marks; and the subwords of all their words (`words.json`).
 *
 *     node --conditions=source training/summary/dump-sentences.ts OUTPUT DATA WCXB-PAGES [every nth]
 *
 * Texts without marks are cut after 20,000 code units. A file has at most 30,000 sentences, so that no set decides for the others. Rows of `ner` are sentences: 30
 * in a row are a text, whose sentences hardly belong together, but which are in many languages.
 */
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { loadEncoder } from '@quern/nlp';
import { outlineBlocks } from '@quern/summary/extractive/outline/outline-blocks';
import type { Outline } from '@quern/summary/extractive/outline/summary-unit';
import { extractTerms } from '@quern/summary/extractive/statistics/extract-terms';
import { readTextBlocks } from '@quern/text/structure/readers/read-text-blocks';
import { z } from 'zod';
import { DataFiles } from '../../eval/data/data-files.ts';
import { marksOf, readLearnedTexts } from './marked-sentences.ts';

const [output = '', data = '', pages = '', step = '1'] = process.argv.slice(2);

const sentencesMax = 30_000;
const sentencesMin = 4;
const textLengthMax = 20_000;
const pageLengthMin = 600;
const pageLengthMax = 12_000;
/** Sentences of a file of `ner`, and of each text made of them. */
const nerSentencesMax = 3_480;
const nerTextLength = 30;
const nerLengthMin = 15;
const nerLengthMax = 600;
/** Sets whose texts belong to publishers are never trained on; `sec` repeats one contract. */
const leftOut = /^(?:cnndm|orangesum|sec|crossner|btc|wnut)/;

const summaryRow = z.object({
  text: z.string().optional(),
  sentences: z.array(z.string()).optional(),
  lang: z.string().optional(),
});
const nerRow = z.object({ tokens: z.array(z.string()), space_after: z.array(z.number()).optional() });
const pageRow = z.object({ gold: z.string().nullish() });

const { subwords } = await loadEncoder();
const words = new Map<string, { readonly number: number; readonly ids: number[] }>();
const file = openSync(join(output, 'sentences.jsonl'), 'w');

function numberOf(word: string): number {
  const known = words.get(word);
  if (known !== undefined) return known.number;
  const number = words.size;
  words.set(word, { number, ids: subwords.split(word) });
  return number;
}

function write(set: string, sentences: readonly string[], marks: object = {}): void {
  const numbered = sentences.map((text) => extractTerms(text).map(numberOf));
  writeSync(file, `${JSON.stringify({ set, sentences, words: numbered, ...marks })}\n`);
}

function readLines<T>(path: string, schema: z.ZodType<T>): T[] {
  const content = path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path);
  return content
    .toString()
    .trim()
    .split('\n')
    .filter((_, row) => row % Number(step) === 0)
    .map((line) => schema.parse(JSON.parse(line)));
}

function readOutline(text: string, language: string): Outline {
  return outlineBlocks(readTextBlocks(text), language);
}

function sentencesOf({ units }: Outline): string[] {
  return units.map((unit) => unit.text);
}

function writeMarked(): void {
  const texts = readLearnedTexts(new DataFiles(data)).filter((_, row) => row % Number(step) === 0);
  for (const { text, isTuned } of texts) {
    const outline = readOutline(text.text, text.language);
    write('marked', sentencesOf(outline), { tuned: isTuned, ...marksOf(text, outline) });
  }
}

/** Writes texts until there are enough sentences. */
function writeTexts(set: string, texts: Iterable<readonly string[]>, max: number): void {
  let count = 0;
  for (const sentences of texts) {
    if (count > max) break;
    if (sentences.length < sentencesMin) continue;
    write(set, sentences);
    count += sentences.length;
  }
  console.log(set, count);
}

function* summaryTexts(path: string): Generator<string[]> {
  for (const { text, sentences, lang = 'en' } of readLines(path, summaryRow))
    yield sentencesOf(readOutline((text ?? sentences?.join(' ') ?? '').slice(0, textLengthMax), lang));
}

function* nerTexts(path: string): Generator<string[]> {
  let sentences: string[] = [];
  for (const { tokens, space_after: spaces } of readLines(path, nerRow)) {
    const joined = tokens.map((token, index) => token + ((spaces?.[index] ?? 1) ? ' ' : '')).join('');
    const sentence = joined.trim().replaceAll(/ ([.,;:!?])/g, '$1');
    if (sentence.length <= nerLengthMin || sentence.length >= nerLengthMax) continue;
    sentences.push(sentence);
    if (sentences.length < nerTextLength) continue;
    yield sentences;
    sentences = [];
  }
}

function* pageTexts(): Generator<string[]> {
  for (const { gold } of readLines(join(pages, 'gold.jsonl'), pageRow)) {
    const text = (gold ?? '').slice(0, pageLengthMax);
    if (text.length >= pageLengthMin) yield sentencesOf(readOutline(text, 'und'));
  }
}

function trainingFiles(folder: string): string[] {
  return readdirSync(join(data, folder))
    .filter((name) => name.endsWith('.train.jsonl.gz') && !leftOut.test(name))
    .map((name) => join(data, folder, name));
}

writeMarked();
for (const path of trainingFiles('summary')) writeTexts(path, summaryTexts(path), sentencesMax);
for (const path of trainingFiles('ner')) writeTexts(path, nerTexts(path), nerSentencesMax - nerTextLength);
writeTexts('pages', pageTexts(), Number.POSITIVE_INFINITY);
closeSync(file);
writeFileSync(join(output, 'words.json'), JSON.stringify([...words.values()].map(({ ids }) => ids)));

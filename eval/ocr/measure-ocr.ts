/**
 * Character error rate and word F1 of the image reader on the OCR sets:
 * `node --conditions=source eval/ocr/measure-ocr.ts [images a set] [set ...]`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import { dataDir } from '../read-dataset.ts';

const count = Number(process.argv[2] ?? 3);
const folder = join(dataDir, 'ocr');
const wanted = process.argv.slice(3);
const sets = readdirSync(folder).filter(
  (set) => existsSync(join(folder, set, 'truth')) && (wanted.length === 0 || wanted.includes(set)),
);

/** Levenshtein's distance over code points, two rows at a time. */
function distance(a: readonly string[], b: readonly string[]): number {
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= b.length; at += 1) {
      const swap = (before[at - 1] ?? 0) + Number(a[row - 1] !== b[at - 1]);
      current.push(Math.min(swap, (before[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1));
    }
    before = current;
  }
  return before[b.length] ?? 0;
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function wordF1(read: string, truth: string): number {
  const left = new Map<string, number>();
  for (const word of words(truth)) left.set(word, (left.get(word) ?? 0) + 1);
  let hit = 0;
  for (const word of words(read)) {
    const more = left.get(word) ?? 0;
    if (more > 0) {
      hit += 1;
      left.set(word, more - 1);
    }
  }
  return (2 * hit) / Math.max(1, words(read).length + words(truth).length);
}

const fold = (text: string) => [...text.replace(/\s+/g, ' ').trim()];
const reader = new OcrEngine();
for (const set of sets) {
  const [errors, scores, times]: [number[], number[], number[]] = [[], [], []];
  for (const name of readdirSync(join(folder, set, 'images')).slice(0, count)) {
    const truth = readFileSync(join(folder, set, 'truth', `${basename(name, extname(name))}.txt`), 'utf8');
    const started = performance.now();
    const { text } = await reader.recognize(readFileSync(join(folder, set, 'images', name)));
    times.push(performance.now() - started);
    errors.push(distance(fold(text), fold(truth)) / Math.max(1, fold(truth).length));
    scores.push(wordF1(text, truth));
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  console.log(
    `${set.padEnd(16)} CER ${(mean(errors) * 100).toFixed(1).padStart(5)} %  word F1 ${(mean(scores) * 100).toFixed(1).padStart(5)} %  ${Math.round(mean(times))} ms`,
  );
}
await reader.close();

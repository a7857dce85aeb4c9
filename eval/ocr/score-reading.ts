import { calibrationGap, type ScoredShare } from '../metrics/calibration-gap.ts';
import { characterAccuracy, characterErrorRate } from '../metrics/character-error-rate.ts';
import { countExactRows, countRowLines } from '../metrics/row-match.ts';
import { mean } from '../metrics/statistics.ts';
import { multisetOverlap, splitWords, wordF1 } from '../metrics/word-f1.ts';
import type { Reading } from './readers/reader.ts';
import type { TruthImage } from './sets/image-sets.ts';

/** Scores of one reading of an image. */
export interface ReadingScore {
  readonly wordF1: number;
  readonly characterErrorRate: number;
  /** Character error rate without the distinction of upper and lower case. */
  readonly foldedErrorRate: number;
  readonly cpuSeconds: number;
  readonly failed: boolean;
  /** Confidence and share of correct characters; absent without a confidence. */
  readonly characters?: ScoredShare;
  /** Confidence and share of read words that are in the image, in any order; absent without a confidence or text. */
  readonly words?: ScoredShare;
}

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Unicode normalization form C without characters that cannot be seen (soft hyphens, joiners, direction marks, byte order
 * marks), and with the Thai vowel sara am as one character, which looks the same as two.
 */
function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33');
}

/** Scores the text of one reading. */
export function scoreReading(reading: Reading, image: TruthImage): ReadingScore {
  const { confidence, cpuSeconds, failure } = reading;
  const text = normalizeText(reading.text);
  const expected = normalizeText(image.text);
  const read = splitWords(text);
  const gold = splitWords(expected);
  const score = {
    wordF1: wordF1(read, gold),
    characterErrorRate: characterErrorRate(text, expected),
    foldedErrorRate: characterErrorRate(text.toLowerCase(), expected.toLowerCase()),
    cpuSeconds,
    failed: failure !== undefined,
  };
  if (confidence === undefined) return score;
  const characters = { confidence, correctShare: characterAccuracy(text, expected) };
  if (read.length === 0) return { ...score, characters };
  const words = { confidence, correctShare: multisetOverlap(read, gold) / read.length };
  return { ...score, characters, words };
}

/** Means over the images of a set. Word F1 ignores the order of words, the character error rate does not. */
export function summarizeScores(scores: readonly ReadingScore[]) {
  return {
    wordF1: mean(scores.map((score) => score.wordF1)),
    characterErrorRate: mean(scores.map((score) => score.characterErrorRate)),
    foldedErrorRate: mean(scores.map((score) => score.foldedErrorRate)),
    cpuSeconds: mean(scores.map((score) => score.cpuSeconds)),
    failed: scores.filter((score) => score.failed).length,
  };
}

/** Expected calibration error of the page's confidence against the shares of correct characters and words. */
export function summarizeCalibration(scores: readonly ReadingScore[]) {
  const characters = scores.flatMap((score) => score.characters ?? []);
  return {
    pages: characters.length,
    characterGap: calibrationGap(characters),
    wordGap: calibrationGap(scores.flatMap((score) => score.words ?? [])),
    meanConfidence: mean(characters.map(({ confidence }) => confidence)),
    meanCharacterAccuracy: mean(characters.map(({ correctShare }) => correctShare)),
  };
}

/** Numbers of rows of an image that were read. */
export interface RowScore {
  readonly rows: number;
  /**
   * Rows of tables with equal cells, a row with cells of several lines also as one row for each line; and pairs of label
   * and value that are a row or a line of text.
   */
  readonly exact: number;
  /** Rows with equal cells, cells of several lines joined, whether or not they are in a table. */
  readonly exactCells: number;
  /** Rows whose text is a line of the text; with cells of several lines, all of its lines. */
  readonly exactText: number;
}

/** Counts the rows of an image that were read exactly. */
export function scoreRows(reading: Reading, image: TruthImage): RowScore {
  const rows = image.rows ?? [];
  const rowText = normalizeText(reading.rowText ?? reading.text);
  const read = (reading.tables ?? []).flat().map((row) => row.map(normalizeText));
  const isRow = (cells: readonly string[]) => countExactRows(read, [cells]) === 1;
  const isLine = (cells: readonly string[]) => countRowLines(rowText, [cells]) === 1;
  let exact = 0;
  let exactText = 0;
  for (const { cells, lines, isTable } of rows) {
    const isText = isLine(cells) || lines.every(isLine);
    if (isRow(cells) || lines.every(isRow) || (!isTable && isText)) exact += 1;
    if (isText) exactText += 1;
  }
  const exactCells = countExactRows(
    read,
    rows.map(({ cells }) => cells),
  );
  return { rows: rows.length, exact, exactCells, exactText };
}

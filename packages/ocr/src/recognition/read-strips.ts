import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import type { RgbImage } from '../image/rgb-image.ts';
import type { ReadCharacter } from './decode-ctc.ts';
import { inkCoverage } from './ink-coverage.ts';
import { toLogicalOrder } from './logical-order.ts';
import { findInkColumns } from './measure-ink.ts';
import { addUnknownCharacters } from './merge-readings.ts';
import type { RecognitionModel } from './recognition-model.ts';
import { restoreSpaces } from './restore-spaces.ts';
import { unifyLetters } from './unify-letters.ts';
import { unifyWidth } from './unify-width.ts';

/** The characters of a strip. */
export interface Reading {
  readonly characters: readonly ReadCharacter[];
  /** Expected share of correct characters, from 0 to 1: the mean of their probabilities × the share of ink that they cover. */
  readonly confidence: number;
}

/** The recognizers, and which of them to ask first. They are loaded when they are first needed. */
export interface Recognizers {
  /** Reads Latin, Greek, Han and Kana. */
  readonly base: () => Promise<RecognitionModel>;
  /** Reads further scripts, and letters of Latin and Greek that the first does not know. */
  readonly scripts: () => Promise<RecognitionModel | undefined>;
  /** Whether the text is expected in a script that only the second one reads. */
  readonly preferScripts: boolean;
}

/** Readings below this confidence are tried with the other recognizer. */
const doubtfulBelow = 0.99;
/** The other recognizer's reading replaces the first one if that is below this confidence, and worse by this much. */
const [replaceBelow, advantageMin] = [0.97, 0.02];
/** Strips below this confidence may be in a script that the first recognizer does not know. */
const poorBelow = 0.9;

/** Reads strips with one recognizer, and those that it does not read well with the other. */
export async function readStrips(
  strips: readonly RgbImage[],
  { base, scripts, preferScripts }: Recognizers,
  guard: NativeCallGuard,
): Promise<Reading[]> {
  const preferred = preferScripts ? await scripts() : undefined;
  const first = preferred ?? (await base());
  const readings = await readWith(first, strips, guard);
  const doubtful = readings.flatMap(({ confidence }, index) => (confidence < doubtfulBelow ? [index] : []));
  const other = doubtful.length === 0 ? undefined : await (preferred === undefined ? scripts() : base());
  if (other !== undefined) {
    const chosen = doubtful.flatMap((index) => strips[index] ?? []);
    for (const [place, second] of (await readWith(other, chosen, guard)).entries()) {
      const index = doubtful[place] ?? 0;
      const before = readings[index];
      if (before !== undefined) readings[index] = chooseReading(before, second, first);
    }
  }
  return readings.map(({ characters, confidence, ink }) => ({
    characters: toLogicalOrder(unifyLetters(unifyWidth(trim(restoreSpaces(characters, ink))))),
    confidence,
  }));
}

/** Scores strips by the recognizer that reads each of them better. @returns from 0 to 1 */
export async function scoreStrips(
  strips: readonly RgbImage[],
  { base, scripts }: Pick<Recognizers, 'base' | 'scripts'>,
  guard: NativeCallGuard,
): Promise<number[]> {
  const scores = confidencesOf(await readWith(await base(), strips, guard));
  const poor = scores.flatMap((score, index) => (score < poorBelow ? [index] : []));
  const other = poor.length === 0 ? undefined : await scripts();
  if (other === undefined) return scores;
  const chosen = poor.flatMap((index) => strips[index] ?? []);
  for (const [place, score] of confidencesOf(await readWith(other, chosen, guard)).entries()) {
    const index = poor[place] ?? 0;
    scores[index] = Math.max(score, scores[index] ?? 0);
  }
  return scores;
}

const confidencesOf = (readings: readonly RawReading[]): number[] =>
  readings.map(({ confidence }) => confidence);

/** A reading in the order of the strip, from left to right. */
interface RawReading extends Reading {
  /** 1 for each column of the strip with ink. */
  readonly ink: Uint8Array;
}

function chooseReading(reading: RawReading, other: RawReading, model: RecognitionModel): RawReading {
  const isBetter = other.confidence > reading.confidence + advantageMin;
  if (isBetter) return reading.confidence < replaceBelow ? other : reading;
  const knows = (text: string): boolean => model.knows(text);
  return { ...reading, characters: addUnknownCharacters(reading.characters, other.characters, knows) };
}

async function readWith(
  model: RecognitionModel,
  strips: readonly RgbImage[],
  guard: NativeCallGuard,
): Promise<RawReading[]> {
  const read = await model.read(strips, guard);
  return read.map((characters, index) => {
    const strip = strips[index];
    if (strip === undefined || characters.length === 0)
      return { characters: [], confidence: 0, ink: new Uint8Array() };
    const ink = findInkColumns(strip);
    const mean = characters.reduce((sum, { probability }) => sum + probability, 0) / characters.length;
    return { characters, confidence: mean * inkCoverage(characters, ink), ink };
  });
}

/** Removes spaces at both ends. */
function trim(characters: readonly ReadCharacter[]): ReadCharacter[] {
  const isInk = ({ text }: ReadCharacter): boolean => text.trim() !== '';
  return characters.slice(characters.findIndex(isInk), characters.findLastIndex(isInk) + 1);
}

import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import type { RgbImage } from '../image/rgb-image.ts';
import type { ReadCharacter } from './decode-ctc.ts';
import { inkCoverage } from './ink-coverage.ts';
import { toLogicalOrder } from './logical-order.ts';
import { findInkColumns } from './measure-ink.ts';
import type { RecognitionModel } from './recognition-model.ts';
import { restoreSpaces } from './restore-spaces.ts';

/** The characters of a strip. */
export interface Reading {
  readonly characters: readonly ReadCharacter[];
  /** Expected share of correct characters, from 0 to 1. */
  readonly confidence: number;
}

/** The recognizers, and which of them to ask first. The others are loaded when they are first needed. */
export interface Recognizers {
  /** Reads Latin, Greek, Han and Kana. */
  readonly base: () => Promise<RecognitionModel>;
  /** The same, slower and more precise. */
  readonly precise: () => Promise<RecognitionModel>;
  /** Reads further scripts. */
  readonly scripts: () => Promise<RecognitionModel | undefined>;
  /** Whether the text is expected in a script that only the last one reads. */
  readonly preferScripts: boolean;
}

/** Readings below these confidences are tried with the precise recognizer, and with the one for further scripts. */
const [preciseBelow, scriptsBelow] = [0.99, 0.9];
/** The recognizer for further scripts must be better by this much. */
const advantageMin = 0.02;

/** Reads strips with one recognizer, and those that it does not read well with the others. */
export async function readStrips(
  strips: readonly RgbImage[],
  { base, precise, scripts, preferScripts }: Recognizers,
  guard: NativeCallGuard,
): Promise<Reading[]> {
  const preferred = preferScripts ? await scripts() : undefined;
  const readings = await readWith(preferred ?? (await base()), strips, guard);
  const read = (model: RecognitionModel, chosen: readonly RgbImage[]) => readWith(model, chosen, guard);
  if (preferred !== undefined) {
    await improve(readings, strips, scriptsBelow, base, advantageMin, read);
    return readings;
  }
  await improve(readings, strips, preciseBelow, precise, -1, read);
  await improve(readings, strips, scriptsBelow, scripts, advantageMin, read);
  return readings;
}

/** Scores strips by the recognizer that reads each of them better, without the slow one. @returns from 0 to 1 */
export async function scoreStrips(
  strips: readonly RgbImage[],
  { base, scripts }: Pick<Recognizers, 'base' | 'scripts'>,
  guard: NativeCallGuard,
): Promise<number[]> {
  const read = (model: RecognitionModel, chosen: readonly RgbImage[]) => readWith(model, chosen, guard);
  const readings = await read(await base(), strips);
  await improve(readings, strips, scriptsBelow, scripts, 0, read);
  return readings.map(({ confidence }) => confidence);
}

/** Reads the strips below a confidence with another recognizer, and keeps its reading where it is better. */
async function improve(
  readings: Reading[],
  strips: readonly RgbImage[],
  below: number,
  load: () => Promise<RecognitionModel | undefined>,
  advantage: number,
  read: (model: RecognitionModel, strips: readonly RgbImage[]) => Promise<Reading[]>,
): Promise<void> {
  const doubtful = readings.flatMap(({ confidence }, index) => (confidence < below ? [index] : []));
  const model = doubtful.length === 0 ? undefined : await load();
  if (model === undefined) return;
  const second = await read(
    model,
    doubtful.flatMap((index) => strips[index] ?? []),
  );
  for (const [place, index] of doubtful.entries()) {
    const [before, after] = [readings[index], second[place]];
    if (before !== undefined && after !== undefined && after.confidence > before.confidence + advantage)
      readings[index] = after;
  }
}

async function readWith(
  model: RecognitionModel,
  strips: readonly RgbImage[],
  guard: NativeCallGuard,
): Promise<Reading[]> {
  const read = await model.read(strips, guard);
  return read.map((characters, index) => {
    const strip = strips[index];
    if (strip === undefined || characters.length === 0) return { characters: [], confidence: 0 };
    const ink = findInkColumns(strip);
    const mean = characters.reduce((sum, { probability }) => sum + probability, 0) / characters.length;
    return {
      characters: toLogicalOrder(trim(restoreSpaces(characters, ink))),
      confidence: mean * inkCoverage(characters, ink),
    };
  });
}

/** Removes spaces at both ends. */
function trim(characters: readonly ReadCharacter[]): ReadCharacter[] {
  const isInk = ({ text }: ReadCharacter): boolean => text.trim() !== '';
  return characters.slice(characters.findIndex(isInk), characters.findLastIndex(isInk) + 1);
}

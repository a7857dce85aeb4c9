import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import type { RgbImage } from '../image/rgb-image.ts';
import type { ReadCharacter } from './decode-ctc.ts';
import { inkCoverage } from './ink-coverage.ts';
import { toLogicalOrder } from './logical-order.ts';
import { findInkColumns } from './measure-ink.ts';
import { addUnknownCharacters } from './merge-readings.ts';
import type { RecognitionModel } from './recognition-model.ts';
import { restoreSigns } from './restore-signs.ts';
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

/** The other recognizer's reading replaces the first one if that is below this confidence, and worse by this much. */
const [replaceBelow, advantageMin] = [0.97, 0.02];
/**
 * Readings that are not replaced are completed by the other recognizer if they are below this confidence, and have a
 * character below this probability: of 40 other lines, none gained one.
 */
const [doubtfulBelow, doubtfulCharacterBelow] = [0.99, 0.8];
/** Strips below this confidence may be in a script that the first recognizer does not know. */
const poorBelow = 0.9;

/**
 * Reads strips with one recognizer, and those that it does not read well with the other.
 *
 * @param known readings of the first recognizer that were made before, at the indexes of their strips
 */
export async function readStrips(
  strips: readonly RgbImage[],
  { base, scripts, preferScripts }: Recognizers,
  guard: NativeCallGuard,
  known: readonly (RawReading | undefined)[] = [],
): Promise<Reading[]> {
  const preferred = preferScripts ? await scripts() : undefined;
  const first = preferred ?? (await base());
  const isNew = (_: RgbImage, index: number): boolean =>
    preferred !== undefined || known[index] === undefined;
  const read = (await readWith(first, strips.filter(isNew), guard)).values();
  const readings = strips.flatMap(
    (strip, index) => (isNew(strip, index) ? read.next().value : known[index]) ?? [],
  );
  const other = preferred === undefined ? scripts : base;
  await readAgain(readings, strips, isDoubtful, other, guard, (before, second) =>
    chooseReading(before, second, first),
  );
  return readings.map(({ characters, confidence, ink }) => ({
    characters: toLogicalOrder(restoreSigns(unifyLetters(unifyWidth(trim(restoreSpaces(characters, ink)))))),
    confidence,
  }));
}

/** How well a strip is read. */
export interface Probe {
  /** Confidence of the recognizer that reads it better, from 0 to 1. */
  readonly score: number;
  /** The reading of the first recognizer. */
  readonly reading: RawReading;
}

/** Reads strips by the recognizer that reads each of them better. */
export async function probeStrips(
  strips: readonly RgbImage[],
  { base, scripts }: Pick<Recognizers, 'base' | 'scripts'>,
  guard: NativeCallGuard,
): Promise<Probe[]> {
  const first = await readWith(await base(), strips, guard);
  const best = [...first];
  const isPoor = ({ confidence }: RawReading): boolean => confidence < poorBelow;
  await readAgain(best, strips, isPoor, scripts, guard, (before, second) =>
    second.confidence > before.confidence ? second : before,
  );
  return first.map((reading, index) => ({ reading, score: best[index]?.confidence ?? 0 }));
}

/** Reads some strips with another recognizer, and puts what is chosen in place of their readings. */
async function readAgain(
  readings: RawReading[],
  strips: readonly RgbImage[],
  isChosen: (reading: RawReading) => boolean,
  load: () => Promise<RecognitionModel | undefined>,
  guard: NativeCallGuard,
  choose: (before: RawReading, second: RawReading) => RawReading,
): Promise<void> {
  const chosen = readings.flatMap((reading, index) => (isChosen(reading) ? [index] : []));
  const model = chosen.length === 0 ? undefined : await load();
  if (model === undefined) return;
  const again = await readWith(
    model,
    chosen.flatMap((index) => strips[index] ?? []),
    guard,
  );
  for (const [place, index] of chosen.entries()) {
    const [before, second] = [readings[index], again[place]];
    if (before !== undefined && second !== undefined) readings[index] = choose(before, second);
  }
}

/** A reading in the order of the strip, from left to right. */
export interface RawReading extends Reading {
  /** 1 for each column of the strip with ink. */
  readonly ink: Uint8Array;
}

function isDoubtful({ confidence, characters }: RawReading): boolean {
  if (confidence < replaceBelow) return true;
  return (
    confidence < doubtfulBelow && characters.some(({ probability }) => probability < doubtfulCharacterBelow)
  );
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

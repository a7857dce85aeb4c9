import { mean } from '../metrics/statistics.ts';
import type { Figures } from '../write-result.ts';
import type { Reading } from './readers/reader.ts';
import {
  type ReadingScore,
  type RowScore,
  scoreReading,
  scoreRows,
  summarizeCalibration,
  summarizeScores,
} from './score-reading.ts';
import type { TruthImage } from './sets/image-sets.ts';

interface MeasuredReading {
  readonly image: TruthImage;
  readonly reading: Reading;
  readonly score: ReadingScore;
  readonly rows: RowScore;
}

/** Sets of images without text that can be read: a reading should be empty, or have little confidence. */
const isUnreadable = (set: string) => set.startsWith('unknown_') || set.startsWith('empty_');

/** The readings of all sets, and the figures that follow from them. */
export class MeasuredSets {
  readonly #readers: readonly string[];
  readonly #sets = new Map<string, Map<string, MeasuredReading[]>>();

  /** @param readers names of the readers */
  constructor(readers: readonly string[]) {
    this.#readers = readers;
  }

  /** Number of images. */
  get images(): number {
    return [...this.#sets.keys()].reduce((sum, set) => sum + this.#imagesOf(set), 0);
  }

  /** Adds a reader's reading of an image. */
  add(set: string, image: TruthImage, reader: string, reading: Reading): void {
    const byReader = this.#sets.get(set) ?? new Map<string, MeasuredReading[]>();
    this.#sets.set(set, byReader);
    const readings = byReader.get(reader) ?? [];
    byReader.set(reader, readings);
    readings.push({ image, reading, score: scoreReading(reading, image), rows: scoreRows(reading, image) });
  }

  /** Prints the figures of a set. */
  print(set: string): void {
    const line = (figures: Figures) =>
      Object.entries(figures)
        .map(([name, value]) => `${name} ${typeof value === 'number' ? Number(value.toFixed(4)) : value}`)
        .join(', ');
    console.log(`${set}: ${this.#imagesOf(set)} images`);
    for (const reader of this.#readers) console.log(`  ${reader}: ${line(this.#figuresOf(set, reader))}`);
  }

  /** Prints the images with the highest character error rate, with the text that was read. */
  printWorst(reader: string, count: number): void {
    const all = [...this.#sets].flatMap(([set, byReader]) =>
      (byReader.get(reader) ?? []).map((measured) => ({ set, ...measured })),
    );
    const worst = all.toSorted(
      (left, right) => right.score.characterErrorRate - left.score.characterErrorRate,
    );
    for (const { set, image, reading, score } of worst.slice(0, count))
      console.log(
        `${set}/${image.name}: CER ${score.characterErrorRate.toFixed(3)}, word F1 ${score.wordF1.toFixed(3)}, ` +
          `confidence ${reading.confidence}\n${reading.failure ?? reading.text}\n--- expected\n${image.text}\n`,
      );
  }

  /** The figures of all sets, and for each reader the calibration over all pages with text that can be read. */
  figures(): Figures {
    const names = [...this.#sets.keys()];
    const perReader = (figure: (reader: string) => Figures): Figures =>
      Object.fromEntries(this.#readers.map((reader) => [reader, figure(reader)]));
    const setsOf = (isIncluded: (set: string) => boolean) =>
      Object.fromEntries(
        names
          .filter(isIncluded)
          .map((set) => [
            set,
            { images: this.#imagesOf(set), ...perReader((reader) => this.#figuresOf(set, reader)) },
          ]),
      );
    return {
      sets: setsOf((set) => !isUnreadable(set)),
      unreadableSets: setsOf(isUnreadable),
      calibration: perReader((reader) =>
        summarizeCalibration(
          names
            .filter((set) => !isUnreadable(set))
            .flatMap((set) => this.#readingsOf(set, reader).map(({ score }) => score)),
        ),
      ),
    };
  }

  #readingsOf(set: string, reader: string): readonly MeasuredReading[] {
    return this.#sets.get(set)?.get(reader) ?? [];
  }

  #imagesOf(set: string): number {
    return this.#readingsOf(set, this.#readers[0] ?? '').length;
  }

  #figuresOf(set: string, reader: string): Figures {
    const readings = this.#readingsOf(set, reader);
    if (isUnreadable(set)) return summarizeUnreadable(readings);
    const figures = summarizeScores(readings.map(({ score }) => score));
    return readings.some(({ rows }) => rows.rows > 0) ? { ...figures, ...summarizeRows(readings) } : figures;
  }
}

/** Shares of the rows of all images of a set. */
function summarizeRows(readings: readonly MeasuredReading[]): Figures {
  const sum = (field: keyof RowScore) => readings.reduce((total, { rows }) => total + rows[field], 0);
  const rows = sum('rows');
  return {
    rows,
    rowsExact: sum('exact') / rows,
    rowCellsExact: sum('exactCells') / rows,
    rowTextExact: sum('exactText') / rows,
  };
}

/** How confidently something was read where nothing can be read. */
function summarizeUnreadable(readings: readonly MeasuredReading[]): Figures {
  const confidences = readings.map(({ reading }) =>
    reading.text.trim() === '' ? 0 : (reading.confidence ?? 0),
  );
  return {
    empty: readings.filter(({ reading }) => reading.text.trim() === '').length / Math.max(1, readings.length),
    characters: mean(readings.map(({ reading }) => reading.text.trim().length)),
    confidenceMean: mean(confidences),
    confidenceMax: Math.max(...confidences),
    cpuSeconds: mean(readings.map(({ score }) => score.cpuSeconds)),
    failed: readings.filter(({ score }) => score.failed).length,
  };
}

import { groupRows } from '@quern/layout';
import type { TruthItem } from './pages/page-items.ts';
import type { PlacedPage } from './pages/placed-page.ts';

/** How well the text of a page is ordered. */
export interface OrderScore {
  /** Paragraphs, and those whose lines are read in order after the paragraph before them. */
  readonly paragraphs: number;
  readonly ordered: number;
  /** Tables, and those that are in one region with nothing else between their rows. */
  readonly tables: number;
  readonly kept: number;
}

/** Scores the regions of a page in reading order. */
export function scoreOrder({ units }: PlacedPage, regions: readonly (readonly TruthItem[])[]): OrderScore {
  const lines = regions.flatMap((region, index) => readRegion(region, index));
  const isFloat = (unit: number): boolean => units[unit]?.kind === 'float';
  const main = lines.filter(({ unit }) => !isFloat(unit));
  const places = placesOf(main);
  const floatPlaces = placesOf(lines);
  const sequence = units.map((_, unit) => unit).filter((unit) => !isFloat(unit));
  let [paragraphs, ordered, tables, kept] = [0, 0, 0, 0];
  for (const [unit, { kind, lines: expected }] of units.entries()) {
    const place = (kind === 'float' ? floatPlaces : places).get(unit);
    if (kind === 'table') {
      tables += 1;
      if (place?.isDense && place.regions.size === 1) kept += 1;
      continue;
    }
    paragraphs += 1;
    if (place === undefined || !place.isDense || !isSequence(place.lines, expected.length)) continue;
    const before = sequence[sequence.indexOf(unit) - 1];
    const isAfter = kind === 'float' || place.first === 0 || main[place.first - 1]?.unit === before;
    if (isAfter && (kind === 'float' || before === undefined) === (kind === 'float' || place.first === 0))
      ordered += 1;
  }
  return { paragraphs, ordered, tables, kept };
}

interface ReadLine {
  readonly unit: number;
  readonly line: number;
  readonly region: number;
}

/** The lines of a region from top to bottom; the parts of one line count once. */
function readRegion(region: readonly TruthItem[], index: number): ReadLine[] {
  const read: ReadLine[] = [];
  for (const { items } of groupRows(region)) {
    for (const { unit, line } of items) {
      const last = read.at(-1);
      if (last?.unit !== unit || last.line !== line) read.push({ unit, line, region: index });
    }
  }
  return read;
}

interface Place {
  readonly first: number;
  readonly lines: readonly number[];
  readonly regions: ReadonlySet<number>;
  /** Whether nothing else is between its lines. */
  readonly isDense: boolean;
}

function placesOf(lines: readonly ReadLine[]): Map<number, Place> {
  const indexes = Map.groupBy(lines.keys(), (index) => lines[index]?.unit ?? -1);
  return new Map(
    [...indexes].map(([unit, at]) => [
      unit,
      {
        first: at[0] ?? 0,
        lines: at.map((index) => lines[index]?.line ?? -1),
        regions: new Set(at.map((index) => lines[index]?.region ?? -1)),
        isDense: (at.at(-1) ?? 0) - (at[0] ?? 0) + 1 === at.length,
      },
    ]),
  );
}

const isSequence = (lines: readonly number[], length: number): boolean =>
  lines.length === length && lines.every((line, index) => line === index);

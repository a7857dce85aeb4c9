import { memoize } from '../../memoize.ts';
import { alternation, cachedRegex } from '../rules/regex-builder.ts';
import { readKnownPlaceBefore } from './known-places.ts';
import { type Part, readCode, readCodeAndTown, readDistrict, readKnownTown, readUnit } from './read-parts.ts';
import { collectWords } from './words/address-words.ts';

/** The parts in front of a street, and the start of the first one. */
export interface Head {
  readonly startIndex: number;
  readonly parts: readonly Part[];
}

const partsMax = 6;
const lookBack = 60;
const gapBefore =
  /(?:[ \u00a0]?[,،、][ \u00a0]*(?:\r?\n[ \t>]{0,8})?|[ \u00a0]?\r?\n[ \t>]{0,8}|[ \u00a0])$/u;
const partStart = /(?<![\p{L}\p{M}\p{N}.])[\p{L}\p{N}#]/gu;

const numbered = memoize(
  (_: 'all') =>
    `(?:${alternation(collectWords((words) => words.houseNumber).filter((word) => word.length > 3))})[ ]?[0-9]{1,5}[A-Z]?`,
);

/** Reads the parts of an address in front of a street: "Flat 12B, ", "1052 Budapest, ", "г. Москва, ". */
export function readHead(text: string, index: number): Head {
  const parts: Part[] = [];
  let startIndex = index;
  while (parts.length < partsMax) {
    const part = readPartBefore(text, startIndex);
    if (part === undefined) break;
    parts.unshift(part);
    startIndex = part.startIndex;
  }
  return { startIndex, parts };
}

function readPartBefore(text: string, index: number): Part | undefined {
  const gap = gapBefore.exec(text.slice(Math.max(0, index - 12), index))?.[0];
  if (gap === undefined) return undefined;
  const end = index - gap.length;
  const isSpace = /^[ \u00a0]$/.test(gap);
  const from = Math.max(0, end - lookBack);
  const before = text.slice(from, end);
  for (const match of before.matchAll(partStart)) {
    const part = partBetween(text, from + match.index, end, isSpace);
    if (part !== undefined) return part;
  }
  const town = isSpace ? undefined : readKnownPlaceBefore(text, end, 'town');
  return town === undefined ? undefined : { kind: 'knownTown', startIndex: town, endIndex: end, weight: 1.5 };
}

function partBetween(text: string, start: number, end: number, isSpace: boolean): Part | undefined {
  const unit = readUnit(text, start);
  if (unit?.endIndex === end) return unit;
  const district = readDistrict(text, start);
  if (district?.endIndex === end) return district;
  if (isSpace) return undefined;
  const readers = [readCodeAndTown, readKnownTown];
  for (const read of readers) {
    const part = read(text, start);
    if (part?.endIndex === end) return part;
  }
  const code = readCode(text, start);
  if (code?.endIndex === end && end - start >= 6) return { ...code, weight: 1 };
  const pattern = cachedRegex(numbered('all'), 'uy');
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match !== null && start + match[0].length === end)
    return { kind: 'unit', startIndex: start, endIndex: end, weight: 1.5 };
  return undefined;
}

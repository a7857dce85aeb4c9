import { memoize } from '@quern/runtime/caching/memoize';
import { alternation, cachedRegex } from '../rules/regex-builder.ts';
import { readKnownPlaceBefore } from './known-places.ts';
import { readBuilding } from './read-buildings.ts';
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
    const part = readPartBefore(text, startIndex, parts);
    if (part === undefined) break;
    parts.unshift(part);
    startIndex = part.startIndex;
  }
  return { startIndex, parts };
}

function readPartBefore(text: string, index: number, parts: readonly Part[]): Part | undefined {
  const gap = gapBefore.exec(text.slice(Math.max(0, index - 12), index))?.[0];
  if (gap === undefined) return undefined;
  const end = index - gap.length;
  const isSpace = /^[ \u00a0]$/.test(gap);
  const from = Math.max(0, end - lookBack);
  const before = text.slice(from, end);
  for (const match of before.matchAll(partStart)) {
    const part = partBetween(text, from + match.index, end, isSpace, parts);
    if (part !== undefined) return part;
  }
  const town = isSpace ? undefined : readKnownPlaceBefore(text, end, 'town');
  return town === undefined ? undefined : { kind: 'knownTown', startIndex: town, endIndex: end, weight: 1.5 };
}

function partBetween(
  text: string,
  start: number,
  end: number,
  isSpace: boolean,
  parts: readonly Part[],
): Part | undefined {
  const unit = readUnit(text, start);
  // The Nordic abbreviation of an hour: "kl. 18, Bygaden 14".
  if (unit?.endIndex === end && !text.startsWith('kl', start)) return unit;
  const district = readDistrict(text, start);
  if (district?.endIndex === end) return district;
  if (isSpace) return undefined;
  const building = readBuilding(text, start);
  if (building?.endIndex === end) return building;
  const hasCode = parts.some(({ kind }) => kind === 'codeAndTown');
  const readers = hasCode ? [readKnownTown] : [readCodeAndTown, readKnownTown];
  for (const read of readers) {
    const part = read(text, start);
    if (part?.endIndex === end) return part;
  }
  const code = readCode(text, start);
  // In front of a region or town, five digits are enough: "49000, Дніпропетровська обл., м. Дніпро".
  const lengthMin = parts.some(({ kind }) => kind === 'district' || kind === 'knownTown') ? 5 : 6;
  if (code?.endIndex === end && end - start >= lengthMin) return { ...code, weight: 1 };
  const pattern = cachedRegex(numbered('all'), 'uy');
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match !== null && start + match[0].length === end)
    return { kind: 'unit', startIndex: start, endIndex: end, weight: 1.5 };
  return undefined;
}

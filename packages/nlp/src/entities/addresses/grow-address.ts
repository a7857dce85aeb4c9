import { matchAt } from '../rules/regex-builder.ts';
import {
  type Part,
  readCode,
  readCodeAndTown,
  readCountry,
  readDistrict,
  readKnownTown,
  readRegion,
  readRegionAndCode,
  readTown,
  readUnit,
  readUnknownRegionAndCode,
} from './read-parts.ts';

/** The parts after a street, and the end of the last one. */
export interface Tail {
  readonly endIndex: number;
  readonly parts: readonly Part[];
}

const partsMax = 9;
const pendingMax = 3;
/** A comma, a hyphen, spaces, and up to two line breaks with the marks of quoted lines. */
const separator =
  '[ \\u00a0]?[.]?[ \\u00a0]*[,،、;]?[ \\u00a0]*(?:\\r?\\n[ \\t>?}|*]{0,8}){0,2}[ \\u00a0]*(?:,[ ]?|[-–][ ])?';

interface Gap {
  readonly endIndex: number;
  readonly isComma: boolean;
  readonly isLine: boolean;
}

function readGap(text: string, index: number): Gap | undefined {
  const match = matchAt(text, index, separator, 'uy');
  const written = match?.[0] ?? '';
  if (written === '') return undefined;
  // A period ends the address, except in front of a unit: "5. II. em. 3".
  if (/^[ ]?\./.test(written) && readUnit(text, index + written.length) === undefined) return undefined;
  return {
    endIndex: index + written.length,
    isComma: /[,،、;–-]/.test(written),
    isLine: written.includes('\n'),
  };
}

/**
 * Reads the parts of an address after a street: units, codes, towns, regions, a country. Unknown capitalized words are
 * included only if a code, a region or a country follows.
 *
 * @param index end of the street
 * @param isStrong whether the street has a type, so that one unknown town may follow
 */
export function readTail(text: string, index: number, isStrong: boolean): Tail {
  const parts: Part[] = [];
  let pending: Part[] = [];
  let endIndex = index;
  let at = index;
  let isFirstGapComma = false;
  let isFirstGapSpace = false;
  for (let count = 0; count < partsMax; count += 1) {
    const gap = readGap(text, at);
    if (gap === undefined) break;
    const part = readPart(text, gap, pending.at(-1) ?? parts.at(-1), isOpen(parts));
    if (part === undefined) break;
    if (part.kind === 'town') {
      if (pending.length === 0) isFirstGapComma = gap.isComma && !gap.isLine;
      if (pending.length === 0) isFirstGapSpace = !gap.isComma && !gap.isLine;
      pending.push(part);
      if (pending.length > pendingMax) break;
    } else {
      parts.push(...pending, part);
      pending = [];
      endIndex = part.endIndex;
    }
    at = part.endIndex;
    if (part.kind === 'country' && readCountryCode(text, at) === undefined) break;
  }
  const [town] = pending;
  const isComplete = parts.some(isPlace) || pending.length !== 1;
  const mayFollow = (isStrong && isFirstGapComma) || (parts.at(-1)?.kind === 'unit' && isFirstGapSpace);
  if (town !== undefined && !isComplete && mayFollow && endsClause(text, town.endIndex)) {
    parts.push(town);
    endIndex = town.endIndex;
  }
  return { endIndex, parts };
}

function endsClause(text: string, index: number): boolean {
  return /^(?:[.;!?)\n]|$)/.test(text.slice(index, index + 1));
}

/** Whether units or towns without a code are read, so that a name on the next line belongs to them. */
function isOpen(parts: readonly Part[]): boolean {
  return parts.length > 0 && !parts.some(({ kind }) => kind.startsWith('code') || kind === 'regionAndCode');
}

function isPlace({ kind }: Part): boolean {
  return kind === 'codeAndTown' || kind === 'code' || kind === 'regionAndCode' || kind === 'knownTown';
}

/** A code of a region on a separate line: ", ST". */
function readShortLine(text: string, { endIndex, isLine }: Gap): Part | undefined {
  const match = isLine
    ? matchAt(text, endIndex, '(?:[A-Z]{2,3}|[a-z]{3}|[0-9]{1,2})(?=[ ]?\\n)', 'uy')
    : null;
  if (match === null) return undefined;
  return { kind: 'town', startIndex: endIndex, endIndex: endIndex + match[0].length, weight: 0 };
}

function readCountryCode(text: string, index: number): Part | undefined {
  const gap = readGap(text, index);
  return gap && !gap.isComma ? readCode(text, gap.endIndex) : undefined;
}

/** The part after a gap, given the part in front of it. On a separate line, a name is the whole line. */
function readPart(
  text: string,
  gap: Gap,
  previous: Part | undefined,
  isOpenAddress: boolean,
): Part | undefined {
  const part = partAfter(text, gap, previous);
  if (part === undefined || !gap.isLine || isOpenAddress || !isName(part)) return part;
  return /^[ \u00a0]+\p{Ll}/u.test(text.slice(part.endIndex, part.endIndex + 3)) ? undefined : part;
}

function isTownLike(part: Part | undefined): boolean {
  return part?.kind === 'town' || part?.kind === 'knownTown';
}

function isName({ kind }: Part): boolean {
  return kind === 'country' || kind === 'knownTown' || kind === 'town' || kind === 'region';
}

/** A code directly after its town, where no known town follows: "القاهرة 11511 أو", "Αθήνα 104 34 μέχρι". */
function readCodeAfterTown(text: string, index: number): Part | undefined {
  const code = readCode(text, index);
  if (code === undefined || code.endIndex - index < 5) return undefined;
  return readKnownTown(text, code.endIndex + 1) === undefined ? code : undefined;
}

function partAfter(text: string, gap: Gap, previous: Part | undefined): Part | undefined {
  const { endIndex: at, isComma, isLine } = gap;
  const isSeparate = isComma || isLine;
  const hasCode =
    previous?.kind === 'code' || previous?.kind === 'regionAndCode' || previous?.kind === 'codeAndTown';
  const unit = readUnit(text, at);
  // After a town, the Nordic abbreviation of an hour: "2609 Lillehammer, kl. 19".
  if (unit !== undefined) return hasCode && text.startsWith('kl', at) ? undefined : unit;
  const codeAfterTown = isTownLike(previous) && !isSeparate ? readCodeAfterTown(text, at) : undefined;
  if (codeAfterTown !== undefined) return codeAfterTown;
  const codeAndTown = hasCode ? undefined : readCodeAndTown(text, at);
  if (codeAndTown !== undefined) return codeAndTown;
  const regionAndCode = readRegionAndCode(text, at);
  if (regionAndCode !== undefined && !hasCode) return regionAndCode;
  const unknownRegion = isTownLike(previous) ? readUnknownRegionAndCode(text, at) : undefined;
  if (unknownRegion !== undefined) return unknownRegion;
  if (previous !== undefined && previous.kind !== 'unit' && previous.kind !== 'codeAndTown' && !hasCode) {
    const code = readCode(text, at);
    if (code !== undefined) return code;
  }
  const country = readCountry(text, at);
  if (country !== undefined && (isSeparate || hasCode || previous !== undefined)) return country;
  const district = readDistrict(text, at);
  const town = readKnownTown(text, at);
  if (town !== undefined && (district === undefined || town.endIndex >= district.endIndex)) return town;
  if (district !== undefined) return district;
  const region =
    previous === undefined || (previous.kind === 'unit' && !isSeparate) ? undefined : readRegion(text, at);
  if (region !== undefined) return region;
  if (hasCode && previous?.kind !== 'code') return undefined;
  const mayBeTown = isSeparate || previous?.kind === 'unit' || previous === undefined;
  return mayBeTown ? (readTown(text, at) ?? readShortLine(text, gap)) : undefined;
}

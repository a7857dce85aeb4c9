import { memoize } from '@quern/runtime/caching/memoize';
import type { CueKind } from '../../addresses/words/find-cue.ts';
import rows from './number-formats.data.json' with { type: 'json' };

/** The types that the table of numbers covers. */
export type NumberType =
  | 'NATIONAL_ID'
  | 'TAX_ID'
  | 'PASSPORT_NUMBER'
  | 'DRIVER_LICENSE'
  | 'LICENSE_PLATE'
  | 'BANK_ACCOUNT';

/** A number that a country issues. */
export interface NumberFormat {
  /** ISO 3166-1 code. */
  readonly country: string;
  readonly name: string;
  readonly type: NumberType;
  /** Written forms: `9` for a digit, `A` for a letter, `X` for either; other characters are literal. */
  readonly shapes: readonly string[];
  /** Name of a checksum: one of our own (`own.aba`), or a country and number of the package stdnum (`ES.dni`). */
  readonly check?: string;
  /** Pattern that the written number matches too. */
  readonly pattern?: RegExp;
  /** Names of the number in lowercase, in its languages. */
  readonly cues: readonly string[];
  /** Confidence of a number with a correct checksum and without a cue; absent if it needs a cue. */
  readonly bare?: number;
  /** Confidence of a number with a wrong checksum and without a cue, where the form alone is distinctive. */
  readonly unverified?: number;
}

const types: Readonly<Record<string, NumberType>> = {
  NATIONAL_ID: 'NATIONAL_ID',
  TAX_ID: 'TAX_ID',
  PASSPORT_NUMBER: 'PASSPORT_NUMBER',
  DRIVER_LICENSE: 'DRIVER_LICENSE',
  LICENSE_PLATE: 'LICENSE_PLATE',
  BANK_ACCOUNT: 'BANK_ACCOUNT',
};

/** The cue of a kind announces a number of this type. */
export const typeOfCue: Readonly<Partial<Record<CueKind, NumberType>>> = {
  nationalId: 'NATIONAL_ID',
  taxId: 'TAX_ID',
  passport: 'PASSPORT_NUMBER',
  driverLicense: 'DRIVER_LICENSE',
  licensePlate: 'LICENSE_PLATE',
  bankAccount: 'BANK_ACCOUNT',
};

/** All known numbers. */
export const numberFormats: readonly NumberFormat[] = rows.map(({ type, pattern, cues, ...row }) => {
  const known = types[type];
  if (known === undefined) throw new Error(`unknown type of number: ${type}`);
  return {
    ...row,
    type: known,
    cues: cues ?? [],
    ...(pattern !== undefined && { pattern: new RegExp(pattern, 'iu') }),
  };
});

interface ShapedFormat {
  readonly format: NumberFormat;
  /** Matches the literal letters of the shape, if it has any. */
  readonly literal: RegExp | undefined;
}

const byShape = memoize((_: 'all'): ReadonlyMap<string, readonly ShapedFormat[]> => {
  const table = new Map<string, ShapedFormat[]>();
  for (const format of numberFormats)
    for (const shape of format.shapes.flatMap(expandShape)) {
      const key = shapeOf(shape);
      const shaped = { format, literal: literalOf(shape) };
      const formats = table.get(key);
      if (formats === undefined) table.set(key, [shaped]);
      else formats.push(shaped);
    }
  return table;
});

function expandShape(shape: string): string[] {
  if (!shape.includes('X')) return [shape];
  return [...expandShape(shape.replace('X', '9')), ...expandShape(shape.replace('X', 'A'))];
}

function literalOf(shape: string): RegExp | undefined {
  if (!/[B-Zb-z]/.test(shape)) return undefined;
  const source = shape
    .replace(/[^\p{L}\p{N}]/gu, '.')
    .replaceAll('A', '\\p{L}')
    .replaceAll('9', '[0-9]');
  return new RegExp(`^${source}$`, 'iu');
}

/** Numbers that are written in the form of a text. */
export function formatsOf(text: string): readonly NumberFormat[] {
  const shaped = byShape('all').get(shapeOf(text));
  if (shaped === undefined) return [];
  return shaped.filter(({ literal }) => literal?.test(text) !== false).map(({ format }) => format);
}

/** The form of a written number: `9` for digits and `A` for letters. */
export function shapeOf(text: string): string {
  return text
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u2010-\u2013]/g, '-')
    .replace(/[0-9]/g, '9')
    .replace(/[\p{Lu}\p{Ll}\p{Script=Han}\p{Script=Hangul}]/gu, 'A');
}

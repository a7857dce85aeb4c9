import { randomBytes } from 'node:crypto';
import type { SampleDocument } from '../../documents/sample-documents.ts';

const shares = [0.02, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 0.99];

/** Damages that any file can have, by name. */
export function damageFile({ bytes }: SampleDocument): Record<string, () => Buffer> {
  const at = (share: number) => Math.floor(bytes.length * share);
  const filled = (from: number, to: number, byte: number) => Buffer.from(bytes).fill(byte, at(from), at(to));
  return {
    empty: () => Buffer.alloc(0),
    'one byte': () => bytes.subarray(0, 1),
    'four bytes': () => bytes.subarray(0, 4),
    ...Object.fromEntries(
      shares.map((share) => [`cut at ${share * 100} %`, () => bytes.subarray(0, at(share))]),
    ),
    'without its beginning': () => bytes.subarray(at(0.2)),
    'without its middle': () => Buffer.concat([bytes.subarray(0, at(0.4)), bytes.subarray(at(0.6))]),
    'zeros at the beginning': () => filled(0, 0.05, 0),
    'zeros in the middle': () => filled(0.3, 0.6, 0),
    'zeros at the end': () => filled(0.8, 1, 0),
    'ones in the middle': () => filled(0.4, 0.5, 0xff),
    'only its signature': () => Buffer.concat([bytes.subarray(0, 8), Buffer.alloc(5000)]),
    'noise after its signature': () => Buffer.concat([bytes.subarray(0, 8), randomBytes(5000)]),
    'noise before': () => Buffer.concat([Buffer.alloc(3000, '\u0001x'), bytes]),
    'a megabyte of zeros after': () => Buffer.concat([bytes, Buffer.alloc(1_000_000)]),
    'a megabyte of spaces before': () => Buffer.concat([Buffer.alloc(1_000_000, ' '), bytes]),
    'twice in a row': () => Buffer.concat([bytes, bytes]),
    reversed: () => Buffer.from(bytes).reverse(),
    'read as Latin-1 and written as UTF-8': () => Buffer.from(bytes.toString('latin1')),
    'line ends converted': () => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
    'in UTF-16': () => Buffer.from(`\ufeff${bytes.toString('latin1')}`, 'utf16le'),
  };
}

import type { RandomSource } from '../render/drawing/random-source.ts';

/** A kind of damage to a file. */
export type Mutation = 'bits' | 'header-bits' | 'truncation' | 'size' | 'zeros' | 'insertion';

/** All kinds of damage. */
export const mutations: readonly Mutation[] = [
  'bits',
  'header-bits',
  'truncation',
  'size',
  'zeros',
  'insertion',
];

const headerLength = 160;
/** Sizes that decoders handle badly: empty, huge, negative as a signed number. */
const badSizes = [0, 1, 3, 0x7f_ff, 0xff_ff, 0x7f_ff_ff_ff, 0x80_00_00_00, 0xff_ff_ff_ff];

/** Damages a copy of a file. @param size width and height of the image, which a header contains */
export function mutateImage(
  bytes: Uint8Array,
  mutation: Mutation,
  size: readonly [width: number, height: number],
  random: RandomSource,
): Uint8Array {
  const copy = Buffer.from(bytes);
  switch (mutation) {
    case 'bits':
      return flipBits(copy, random.integer(1, 60), copy.length, random);
    case 'header-bits':
      return flipBits(copy, random.integer(1, 6), Math.min(headerLength, copy.length), random);
    case 'truncation':
      return copy.subarray(0, Math.floor(copy.length * random.number(0, 0.98)));
    case 'size':
      return overwriteSizes(copy, size, random);
    case 'zeros': {
      const start = random.integer(0, copy.length - 1);
      copy.subarray(start, start + random.integer(1, Math.ceil(copy.length / 8))).fill(0);
      return copy;
    }
    case 'insertion': {
      const start = random.integer(0, copy.length);
      const junk = Buffer.from(Array.from({ length: random.integer(1, 200) }, () => random.integer(0, 255)));
      return Buffer.concat([copy.subarray(0, start), junk, copy.subarray(start)]);
    }
  }
}

function flipBits(bytes: Buffer, count: number, end: number, random: RandomSource): Buffer {
  for (let flip = 0; flip < count; flip++) {
    const index = random.integer(0, end - 1);
    bytes[index] = (bytes[index] ?? 0) ^ (1 << random.integer(0, 7));
  }
  return bytes;
}

/** Overwrites each occurrence of the width or height in the first bytes, as numbers of 16 and 32 bits in either order. */
function overwriteSizes(bytes: Buffer, size: readonly number[], random: RandomSource): Buffer {
  const end = Math.min(headerLength * 4, bytes.length);
  const bad = random.pick(badSizes);
  for (const value of size)
    for (const length of [4, 2] as const)
      for (const write of [Buffer.prototype.writeUIntBE, Buffer.prototype.writeUIntLE]) {
        const pattern = Buffer.alloc(length);
        write.call(pattern, value, 0, length);
        for (
          let index = bytes.indexOf(pattern);
          index >= 0 && index < end;
          index = bytes.indexOf(pattern, index + 1)
        )
          write.call(bytes, bad % 2 ** (8 * length), index, length);
      }
  return bytes;
}

import { describe, expect, it } from 'vitest';
import { RandomSource } from '../render/drawing/random-source.ts';
import { mutateImage, mutations } from './mutate-image.ts';

const bytes = Buffer.concat([Buffer.from([0, 0, 1, 44, 0, 0, 0, 99]), Buffer.alloc(400, 7)]);

describe('mutateImage', () => {
  it.each(mutations)('%s: changes a copy, the same way for a seed', (mutation) => {
    const mutate = () => mutateImage(bytes, mutation, [300, 99], new RandomSource(5));
    expect(Buffer.compare(mutate(), bytes)).not.toBe(0);
    expect(mutate()).toEqual(mutate());
    expect(bytes.readUInt32BE(0)).toBe(300);
  });

  it('overwrites the width and height in the header', () => {
    const mutated = Buffer.from(mutateImage(bytes, 'size', [300, 99], new RandomSource(5)));
    expect(mutated.readUInt32BE(0)).not.toBe(300);
    expect(mutated.readUInt32BE(4)).not.toBe(99);
    expect(mutated.subarray(8)).toEqual(bytes.subarray(8));
  });
});

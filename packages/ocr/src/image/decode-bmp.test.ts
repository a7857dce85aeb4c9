import { describe, expect, it } from 'vitest';
import { decodeBmp } from './decode-bmp.ts';

/** A bitmap of 2 × 2 pixels with 24 bits each: red and green above blue and white. */
function bitmap(height = 2): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(2, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(24, 28);
  const top = [0, 0, 255, 0, 255, 0, 0, 0];
  const bottom = [255, 0, 0, 255, 255, 255, 0, 0];
  return Buffer.concat([header, Buffer.from(height > 0 ? [...bottom, ...top] : [...top, ...bottom])]);
}

const pixels = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255];

describe('decodeBmp', () => {
  it.each([2, -2])('decodes rows stored from the bottom and from the top (height %i)', (height) => {
    const { data, width, height: rows } = decodeBmp(bitmap(height), 100);
    expect([width, rows]).toEqual([2, 2]);
    expect([...data]).toEqual(pixels);
  });

  it('rejects a truncated, a compressed and a too large bitmap', () => {
    expect(() => decodeBmp(bitmap().subarray(0, 60), 100)).toThrow('truncated');
    const compressed = bitmap();
    compressed.writeUInt32LE(1, 30);
    expect(() => decodeBmp(compressed, 100)).toThrow('not supported');
    expect(() => decodeBmp(bitmap(), 3)).toThrow('limit is 3');
  });
});

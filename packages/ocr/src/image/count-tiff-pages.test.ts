import { describe, expect, it } from 'vitest';
import { countTiffPages } from './count-tiff-pages.ts';

/** A little-endian TIFF of directories without entries, 6 bytes each; the last one has the offset `last`. */
function tiff(directories: number, last = 0): Buffer {
  const bytes = Buffer.alloc(16 + directories * 6);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  for (let index = 0; index < directories; index++) {
    const isLast = index === directories - 1;
    bytes.writeUInt32LE(isLast ? last : 8 + (index + 1) * 6, 8 + index * 6 + 2);
  }
  return bytes;
}

describe('countTiffPages', () => {
  it('counts the directories of the chain', () => {
    expect(countTiffPages(tiff(3), 100)).toBe(3);
  });

  it('stops at the maximum for a long or circular chain', () => {
    expect(countTiffPages(tiff(50), 10)).toBe(10);
    expect(countTiffPages(tiff(3, 8), 10)).toBe(10);
  });

  it('counts no page of a file without a directory', () => {
    expect(countTiffPages(Buffer.from('II*\0'), 10)).toBe(0);
  });
});

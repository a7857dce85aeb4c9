import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createDeflate } from 'node:zlib';
import { pngChunk } from './png-chunk.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Red, green, blue and alpha of 16 bits. */
const bytesPerPixel = 8;
/** Column, row and their steps of each pass of Adam7 (https://www.w3.org/TR/png-3/#8InterlaceMethods). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A black, transparent square of 16 bits per channel, interlaced: a decoder holds all of it. */
export async function interlacedPng(side: number): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([16, 6, 0, 0, 1], 8);
  const pixels = await deflateZeros(pixelBytes(side));
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND')]);
}

function pixelBytes(side: number): number {
  const bytes = passes.map(([column, row, columnStep, rowStep]) => {
    const width = Math.ceil((side - column) / columnStep);
    const height = Math.ceil((side - row) / rowStep);
    return width > 0 && height > 0 ? height * (1 + width * bytesPerPixel) : 0;
  });
  return bytes.reduce((sum, count) => sum + count, 0);
}

/** Deflates zeros without holding them. */
async function deflateZeros(count: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 1 });
  const deflated = buffer(deflate);
  const zeros = Buffer.alloc(1 << 20);
  for (let left = count; left > 0; left -= zeros.length)
    if (!deflate.write(zeros.subarray(0, Math.min(left, zeros.length)))) await once(deflate, 'drain');
  deflate.end();
  return deflated;
}

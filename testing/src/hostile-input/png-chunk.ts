import { crc32 } from 'node:zlib';

/** Encodes a chunk of a PNG file with its length and checksum (https://www.w3.org/TR/png-3/#5Chunk-layout). */
export function pngChunk(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length - 4, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

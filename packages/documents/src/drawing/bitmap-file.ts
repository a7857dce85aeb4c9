/** Sizes of the information headers of bitmaps ([MS-WMF] 2.2.2.3, [MS-EMF]), and that of their file header. */
const headerSizes: ReadonlySet<number> = new Set([40, 108, 124]);
const fileHeaderBytes = 14;
/** Compression with three masks of four bytes after the header. */
const bitFields = 3;

/** Puts the header of a file before a bitmap as programs have it in memory ([MS-WMF] 2.2.2.9); other data stay. */
export function toBitmapFile(data: Buffer): Buffer {
  if (data.length < 40 || !headerSizes.has(data.readUInt32LE(0)) || data.readUInt16LE(12) !== 1) return data;
  const headerBytes = data.readUInt32LE(0);
  const bitCount = data.readUInt16LE(14);
  const masks = headerBytes === 40 && data.readUInt32LE(16) === bitFields ? 12 : 0;
  const stated = data.readUInt32LE(32);
  const colors = bitCount > 8 ? stated : stated || 1 << bitCount;
  const header = Buffer.alloc(fileHeaderBytes);
  header.write('BM');
  header.writeUInt32LE(fileHeaderBytes + data.length, 2);
  header.writeUInt32LE(fileHeaderBytes + headerBytes + masks + Math.min(colors, 256) * 4, 10);
  return Buffer.concat([header, data]);
}

/**
 * Counts the pages of a TIFF file: directories, each of which has the offset of the next (TIFF 6.0, section 2, and
 * BigTIFF). libtiff follows the whole chain to count them, which takes seconds for a file made of directories. A chain
 * that leads back into itself counts as endless.
 *
 * @param countMax counting stops at this number
 */
export function countTiffPages(bytes: Uint8Array, countMax: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 16) return 0;
  const isLittleEndian = view.getUint8(0) === 0x49;
  const isBig = view.getUint16(2, isLittleEndian) === 43;
  const readOffset = (at: number) =>
    isBig ? Number(view.getBigUint64(at, isLittleEndian)) : view.getUint32(at, isLittleEndian);
  const [countBytes, entryBytes, offsetBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  let pages = 0;
  let directory = readOffset(isBig ? 8 : 4);
  while (pages < countMax && directory > 0 && directory + countBytes <= view.byteLength) {
    pages += 1;
    const entries = isBig ? readOffset(directory) : view.getUint16(directory, isLittleEndian);
    const end = directory + countBytes + entryBytes * entries;
    if (end + offsetBytes > view.byteLength) break;
    directory = readOffset(end);
  }
  return pages;
}

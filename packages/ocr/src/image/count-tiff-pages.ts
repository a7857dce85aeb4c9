/**
 * Counts the pages of a TIFF file, at most `most`: directories, each of which names the next (TIFF 6.0, section 2, and
 * BigTIFF). libtiff walks the whole chain to count them, which takes seconds for a file made of directories; a chain
 * that leads back into itself counts as endless here.
 */
export function countTiffPages(bytes: Uint8Array, most: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 16) return 0;
  const little = view.getUint8(0) === 0x49;
  const isBig = view.getUint16(2, little) === 43;
  const pointer = (at: number) =>
    isBig ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little);
  const [countBytes, entryBytes, pointerBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  let pages = 0;
  let at = pointer(isBig ? 8 : 4);
  while (pages < most && at > 0 && at + countBytes <= view.byteLength) {
    pages += 1;
    const entries = isBig ? pointer(at) : view.getUint16(at, little);
    const next = at + countBytes + entryBytes * entries;
    if (next + pointerBytes > view.byteLength) break;
    at = pointer(next);
  }
  return pages;
}

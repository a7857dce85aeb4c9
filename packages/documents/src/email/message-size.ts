/** Counts the lines of a file. */
export function countLines(bytes: Uint8Array): number {
  let count = 1;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/** Counts the lines that begin a part of a message (RFC 2046, 5.1.1). */
export function countParts(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const boundaries = new Set<string>();
  for (const [, quoted, token] of text.matchAll(
    /boundary\s{0,10}=\s{0,10}(?:"([^"\n]{1,200})"|([^\s";]{1,200}))/gi,
  ))
    boundaries.add(quoted ?? token ?? '');
  if (boundaries.size === 0) return 0;
  let count = 0;
  for (let at = text.indexOf('\n--'); at >= 0; at = text.indexOf('\n--', at + 3)) {
    const end = text.indexOf('\n', at + 3);
    if (end > at + 260) continue;
    const line = text.slice(at + 3, end < 0 ? text.length : end).trimEnd();
    if (boundaries.has(line)) count++;
  }
  return count;
}

/**
 * Splits a stream into its lines.
 *
 * @param lengthMax maximum length of a line in bytes
 * @returns the lines without their ends, empty ones left out; undefined in place of a line that is too long
 */
export async function* readLines(
  stream: AsyncIterable<Uint8Array>,
  lengthMax: number,
): AsyncGenerator<string | undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (bytes: Uint8Array): void => {
    length += bytes.length;
    // A line that is too long is not kept.
    if (length > lengthMax) parts = [];
    else parts.push(bytes);
  };
  const take = (): string | undefined => {
    const line = length > lengthMax ? undefined : Buffer.concat(parts).toString().trim();
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      const line = take();
      if (line !== '') yield line;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  const last = take();
  if (last !== '') yield last;
}

const lineFeed = 0x0a;

import type { TablePart } from './file-information.ts';

/** Properties of the text between two offsets in the main stream. */
export interface FormattedRun {
  readonly start: number;
  readonly end: number;
  readonly properties: Buffer;
}

const pageBytes = 512;
const empty = Buffer.alloc(0);

/** The properties of text, found by its offset in the main stream. */
export class FormattedRuns {
  readonly #runs: FormattedRun[];
  #last = 0;

  constructor(runs: readonly FormattedRun[]) {
    this.#runs = runs.toSorted((a, b) => a.start - b.start);
  }

  /** @returns a run without properties, and the distance to the next one, for text that has none */
  at(offset: number): FormattedRun {
    const runs = this.#runs;
    const last = runs[this.#last];
    if (last !== undefined && last.start <= offset && offset < last.end) return last;
    let low = 0;
    let high = runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((runs[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const found = runs[low - 1];
    if (found !== undefined && offset < found.end) {
      this.#last = low - 1;
      return found;
    }
    return { start: offset, end: runs[low]?.start ?? Number.POSITIVE_INFINITY, properties: empty };
  }
}

/** Reads the pages of character properties ([MS-DOC] 2.9.33). */
export function readCharacterRuns(stream: Buffer, table: Buffer, part: TablePart): FormattedRuns {
  return readPages(stream, table, part, 1, (page, at) => {
    const offset = (page[at] ?? 0) * 2;
    if (offset === 0) return empty;
    return page.subarray(offset + 1, offset + 1 + (page[offset] ?? 0));
  });
}

/** Reads the pages of paragraph properties, which begin with the index of a style ([MS-DOC] 2.9.174, 2.9.175). */
export function readParagraphRuns(stream: Buffer, table: Buffer, part: TablePart): FormattedRuns {
  return readPages(stream, table, part, 13, (page, at) => {
    const offset = (page[at] ?? 0) * 2;
    if (offset === 0) return empty;
    const size = page[offset] ?? 0;
    if (size > 0) return page.subarray(offset + 1, offset + size * 2);
    return page.subarray(offset + 2, offset + 2 + (page[offset + 1] ?? 0) * 2);
  });
}

function readPages(
  stream: Buffer,
  table: Buffer,
  { offset, length }: TablePart,
  entryBytes: number,
  read: (page: Buffer, at: number) => Buffer,
): FormattedRuns {
  const list = table.subarray(offset, offset + length);
  const count = Math.max(0, Math.floor((list.length - 4) / 8));
  const known = new Set<number>();
  const runs: FormattedRun[] = [];
  for (let index = 0; index < count; index++) {
    const number = list.readUInt32LE((count + 1) * 4 + index * 4) & 0x3fffff;
    const page = stream.subarray(number * pageBytes, (number + 1) * pageBytes);
    // Each page is listed once in sound files.
    if (page.length < pageBytes || known.has(number)) continue;
    known.add(number);
    const runCount = Math.min(page[pageBytes - 1] ?? 0, Math.floor((pageBytes - 5) / (4 + entryBytes)));
    for (let run = 0; run < runCount; run++) {
      const start = page.readUInt32LE(run * 4);
      const end = page.readUInt32LE(run * 4 + 4);
      if (end > start)
        runs.push({ start, end, properties: read(page, (runCount + 1) * 4 + run * entryBytes) });
    }
  }
  return new FormattedRuns(runs);
}

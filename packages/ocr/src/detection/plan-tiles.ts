/** The network halves its input five times. */
const sideMultiple = 32;
/** Pixels of a tile: one run of the network then takes some 0.2 s, after which it can be canceled, and 100 MB. */
const tilePixelsMax = 600_000;
/** Text at the edge of a tile is read from the neighboring tile, which shows it with its surroundings. */
const overlap = 96;

/** A part of a side of an image. */
export interface TileSpan {
  readonly from: number;
  /** A multiple of 32; the tile may reach beyond the image. */
  readonly length: number;
  /** The part whose values are kept. */
  readonly keepFrom: number;
  readonly keepTo: number;
}

/** The columns and rows of tiles. */
export interface TilePlan {
  readonly columns: readonly TileSpan[];
  readonly rows: readonly TileSpan[];
}

/** Divides an image into tiles that overlap, with as few pixels in total as possible; each pixel is kept from one tile. */
export function planTiles(width: number, height: number): TilePlan {
  let best = { columns: 1, rows: 1, pixels: Number.POSITIVE_INFINITY };
  for (
    let columns = 1;
    columns === 1 || lengthOf(width, columns - 1) > sideMultiple + overlap;
    columns += 1
  ) {
    const rows = rowsFor(height, lengthOf(width, columns));
    if (rows === undefined) continue;
    const pixels = columns * rows * lengthOf(width, columns) * lengthOf(height, rows);
    if (pixels < best.pixels) best = { columns, rows, pixels };
    // More columns only add overlap once a single row is enough.
    if (rows === 1) break;
  }
  return { columns: divide(width, best.columns), rows: divide(height, best.rows) };
}

/** The least number of rows for tiles of a width; undefined if even low tiles have too many pixels. */
function rowsFor(height: number, tileWidth: number): number | undefined {
  const lengthMax = Math.floor(tilePixelsMax / tileWidth / sideMultiple) * sideMultiple;
  if (lengthMax <= overlap) return undefined;
  return height <= lengthMax ? 1 : Math.ceil((height - overlap) / (lengthMax - overlap));
}

/** The length of each of a number of equal parts of a side. */
function lengthOf(side: number, count: number): number {
  return Math.ceil((side + (count - 1) * overlap) / count / sideMultiple) * sideMultiple;
}

function divide(side: number, count: number): TileSpan[] {
  const length = lengthOf(side, count);
  const step = count === 1 ? 0 : (side - length) / (count - 1);
  const starts = Array.from({ length: count }, (_, index) => Math.round(index * step));
  return starts.map((from, index) => {
    const before = starts[index - 1];
    const after = starts[index + 1];
    return {
      from,
      length,
      keepFrom: before === undefined ? 0 : Math.round((before + length + from) / 2),
      keepTo: after === undefined ? side : Math.round((from + length + after) / 2),
    };
  });
}

import { crc32, deflateSync } from 'node:zlib';

/** Pixels in rows from top to bottom, 8 bits a channel. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel. */
  readonly data: Uint8Array;
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Color types by the number of channels (https://www.w3.org/TR/png-3/#11IHDR). */
const colorTypes: Readonly<Record<number, number>> = { 1: 0, 3: 2, 4: 6 };
const filterUp = 2;
/** Compression that is fast, and nearly as good as the best one. */
const level = 5;

/**
 * Encodes pixels as a PNG without loss (https://www.w3.org/TR/png-3/), with only the channels that they need. Native encoders
 * would work in other threads, in which a task that is canceled cannot be ended.
 */
export function encodePng(pixels: Pixels): Buffer {
  const { width, height } = pixels;
  const channels = channelsOf(pixels.data);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = colorTypes[channels] ?? 0;
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filteredRows(pixels, channels), { level })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @returns 1 for opaque gray, 3 for opaque colors, 4 for others */
function channelsOf(data: Uint8Array): 1 | 3 | 4 {
  let isGray = true;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 255) return 4;
    isGray &&= data[at] === data[at + 1] && data[at] === data[at + 2];
  }
  return isGray ? 1 : 3;
}

/** Rows of the differences to the row above, each after the number of the filter. */
function filteredRows({ width, height, data }: Pixels, channels: number): Buffer {
  const stride = 1 + width * channels;
  const rows = Buffer.alloc(stride * height);
  let target = 0;
  let source = 0;
  for (let y = 0; y < height; y += 1) {
    rows[target++] = filterUp;
    for (let x = 0; x < width; x += 1, source += 4) {
      for (let channel = 0; channel < channels; channel += 1) {
        const above = y === 0 ? 0 : (data[source + channel - width * 4] ?? 0);
        rows[target++] = (data[source + channel] ?? 0) - above;
      }
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

import { deflateSync } from 'node:zlib';
import { type HostileGenerator, repeat } from './generator/hostile-generator.ts';
import { interlacedPng } from './interlaced-png.ts';
import { pngChunk } from './png-chunk.ts';

const megapixel = 1_000_000;

/** Images that cost far more to read than to store. The size is in pixels unless a comment states otherwise. */
export const imageGenerators: readonly HostileGenerator[] = [
  { name: 'noise', kind: 'image', size: megapixel / 2, generate: (size) => squarePng(size, randomCells(1)) },
  {
    name: 'coarse-noise',
    kind: 'image',
    size: megapixel / 2,
    generate: (size) => squarePng(size, randomCells(4)),
  },
  {
    name: 'stripes',
    kind: 'image',
    size: megapixel,
    generate: (size) => squarePng(size, (x) => (x % 4 < 2 ? 0 : 255)),
  },
  {
    name: 'many-components',
    kind: 'image',
    size: 4 * megapixel,
    generate: (size) => squarePng(size, (x, y) => (x % 5 < 3 && y % 5 < 3 ? 0 : 255)),
  },
  {
    name: 'rings',
    kind: 'image',
    size: megapixel / 8,
    generate: (size) => squarePng(size, (x, y) => (Math.trunc(Math.hypot(x, y) / 3) % 2 === 0 ? 0 : 255)),
  },
  {
    // A quarter of the allowed pixels in about 25 kB.
    name: 'large-blank',
    kind: 'image',
    size: 24 * megapixel,
    generate: (size) => squarePng(size, () => 255),
  },
  {
    // 800 MB of pixels that a decoder holds, in 3.5 MB.
    name: 'interlaced-16-bit',
    kind: 'image',
    size: 99 * megapixel,
    generate: (size) => interlacedPng(Math.floor(Math.sqrt(size))),
  },
  {
    // A header of 3,600 megapixels before `size` bytes of pixels.
    name: 'huge-dimensions',
    kind: 'image',
    size: megapixel,
    generate: (size) => png(60_000, 60_000, Buffer.alloc(size)),
  },
  {
    // `size` is the length of a comment after decompression.
    name: 'png-comment-bomb',
    kind: 'image',
    size: 48 * megapixel,
    generate: (size) =>
      png(
        16,
        16,
        Buffer.alloc(17 * 16, 255),
        pngChunk('zTXt', Buffer.from('c\0\0'), deflateSync(Buffer.alloc(size, 97))),
      ),
  },
  {
    // `size` is the number of comments, each of which is empty.
    name: 'png-empty-comments',
    kind: 'image',
    size: 800_000,
    generate: (size) => {
      const comment = pngChunk('tEXt', Buffer.from('c\0'));
      const comments = Array.from({ length: size }, () => comment);
      return png(16, 16, Buffer.alloc(17 * 16, 255), Buffer.concat(comments));
    },
  },
  {
    // `size` is the number of groups.
    name: 'svg-nesting',
    kind: 'image',
    size: 100_000,
    generate: (size) =>
      `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(size)}${'</g>'.repeat(size)}</svg>`,
  },
  {
    // `size` is the number of entities, each ten times as long as the last.
    name: 'svg-billion-laughs',
    kind: 'image',
    size: 20,
    generate: (size) => {
      const entities = repeat(size, (at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
      return `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities}]><svg xmlns="http://www.w3.org/2000/svg"><text>&e${size};</text></svg>`;
    },
  },
  {
    // `size` is the number of frames; only the first is read.
    name: 'gif-frames',
    kind: 'image',
    size: 200_000,
    generate: (size) => {
      const frame = Buffer.from('2c00000000010001000002024401003b', 'hex').subarray(0, -1);
      const header = Buffer.from('47494638396101000100800000000000ffffff', 'hex');
      return Buffer.concat([header, ...Array.from({ length: size }, () => frame), Buffer.from(';')]);
    },
  },
  {
    // `size` is the number of pages; each directory refers to the next.
    name: 'tiff-pages',
    kind: 'image',
    size: 100_000,
    generate: tiffPages,
  },
  {
    // A header that declares `size` megapixels, without any pixels.
    name: 'bmp-header',
    kind: 'image',
    size: 99,
    generate: (size) => {
      const bytes = Buffer.alloc(54);
      bytes.write('BM', 'latin1');
      bytes.writeUInt32LE(54, 10);
      bytes.writeUInt32LE(40, 14);
      bytes.writeInt32LE(1000, 18);
      bytes.writeInt32LE(-1000 * size, 22);
      bytes.writeUInt16LE(24, 28);
      return bytes;
    },
  },
];

/**
 * Black or white cells that depend on their position alone, so that runs can be compared.
 *
 * @param side width and height of a cell in pixels
 */
function randomCells(side: number): (x: number, y: number) => number {
  return (x, y) => {
    let mixed =
      Math.imul(Math.trunc(x / side) + 1, 0x9e3779b1) ^ Math.imul(Math.trunc(y / side) + 1, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
    return (mixed >>> 16) & 1 ? 255 : 0;
  };
}

/** Encodes a square PNG image with the gray level of each pixel. */
function squarePng(pixels: number, level: (x: number, y: number) => number): Buffer {
  const side = Math.ceil(Math.sqrt(pixels));
  const rows = Buffer.alloc((side + 1) * side);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) rows[y * (side + 1) + x + 1] = level(x, y);
  }
  return png(side, side, rows);
}

/**
 * Encodes a PNG image.
 *
 * @param rows 8-bit gray levels, each row after the byte of its filter
 * @param extra chunks between the header and the pixels
 */
function png(width: number, height: number, rows: Uint8Array, extra: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const pixels = deflateSync(rows, { level: 1 });
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    extra,
    pngChunk('IDAT', pixels),
    pngChunk('IEND'),
  ]);
}

/** Encodes a TIFF file of one-pixel pages. */
function tiffPages(count: number): Buffer {
  const entries: readonly (readonly [tag: number, type: number, value: number])[] = [
    [256, 3, 1],
    [257, 3, 1],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [277, 3, 1],
    [278, 3, 1],
    [279, 4, 1],
  ];
  const length = 2 + 12 * entries.length + 4;
  const first = 10;
  const bytes = Buffer.alloc(first + length * count);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(first, 4);
  bytes[8] = 255;
  for (let page = 0; page < count; page += 1) {
    let at = first + page * length;
    at = bytes.writeUInt16LE(entries.length, at);
    for (const [tag, type, value] of entries) {
      at = bytes.writeUInt16LE(tag, at);
      at = bytes.writeUInt16LE(type, at);
      at = bytes.writeUInt32LE(1, at);
      at = bytes.writeUInt32LE(value, at);
    }
    bytes.writeUInt32LE(page + 1 < count ? first + (page + 1) * length : 0, at);
  }
  return bytes;
}

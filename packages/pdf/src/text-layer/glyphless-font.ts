/** Widths of all characters, in thousandths of the font size. */
export const glyphWidth = 500;

const unitsPerEm = 1000;
const [ascender, descender] = [800, -200];
const checksumAdjustment = 0xb1b0afba;

/**
 * Makes a TrueType font (ISO/IEC 14496-22) of two empty glyphs, which are as wide as half of the font size: text in it is
 * selected and found, but not seen.
 */
export function makeGlyphlessFont(): Buffer {
  const tables = new Map([
    ['cmap', characterMap()],
    ['glyf', Buffer.alloc(4)],
    ['head', header()],
    ['hhea', horizontalHeader()],
    ['hmtx', shorts(glyphWidth, 0, glyphWidth, 0)],
    ['loca', shorts(0, 0, 0)],
    ['maxp', Buffer.concat([longs(0x00010000), shorts(2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)])],
    ['name', names()],
    ['post', Buffer.concat([longs(0x00030000, 0), shorts(-100, 50), longs(1, 0, 0, 0, 0)])],
  ]);
  const directory: Buffer[] = [Buffer.concat([longs(0x00010000), shorts(tables.size, 128, 3, 16)])];
  const bodies: Buffer[] = [];
  let offset = 12 + tables.size * 16;
  for (const [tag, body] of tables) {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    directory.push(Buffer.from(tag, 'latin1'), longs(sumOf(padded), offset, body.length));
    bodies.push(padded);
    offset += padded.length;
  }
  const font = Buffer.concat([...directory, ...bodies]);
  const head = font.indexOf('head') + 8;
  font.writeUInt32BE((checksumAdjustment - sumOf(font)) >>> 0, font.readUInt32BE(head) + 8);
  return font;
}

function header(): Buffer {
  return Buffer.concat([
    longs(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
    shorts(0, unitsPerEm),
    Buffer.alloc(16),
    shorts(0, descender, glyphWidth, ascender, 0, 8, 2, 0, 0),
  ]);
}

function horizontalHeader(): Buffer {
  return Buffer.concat([
    longs(0x00010000),
    shorts(ascender, descender, 0, glyphWidth, 0, 0, glyphWidth, 1, 0, 0, 0, 0, 0, 0, 0, 2),
  ]);
}

/** Format 4 with one segment, which is required and maps nothing. */
function characterMap(): Buffer {
  return Buffer.concat([
    shorts(0, 1, 3, 1),
    longs(12),
    shorts(4, 24, 0, 2, 2, 0, 0, 0xffff, 0, 0xffff, 1, 0),
  ]);
}

/** The family's name. */
function names(): Buffer {
  const name = Buffer.from('Glyphless', 'utf16le').swap16();
  return Buffer.concat([shorts(0, 1, 18, 3, 1, 0x409, 1, name.length, 0), name]);
}

function shorts(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) buffer.writeUInt16BE(value & 0xffff, index * 2);
  return buffer;
}

function longs(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value >>> 0, index * 4);
  return buffer;
}

/** The sum of the words of 32 bits, modulo 2³². */
function sumOf(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at + 4 <= bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}

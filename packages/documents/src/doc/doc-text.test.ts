import { describe, expect, it } from 'vitest';
import { LongProperties, readParagraphFormat } from './paragraph-format.ts';
import { readModifiers } from './property-modifiers.ts';
import { DocText } from './text-pieces.ts';

/** A piece table ([MS-DOC] 2.9.38) after the properties of a piece. */
function makePieceTable(pieces: readonly (readonly [length: number, offset: number])[]): Buffer {
  const table = Buffer.alloc((pieces.length + 1) * 4 + pieces.length * 8);
  let position = 0;
  for (const [index, [length, offset]] of pieces.entries()) {
    position += length;
    table.writeUInt32LE(position, (index + 1) * 4);
    table.writeUInt32LE(offset, (pieces.length + 1) * 4 + index * 8 + 2);
  }
  const head = Buffer.from([1, 2, 0, 9, 9, 2, 0, 0, 0, 0]);
  head.writeUInt32LE(table.length, 6);
  return Buffer.concat([head, table]);
}

const compressed = (offset: number) => (offset * 2 + 0x40000000) >>> 0;

describe('DocText', () => {
  it('reads pieces in one byte and in two bytes a character, in the order of the text', () => {
    const stream = Buffer.concat([Buffer.from('сад', 'utf16le'), Buffer.from([0x93, 0x61, 0xe9, 0x94])]);
    const table = makePieceTable([
      [4, compressed(6)],
      [3, 0],
    ]);
    const text = new DocText(stream, table, { offset: 0, length: table.length });
    const [first, second] = [text.pieceAt(1), text.pieceAt(5)];
    expect(first && text.read(first, 0, 4)).toBe('“aé”');
    expect(second && text.read(second, 4, 7)).toBe('сад');
    expect(text.pieceAt(7)).toBeUndefined();
  });

  it('cuts pieces at the end of the file, and leaves out those that overlap', () => {
    const table = makePieceTable([
      [100, compressed(0)],
      [50, compressed(2)],
    ]);
    const text = new DocText(Buffer.from('abcdef'), table, { offset: 0, length: table.length });
    expect(text.pieceAt(5)).toMatchObject({ start: 0, end: 6 });
    expect(text.pieceAt(6)).toBeUndefined();
    expect(text.pieceAt(101)).toMatchObject({ start: 100, end: 104 });
  });

  it('rejects pieces that repeat the same part of the file', () => {
    const table = makePieceTable(Array.from({ length: 100 }, () => [50, compressed(0)] as const));
    expect(() => new DocText(Buffer.alloc(60, 'a'), table, { offset: 0, length: table.length })).toThrow(
      expect.objectContaining({ code: 'too_complex' }),
    );
  });

  it('rejects a document without pieces', () => {
    expect(() => new DocText(Buffer.alloc(9), Buffer.alloc(9), { offset: 0, length: 9 })).toThrow(
      expect.objectContaining({ code: 'unreadable' }),
    );
  });
});

describe('readModifiers', () => {
  it('reads operands of all sizes, and ends at one that is cut off', () => {
    const list = Buffer.from('3508010b4604002fca03aabbcc70686261ff0808d6030002010a264d0b46', 'hex');
    expect(
      [...readModifiers(list)].map(({ code, operand }) => [code.toString(16), operand.toString('hex')]),
    ).toEqual([
      ['835', '01'],
      ['460b', '0400'],
      ['ca2f', 'aabbcc'],
      ['6870', '6261ff08'],
      ['d608', '0201'],
      ['260a', '4d'],
    ]);
  });
});

describe('readParagraphFormat', () => {
  it('reads style, list, heading and the edges and merges of the cells of a row', () => {
    const row = Buffer.alloc(1 + 3 * 2 + 2 * 20);
    row.writeUInt8(2, 0);
    row.writeInt16LE(-100, 1);
    row.writeInt16LE(900, 3);
    row.writeInt16LE(1900, 5);
    row.writeUInt16LE(3 << 5, 7);
    row.writeUInt16LE(1, 27);
    const size = Buffer.from([row.length + 1, 0]);
    const head = Buffer.from(
      '0500' + '0b460700' + '0a2602' + '402601' + '1624' + '01' + '1724' + '01' + '08d6',
      'hex',
    );
    const format = readParagraphFormat(Buffer.concat([head, size, row]), new LongProperties(Buffer.alloc(0)));
    expect(format).toMatchObject({
      ...{
        styleId: '5',
        numberingId: '7',
        listLevel: 2,
        headingLevel: 2,
        tableDepth: 1,
        isRowEnd: true,
        left: -100,
      },
      cells: [
        { right: 900, vertical: 'first', horizontal: 'single' },
        { right: 1900, vertical: 'single', horizontal: 'continued' },
      ],
    });
  });

  it('reads long properties from the data stream, which do not refer to others', () => {
    const list = Buffer.from('0000' + '46660000' + '0000', 'hex');
    const data = Buffer.concat([Buffer.from([9, 0]), Buffer.from('402603' + '466600000000', 'hex')]);
    expect(readParagraphFormat(list, new LongProperties(data)).headingLevel).toBe(4);
  });
});

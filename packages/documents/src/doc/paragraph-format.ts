import { headingLevelOf } from '../word/document-styles.ts';
import type { EdgeCell } from '../word/edge-table.ts';
import { numberOf, readModifiers } from './property-modifiers.ts';

/** Codes of modifiers of paragraphs and rows ([MS-DOC] 2.6.2, 2.6.3). */
export const paragraphModifiers = {
  style: 0x4600,
  listLevel: 0x260a,
  list: 0x460b,
  outlineLevel: 0x2640,
  isInTable: 0x2416,
  isRowEnd: 0x2417,
  tableDepth: 0x6649,
  isInnerCellEnd: 0x244b,
  isInnerRowEnd: 0x244c,
  hugeProperties: 0x6646,
  hugePropertiesOld: 0x6645,
  rowDefinition: 0xd608,
  horizontalMerge: 0x5624,
  verticalMerge: 0xd62b,
} as const;

/** The format of a paragraph, or of the row that it ends. */
export interface ParagraphFormat {
  readonly styleId: string;
  /** 0 for body text; undefined for that of the style. */
  readonly headingLevel: number | undefined;
  readonly numberingId: string | undefined;
  readonly listLevel: number | undefined;
  /** 0 outside of tables, 1 in a table, 2 in a table in a table. */
  readonly tableDepth: number;
  readonly isRowEnd: boolean;
  readonly isInnerCellEnd: boolean;
  readonly isInnerRowEnd: boolean;
  /** Left edge of the row in twips. */
  readonly left: number;
  readonly cells: readonly EdgeCell[];
}

const cellBytes = 20;
/** Reads of the data stream as a multiple of its length; each long property belongs to one paragraph. */
const readsMax = 4;

/** The data stream, in which long properties are, with a limit of the bytes that are read from it. */
export class LongProperties {
  readonly #data: Buffer;
  #left: number;

  constructor(data: Buffer) {
    this.#data = data;
    this.#left = data.length * readsMax;
  }

  /** @returns nothing when paragraphs refer to the same properties again and again */
  at(offset: number): Buffer {
    if (offset + 2 > this.#data.length) return Buffer.alloc(0);
    const list = this.#data.subarray(offset + 2, offset + 2 + this.#data.readUInt16LE(offset));
    this.#left -= list.length;
    return this.#left < 0 ? Buffer.alloc(0) : list;
  }
}

/** Reads the properties of a paragraph. */
export function readParagraphFormat(properties: Buffer, long: LongProperties): ParagraphFormat {
  const reader = new ParagraphFormatReader();
  if (properties.length >= 2) reader.styleId = String(properties.readUInt16LE(0));
  reader.read(properties.subarray(2), long);
  return reader;
}

class ParagraphFormatReader implements ParagraphFormat {
  styleId = '0';
  headingLevel: number | undefined;
  numberingId: string | undefined;
  listLevel: number | undefined;
  isRowEnd = false;
  isInnerCellEnd = false;
  isInnerRowEnd = false;
  left = 0;
  cells: EdgeCell[] = [];
  #isInTable = false;
  #depth = 0;

  get tableDepth(): number {
    return Math.max(this.#depth, this.#isInTable ? 1 : 0);
  }

  /** @param isNested whether the properties are in the data stream, where none refer to others */
  read(list: Buffer, long: LongProperties, isNested = false): void {
    for (const modifier of readModifiers(list)) {
      const { code, operand } = modifier;
      const value = numberOf(modifier);
      const codes = paragraphModifiers;
      if (code === codes.style) this.styleId = String(operand.readUInt16LE(0));
      else if (code === codes.listLevel) this.listLevel = value;
      else if (code === codes.list) this.numberingId = String(value);
      else if (code === codes.outlineLevel) this.headingLevel = headingLevelOf(value);
      else if (code === codes.isInTable) this.#isInTable = value !== 0;
      else if (code === codes.isRowEnd) this.isRowEnd = value !== 0;
      else if (code === codes.tableDepth) this.#depth = operand.readInt32LE(0);
      else if (code === codes.isInnerCellEnd) this.isInnerCellEnd = value !== 0;
      else if (code === codes.isInnerRowEnd) this.isInnerRowEnd = value !== 0;
      else if (code === codes.rowDefinition) this.#readRow(operand);
      else if (code === codes.horizontalMerge) this.#mergeCells(operand);
      else if (code === codes.verticalMerge) this.#mergeVertically(operand);
      else if ((code === codes.hugeProperties || code === codes.hugePropertiesOld) && !isNested)
        this.read(long.at(operand.readUInt32LE(0)), long, true);
    }
  }

  /** Reads the edges and the merges of the cells of a row ([MS-DOC] 2.9.325). */
  #readRow(operand: Buffer): void {
    const count = Math.min(operand[0] ?? 0, 63);
    if (1 + (count + 1) * 2 > operand.length) return;
    this.left = operand.readInt16LE(1);
    this.cells = [];
    const properties = operand.subarray(1 + (count + 1) * 2);
    for (let index = 0; index < count; index++) {
      const at = index * cellBytes;
      const flags = at + 2 <= properties.length ? properties.readUInt16LE(at) : 0;
      const vertical = (flags >> 5) & 3;
      this.cells.push({
        right: operand.readInt16LE(3 + index * 2),
        horizontal: (flags & 3) === 1 ? 'continued' : 'single',
        vertical: vertical === 1 ? 'continued' : vertical === 3 ? 'first' : 'single',
      });
    }
  }

  #mergeCells(operand: Buffer): void {
    const [first = 0, limit = 0] = operand;
    for (const cell of this.cells.slice(first + 1, limit)) cell.horizontal = 'continued';
  }

  #mergeVertically([index = 0, merge = 0]: Buffer): void {
    const cell = this.cells[index];
    if (cell) cell.vertical = merge === 1 ? 'continued' : merge === 3 ? 'first' : 'single';
  }
}

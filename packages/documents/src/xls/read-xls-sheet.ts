import type { RichText } from '@quern/content/blocks/rich-text';
import { formatSerial, formatText } from '../office/value-formats.ts';
import { GridCollector, type SheetGrid } from '../xlsx/cells/grid-collector.ts';
import { SharedContents } from '../xlsx/cells/sheet-cell.ts';
import type { WorkbookBudget } from '../xlsx/cells/workbook-budget.ts';
import type { ParsePace } from '../xml/parse-xml-bytes.ts';
import { type BiffRecord, type RecordBudget, readBiffRecords, recordTypes } from './biff-records.ts';
import { readHyperlink, urlOfFormula } from './read-hyperlink.ts';
import { StringReader } from './string-reader.ts';
import type { WorkbookGlobals } from './workbook-globals.ts';

/** The content of a sheet. */
export interface XlsSheetContent {
  readonly grid: SheetGrid;
  /** Records of its shapes; empty if there are none. */
  readonly drawing: Buffer;
}

const recordsPerYield = 5000;
/** Texts of errors ([MS-XLS] 2.5.10). */
const errors: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
]);

/**
 * Reads the records of a sheet ([MS-XLS] 2.1.7.20.5), without those of charts inside of it.
 *
 * @throws DocumentError `too_complex`; the signal's reason when aborted
 */
export async function readXlsSheet(
  stream: Buffer,
  offset: number,
  context: {
    readonly globals: WorkbookGlobals;
    readonly budget: WorkbookBudget;
    readonly records: RecordBudget;
  },
  { signal, yieldIfDue }: ParsePace,
): Promise<XlsSheetContent> {
  const reader = new XlsSheetReader(context.globals, context.budget);
  let depth = 0;
  let count = 0;
  for (const record of readBiffRecords(stream, offset)) {
    context.records.take(record.data.length);
    for (const { length } of record.continuations) context.records.take(length);
    if (record.type === recordTypes.bof) depth += 1;
    else if (record.type === recordTypes.eof && --depth <= 0) break;
    else if (depth === 1) reader.read(record);
    // The sheet has to begin at the offset.
    if (depth === 0) break;
    if (++count % recordsPerYield > 0) continue;
    signal?.throwIfAborted();
    await yieldIfDue?.();
  }
  return reader.finish();
}

/** The place and the style of a cell. */
interface CellHead {
  readonly row: number;
  readonly column: number;
  readonly style: number;
}

/** The value of a cell before its number format is applied; `raw` texts have none. */
type CellValue = number | { readonly text: string } | { readonly raw: string };

class XlsSheetReader {
  readonly #globals: WorkbookGlobals;
  readonly #budget: WorkbookBudget;
  readonly #grid = new GridCollector();
  readonly #contents = new SharedContents();
  readonly #hiddenRows = new Set<number>();
  readonly #drawing: Buffer[] = [];
  /** A formula whose text follows in another record. */
  #formula: { readonly head: CellHead; readonly url: string | undefined } | undefined;

  constructor(globals: WorkbookGlobals, budget: WorkbookBudget) {
    this.#globals = globals;
    this.#budget = budget;
  }

  finish(): XlsSheetContent {
    return { grid: this.#grid.finish(), drawing: Buffer.concat(this.#drawing) };
  }

  read(record: BiffRecord): void {
    const { type, data } = record;
    if (type === recordTypes.drawing) this.#drawing.push(data, ...record.continuations);
    else if (type === recordTypes.row) this.#readRow(data);
    else if (type === recordTypes.columnInfo) this.#readColumns(data);
    else if (type === recordTypes.mergedCells) this.#readMerges(data);
    else if (type === recordTypes.hyperlink) this.#readHyperlink(data);
    else if (type === recordTypes.string) this.#readFormulaText(record);
    else if (data.length >= 6) this.#readCell(record);
  }

  /** Rows of an outline are collapsed rather than hidden, as in XLSX. */
  #readRow(data: Buffer): void {
    if (data.length < 14) return;
    const flags = data.readUInt16LE(12);
    if ((flags & 0x20) !== 0 && (flags & 7) === 0) this.#hiddenRows.add(data.readUInt16LE(0));
  }

  #readColumns(data: Buffer): void {
    if (data.length < 10) return;
    const flags = data.readUInt16LE(8);
    if ((flags & 1) === 0 || ((flags >> 8) & 7) > 0) return;
    this.#grid.hideColumns(data.readUInt16LE(0), data.readUInt16LE(2));
  }

  #readMerges(data: Buffer): void {
    for (let at = 2; at + 8 <= data.length; at += 8) {
      const [row, lastRow] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)];
      const [column, lastColumn] = [data.readUInt16LE(at + 4), data.readUInt16LE(at + 6)];
      this.#grid.merges.push({ first: { row, column }, last: { row: lastRow, column: lastColumn } });
    }
  }

  #readHyperlink(data: Buffer): void {
    const link = readHyperlink(data);
    if (link) this.#grid.links.push(link);
  }

  #readCell(record: BiffRecord): void {
    const { type, data } = record;
    const head = { row: data.readUInt16LE(0), column: data.readUInt16LE(2), style: data.readUInt16LE(4) };
    switch (type) {
      case recordTypes.number:
        if (data.length >= 14) this.#add(head, data.readDoubleLE(6));
        return;
      case recordTypes.rk:
        if (data.length >= 10) this.#add(head, numberOfRk(data.readUInt32LE(6)));
        return;
      case recordTypes.multipleRk:
        this.#readMultiple(data);
        return;
      case recordTypes.sharedLabel:
        if (data.length >= 10) this.#add(head, { text: this.#globals.strings[data.readUInt32LE(6)] ?? '' });
        return;
      case recordTypes.label:
      case recordTypes.richText:
        this.#add(head, { text: this.#textOf(record, 6) });
        return;
      case recordTypes.booleanOrError:
        if (data.length >= 8) this.#add(head, literalOf(data.readUInt8(6), data.readUInt8(7) === 1));
        return;
      case recordTypes.formula:
        if (data.length >= 14) this.#readFormula(data, head);
    }
  }

  #readMultiple(data: Buffer): void {
    const row = data.readUInt16LE(0);
    const first = data.readUInt16LE(2);
    for (let at = 4, column = first; at + 8 <= data.length; at += 6, column += 1)
      this.#add({ row, column, style: data.readUInt16LE(at) }, numberOfRk(data.readUInt32LE(at + 2)));
  }

  /** Reads the result of a formula, as it was last computed ([MS-XLS] 2.5.133). */
  #readFormula(data: Buffer, head: CellHead): void {
    const url = urlOfFormula(data, this.#globals.isUnicode);
    this.#formula = undefined;
    if (data.readUInt16LE(12) !== 0xffff) this.#add(head, data.readDoubleLE(6), url);
    else if (data.readUInt8(6) === 0) this.#formula = { head, url };
    else if (data.readUInt8(6) === 1 || data.readUInt8(6) === 2)
      this.#add(head, literalOf(data.readUInt8(8), data.readUInt8(6) === 2), url);
  }

  #readFormulaText(record: BiffRecord): void {
    const formula = this.#formula;
    this.#formula = undefined;
    if (formula) this.#add(formula.head, { text: this.#textOf(record, 0) }, formula.url);
  }

  #textOf(record: BiffRecord, at: number): string {
    if (this.#globals.isUnicode) return new StringReader(record, at).read(2);
    if (record.data.length < at + 2) return '';
    const end = at + 2 + record.data.readUInt16LE(at);
    return this.#globals.decode(record.data.toString('latin1', at + 2, end));
  }

  #add({ row, column, style: index }: CellHead, value: CellValue, url?: string): void {
    const { styles, uses1904 } = this.#globals;
    const { pattern = '', isBold = false } = styles[index] ?? {};
    const text = textOfValue(value, pattern, uses1904);
    if (text.trim() === '') return;
    this.#budget.takeCell(text.length);
    const content: RichText = this.#contents.get(text);
    if (row !== this.#grid.rowIndex) this.#grid.openRow(row, this.#hiddenRows.has(row));
    this.#grid.add({
      content: url === undefined ? content : [{ type: 'link', url, children: [...content] }],
      column,
      isValue: typeof value === 'number' || 'raw' in value,
      isBold,
    });
  }
}

function textOfValue(value: CellValue, pattern: string, uses1904: boolean): string {
  if (typeof value !== 'number')
    return 'raw' in value ? value.raw : formatText(value.text.replace(/\r\n?/g, '\n'), pattern);
  return Number.isFinite(value) ? formatSerial(value, pattern, uses1904) : '';
}

function literalOf(value: number, isError: boolean): CellValue {
  return { raw: isError ? (errors.get(value) ?? '#N/A') : value === 0 ? 'FALSE' : 'TRUE' };
}

/** Decodes a number in four bytes: an integer or the upper half of a double, perhaps in hundredths ([MS-XLS] 2.5.122). */
function numberOfRk(rk: number): number {
  let value = rk >> 2;
  if ((rk & 2) === 0) {
    const double = Buffer.alloc(8);
    double.writeUInt32LE((rk & ~3) >>> 0, 4);
    value = double.readDoubleLE(0);
  }
  return (rk & 1) === 0 ? value : value / 100;
}

import { DocumentError } from '../errors/document-error.ts';
import { CodePageDecoder } from '../office/code-pages.ts';
import { builtInFormat } from '../office/value-formats.ts';
import type { NamedSheet } from '../xlsx/sheet-section.ts';
import { type BiffRecord, readBiffRecords, recordTypes } from './biff-records.ts';
import { StringReader } from './string-reader.ts';

/** A sheet as the workbook lists it. */
export interface XlsSheet extends NamedSheet {
  /** Place of its records; undefined for charts and macros. */
  readonly offset: number | undefined;
}

/** The style of a cell, as far as it affects its text. */
export interface XlsStyle {
  /** The number format; '' for General. */
  readonly pattern: string;
  readonly isBold: boolean;
}

/** Definitions that the sheets of a workbook share ([MS-XLS] 2.1.7.20.3). */
export interface WorkbookGlobals {
  readonly sheets: readonly XlsSheet[];
  readonly strings: readonly string[];
  readonly styles: readonly XlsStyle[];
  /** Whether dates count from 1904. */
  readonly uses1904: boolean;
  /** Whether texts are Unicode (BIFF8), not in a code page (BIFF5). */
  readonly isUnicode: boolean;
  /** The definitions that the drawings of all sheets share; empty if there are none. */
  readonly drawings: Buffer;
  /** Decodes characters of the code page, whose codes are bytes. */
  readonly decode: (bytes: string) => string;
}

const versions = { biff5: 0x500, biff8: 0x600 };
const boldWeightMin = 600;
/** Fonts are counted without the fifth ([MS-XLS] 2.5.129). */
const skippedFont = 4;
const sheetsMax = 4096;
const definitionsMax = 65_536;

/**
 * Reads the records before those of the sheets.
 *
 * @throws DocumentError `unsupported` for older versions
 */
export function readWorkbookGlobals(stream: Buffer): WorkbookGlobals {
  const reader = new GlobalsReader();
  for (const record of readBiffRecords(stream, 0)) {
    if (record.type === recordTypes.eof) break;
    reader.read(record);
  }
  return reader.finish();
}

class GlobalsReader {
  readonly #sheets: XlsSheet[] = [];
  readonly #strings: string[] = [];
  readonly #patterns = new Map<number, string>();
  readonly #boldFonts: boolean[] = [];
  readonly #formats: { font: number; format: number }[] = [];
  readonly #drawings: Buffer[] = [];
  readonly #decoder = new CodePageDecoder();
  #codePage = 1252;
  #isUnicode = true;
  #uses1904 = false;

  read(record: BiffRecord): void {
    const { type, data } = record;
    if (type === recordTypes.bof) this.#readVersion(data);
    else if (type === recordTypes.codePage && data.length >= 2) this.#codePage = data.readUInt16LE(0);
    else if (type === recordTypes.dateMode && data.length >= 2) this.#uses1904 = data.readUInt16LE(0) === 1;
    else if (type === recordTypes.boundSheet && data.length >= 8) this.#addSheet(data);
    else if (type === recordTypes.font && data.length >= 8 && this.#boldFonts.length < definitionsMax)
      this.#boldFonts.push(data.readUInt16LE(6) >= boldWeightMin);
    else if (type === recordTypes.format && data.length >= 4) this.#addFormat(data);
    else if (type === recordTypes.xf && data.length >= 4 && this.#formats.length < definitionsMax)
      this.#formats.push({ font: data.readUInt16LE(0), format: data.readUInt16LE(2) });
    else if (type === recordTypes.sharedStrings && data.length >= 8) this.#addStrings(record);
    else if (type === recordTypes.drawingGroup) this.#drawings.push(data, ...record.continuations);
  }

  finish(): WorkbookGlobals {
    const styles = this.#formats.map(({ font, format }) => ({
      pattern: this.#patterns.get(format) ?? builtInFormat(format),
      isBold: this.#boldFonts[font > skippedFont ? font - 1 : font] ?? false,
    }));
    return {
      sheets: this.#sheets,
      strings: this.#strings,
      styles,
      uses1904: this.#uses1904,
      isUnicode: this.#isUnicode,
      drawings: Buffer.concat(this.#drawings),
      decode: (bytes) => this.#decode(bytes),
    };
  }

  #readVersion(data: Buffer): void {
    const version = data.length >= 2 ? data.readUInt16LE(0) : 0;
    if (version !== versions.biff8 && version !== versions.biff5)
      throw new DocumentError('unsupported', 'This spreadsheet is older than Excel 5: save it as XLSX.');
    this.#isUnicode = version === versions.biff8;
  }

  #decode(bytes: string): string {
    return this.#decoder.decode(bytes, this.#codePage);
  }

  #addSheet(data: Buffer): void {
    if (this.#sheets.length >= sheetsMax) return;
    const name = this.#isUnicode
      ? new StringReader({ data, continuations: [] }, 6).read(1)
      : this.#decode(data.toString('latin1', 7, 7 + data.readUInt8(6)));
    const isSheet = data.readUInt8(5) === 0;
    this.#sheets.push({
      name,
      isHidden: (data.readUInt8(4) & 3) !== 0,
      offset: isSheet ? data.readUInt32LE(0) : undefined,
    });
  }

  #addFormat(data: Buffer): void {
    if (this.#patterns.size >= definitionsMax) return;
    const pattern = this.#isUnicode
      ? new StringReader({ data, continuations: [] }, 2).read(2)
      : this.#decode(data.toString('latin1', 3, 3 + data.readUInt8(2)));
    this.#patterns.set(data.readUInt16LE(0), /^general$/i.test(pattern) ? '' : pattern);
  }

  #addStrings(record: BiffRecord): void {
    const count = record.data.readUInt32LE(4);
    const reader = new StringReader(record, 8);
    while (this.#strings.length < count && !reader.isAtEnd) this.#strings.push(reader.read(2));
  }
}

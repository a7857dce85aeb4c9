import { makeCompoundFile } from './make-compound-file.ts';

/** Makes a record of a workbook ([MS-XLS] 2.1.4). */
export function biffRecord(type: number, ...data: readonly (Uint8Array | readonly number[])[]): Buffer {
  const body = Buffer.concat(data.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
}

/** Two bytes of a number each. */
export function shorts(...numbers: readonly number[]): Buffer {
  return Buffer.concat(numbers.map((number) => Buffer.from([number & 255, (number >> 8) & 255])));
}

/** Four bytes of a number. */
export function long(number: number): Buffer {
  return shorts(number & 0xffff, Math.floor(number / 65_536));
}

/** A Unicode string with the count of its characters. @param countBytes size of the count */
export function biffText(text: string, countBytes: 1 | 2 = 2): Buffer {
  const count = countBytes === 1 ? Buffer.from([text.length]) : shorts(text.length);
  return Buffer.concat([count, Buffer.from([1]), Buffer.from(text, 'utf16le')]);
}

/** A double in eight bytes. */
export function double(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(number);
  return bytes;
}

/** A sheet of `makeXls`. */
export interface XlsSheetInput {
  readonly name: string;
  readonly isHidden?: boolean;
  /** Records between those that begin and end the sheet. */
  readonly records: readonly Buffer[];
}

/**
 * Makes a workbook with the styles General (0), a date (1) and bold text (2).
 *
 * @param globals further records before those of the sheets
 * @param version 0x600 for BIFF8, 0x500 for BIFF5
 */
export function makeXls(
  sheets: readonly XlsSheetInput[],
  { globals = [], version = 0x600 }: { readonly globals?: readonly Buffer[]; readonly version?: number } = {},
): Buffer {
  const bof = (type: number) => biffRecord(0x809, shorts(version, type, 0, 0, 0, 0, 0, 0));
  const eof = biffRecord(0x0a);
  const font = (weight: number) => biffRecord(0x31, shorts(200, 0, 8, weight, 0, 0, 0), [0]);
  const style = (fontIndex: number, format: number) =>
    biffRecord(0xe0, shorts(fontIndex, format, 0, 0, 0, 0));
  const fonts = [400, 400, 400, 400, 700].map(font);
  const styles = [style(0, 0), style(0, 14), style(5, 0)];
  const bodies = sheets.map(({ records }) => Buffer.concat([bof(0x10), ...records, eof]));
  const isUnicode = version === 0x600;
  const bound = ({ name, isHidden = false }: XlsSheetInput, offset: number) =>
    biffRecord(
      0x85,
      long(offset),
      [isHidden ? 1 : 0, 0],
      isUnicode
        ? biffText(name, 1)
        : Buffer.concat([Buffer.from([name.length]), Buffer.from(name, 'latin1')]),
    );
  const build = (offsets: readonly number[]) =>
    Buffer.concat([
      bof(5),
      ...fonts,
      ...styles,
      ...sheets.map((sheet, index) => bound(sheet, offsets[index] ?? 0)),
      ...globals,
      eof,
    ]);
  let place = build([]).length;
  const offsets = bodies.map((body) => {
    const offset = place;
    place += body.length;
    return offset;
  });
  return makeCompoundFile({ [isUnicode ? 'Workbook' : 'Book']: Buffer.concat([build(offsets), ...bodies]) });
}

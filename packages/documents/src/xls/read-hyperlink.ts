import type { SheetLink } from '../xlsx/cells/grid-collector.ts';

/** Flags of a hyperlink ([MS-OSHARED] 2.3.7.1). */
const flags = { hasMoniker: 0x1, hasText: 0x10, hasFrame: 0x80, isString: 0x100 };
/** Class of a moniker with an address ([MS-OSHARED] 2.3.7.6). */
const urlMoniker = Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex');
const addressPattern = /^(?:https?:|mailto:)/i;
const urlLengthMax = 2000;
/** Tokens of formulas ([MS-XLS] 2.5.198.25). */
const tokens = { text: 0x17, functions: new Set([0x22, 0x42, 0x62]), hyperlink: 0x167 };

/** Reads the link of a range of cells ([MS-XLS] 2.4.140). @returns undefined for links into files and sheets */
export function readHyperlink(data: Buffer): SheetLink | undefined {
  if (data.length < 32) return undefined;
  const url = readUrl(data.subarray(28), data.readUInt32LE(28));
  if (url === undefined || !addressPattern.test(url)) return undefined;
  const [row, lastRow] = [data.readUInt16LE(0), data.readUInt16LE(2)];
  const [column, lastColumn] = [data.readUInt16LE(4), data.readUInt16LE(6)];
  return { range: { first: { row, column }, last: { row: lastRow, column: lastColumn } }, url };
}

/** @param data a hyperlink from its flags on */
function readUrl(data: Buffer, flag: number): string | undefined {
  if ((flag & flags.hasMoniker) === 0) return undefined;
  let at = 4;
  for (const bit of [flags.hasText, flags.hasFrame])
    if ((flag & bit) !== 0) at += 4 + (at + 4 <= data.length ? data.readUInt32LE(at) * 2 : 0);
  if ((flag & flags.isString) !== 0) {
    if (at + 4 > data.length) return undefined;
    return textOf(data, at + 4, Math.min(data.readUInt32LE(at), urlLengthMax) * 2);
  }
  const isUrl = data.subarray(at, at + 16).equals(urlMoniker) && at + 20 <= data.length;
  return isUrl ? textOf(data, at + 20, Math.min(data.readUInt32LE(at + 16), urlLengthMax * 2)) : undefined;
}

function textOf(data: Buffer, at: number, bytes: number): string {
  const text = data.toString('utf16le', at, Math.min(at + bytes, data.length));
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** The address in a formula that begins with it, such as `HYPERLINK("https://example.org", "text")`. */
export function urlOfFormula(data: Buffer, isUnicode: boolean): string | undefined {
  const tokenStart = 22;
  if (data.length < tokenStart + 4 || data[tokenStart] !== tokens.text) return undefined;
  const isCall = tokens.functions.has(data[data.length - 4] ?? 0);
  if (!isCall || data.readUInt16LE(data.length - 2) !== tokens.hyperlink) return undefined;
  const length = data[tokenStart + 1] ?? 0;
  const isWide = isUnicode && ((data[tokenStart + 2] ?? 0) & 1) === 1;
  const start = tokenStart + (isUnicode ? 3 : 2);
  const url = data.toString(isWide ? 'utf16le' : 'latin1', start, start + length * (isWide ? 2 : 1));
  return addressPattern.test(url) ? url : undefined;
}

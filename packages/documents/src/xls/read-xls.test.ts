import { makeCompoundFile } from '@quern/testing/documents/make-compound-file';
import { biffRecord, biffText, double, long, makeXls, shorts } from '@quern/testing/documents/make-xls';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

const label = (row: number, column: number, text: string, style = 0) =>
  biffRecord(0x204, shorts(row, column, style), biffText(text));
const number = (row: number, column: number, value: number, style = 0) =>
  biffRecord(0x203, shorts(row, column, style), double(value));
const rk = (row: number, column: number, value: number, style = 0) =>
  biffRecord(0x27e, shorts(row, column, style), long(value));

const markdownOf = async (bytes: Uint8Array, pages?: string) =>
  (await convertDocument(bytes, { pages })).markdown;

describe('convertDocument of a binary workbook', () => {
  it('writes numbers, dates, truth values, errors and results of formulas as they are displayed', async () => {
    const formula = (row: number, result: Uint8Array) =>
      biffRecord(0x06, shorts(row, 1, 0), result, shorts(0), long(0), shorts(0));
    const records = [
      ...[label(0, 0, 'kind'), label(0, 1, 'value')],
      ...[label(1, 0, 'date'), number(1, 1, 45_000, 1)],
      ...[label(2, 0, 'integer'), rk(2, 1, (7 << 2) | 2)],
      ...[label(3, 0, 'hundredths'), rk(3, 1, (725 << 2) | 3)],
      ...[label(4, 0, 'truth'), biffRecord(0x205, shorts(4, 1, 0), [1, 0])],
      ...[label(5, 0, 'error'), biffRecord(0x205, shorts(5, 1, 0), [7, 1])],
      ...[label(6, 0, 'sum'), formula(6, double(12.5))],
      ...[label(7, 0, 'text'), formula(7, Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff]))],
      biffRecord(0x207, biffText('joined')),
      ...[label(8, 0, 'row'), biffRecord(0xbd, shorts(8, 1, 0), long(6), shorts(0), long(10), shorts(2))],
    ];
    expect(await markdownOf(makeXls([{ name: 'Types', records }]))).toBe(
      [
        ...['## Types', '', '| kind | value | |', '| --- | --- | --- |', '| date | 2023-03-15 | |'],
        ...['| integer | 7 | |', '| hundredths | 7.25 | |', '| truth | TRUE | |', '| error | #DIV/0! | |'],
        ...['| sum | 12.5 | |', '| text | joined | |', '| row | 1 | 2 |'],
      ].join('\n'),
    );
  });

  it('reads shared texts that continue in another record with wider characters', async () => {
    const first = Buffer.concat([long(2), long(2), shorts(6), Buffer.from([0]), Buffer.from('abc')]);
    const second = Buffer.concat([Buffer.from([1]), Buffer.from('ščř', 'utf16le'), biffText('next')]);
    const globals = [biffRecord(0xfc, first), biffRecord(0x3c, second)];
    const shared = (row: number, index: number) => biffRecord(0xfd, shorts(row, 0, 0), long(index));
    const bytes = makeXls([{ name: 'S', records: [shared(0, 0), shared(1, 1)] }], { globals });
    expect(await markdownOf(bytes)).toBe('## S\n\nabcščř\n\nnext');
  });

  it('repeats merged cells, links cells, and leaves out hidden rows, columns and sheets', async () => {
    const url = 'https://a.example/';
    const link = biffRecord(
      0x1b8,
      ...[shorts(1, 1, 0, 0), Buffer.alloc(16), long(2), long(0x3)],
      ...[Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex'), long(url.length * 2 + 2)],
      Buffer.from(`${url}\0`, 'utf16le'),
    );
    const records = [
      ...[biffRecord(0x208, shorts(2, 0, 3, 255, 0, 0, 0x20, 0)), biffRecord(0x7d, shorts(3, 3, 0, 0, 1, 0))],
      ...[label(0, 0, 'a'), label(0, 2, 'b'), label(1, 0, 'link'), label(1, 1, 'x'), label(1, 2, 'y')],
      ...[label(2, 0, 'hidden'), label(3, 0, 'c'), label(3, 1, 'd'), label(3, 3, 'hidden')],
      ...[biffRecord(0xe5, shorts(1, 0, 0, 0, 1)), link],
    ];
    const bytes = makeXls([
      { name: 'Shown', records },
      { name: 'Secret', isHidden: true, records: [label(0, 0, 'secret')] },
    ]);
    const converted = await convertDocument(bytes);
    expect(converted.markdown).toBe(
      `## Shown\n\n| a | a | b |\n| --- | --- | --- |\n| [link](${url}) | x | y |\n| c | d | |`,
    );
    expect(converted.warnings.map(({ code }) => code)).toEqual(['hidden_sheets', 'hidden_cells']);
    expect(await markdownOf(bytes, '2')).toBe('## Secret\n\nsecret');
  });

  it('reads Excel 5 in its code page', async () => {
    const text = Buffer.from([0xcf, 0xf0, 0xe8]);
    const records = [biffRecord(0x204, shorts(0, 0, 0), shorts(text.length), text)];
    const bytes = makeXls([{ name: 'A', records }], {
      version: 0x500,
      globals: [biffRecord(0x42, shorts(1251))],
    });
    expect(await markdownOf(bytes)).toBe('## A\n\nПри');
  });

  it('refuses encrypted workbooks, older versions, and a workbook without its stream', async () => {
    const encrypted = makeXls([{ name: 'A', records: [] }], { globals: [biffRecord(0x2f, shorts(1))] });
    await expect(convertDocument(encrypted)).rejects.toMatchObject({ code: 'encrypted' });
    const old = makeXls([{ name: 'A', records: [] }], { version: 0x400 });
    await expect(convertDocument(old)).rejects.toMatchObject({ code: 'unsupported' });
    const other = makeCompoundFile({ Contents: Buffer.alloc(10) });
    await expect(convertDocument(other)).rejects.toMatchObject({ code: 'unsupported' });
  });
});

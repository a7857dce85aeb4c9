import { describe, expect, it } from 'vitest';
import { parseReference } from '../cells/cell-reference.ts';
import { FormulaCalculator } from './formula-calculator.ts';
import { FormulaError, type Scalar } from './formula-value.ts';
import { keyOf, type PendingFormula, type SheetValues } from './read-sheet-values.ts';

type Cells = Readonly<Record<string, number | string | boolean>>;

/** A sheet of values; texts that begin with `=` are formulas. */
function sheetOf(cells: Cells): SheetValues {
  const values = new Map<number, Scalar>();
  const formulas = new Map<number, PendingFormula>();
  for (const [reference, value] of Object.entries(cells)) {
    const { row, column } = parseReference(reference) ?? expect.fail();
    const isFormula = typeof value === 'string' && value.startsWith('=');
    if (isFormula) formulas.set(keyOf(row, column), { text: value.slice(1), shift: { rows: 0, columns: 0 } });
    else values.set(keyOf(row, column), value);
  }
  return { values, formulas };
}

/** The result of a formula in the cell Z99 of the first sheet; the code of error values. */
async function compute(formula: string, cells: Cells = {}, others: Readonly<Record<string, Cells>> = {}) {
  const sheets = new Map(Object.entries({ one: { ...cells, Z99: `=${formula}` }, ...others }));
  const calculator = new FormulaCalculator(async (name) => {
    const found = sheets.get(name);
    return found && sheetOf(found);
  });
  const { row, column } = parseReference('Z99') ?? expect.fail();
  const result = await calculator.compute('One', row, column);
  return result instanceof FormulaError ? result.code : result;
}

const amounts = { A1: 0.1, A2: 0.2, A3: 'rye', A4: 0.3, B1: 10, B2: 20, B4: 40 } satisfies Cells;

describe('formulas', () => {
  it.each<[string, unknown]>([
    ['1+2*3^2', 19],
    ['-2^2', 4],
    ['(1+2)*3', 9],
    ['50%', 0.5],
    ['10-4-3', 3],
    ['2^3^2', 64],
    ['"a"&"b"&1.5', 'ab1.5'],
    ['"say ""so"""', 'say "so"'],
    ['1=1.0', true],
    ['"Rye"="rye"', true],
    ['2<>3', true],
    ['"a"<"b"', true],
    ['1.5E3/3', 500],
    ['1/0', '#DIV/0!'],
    ['"x"+1', '#VALUE!'],
    ['"2"+1', 3],
    ['#N/A', '#N/A'],
    ['0.1+0.2-0.3', 0],
  ])('computes %s', async (formula, expected) => {
    expect(await compute(formula)).toBe(expected);
  });

  it.each<[string, unknown]>([
    ['SUM(A1:A4)', 0.6],
    ['SUM(A1:A2,B1:B2,5)', 35.3],
    ['SUM($A$1:A2)', 0.3],
    ['SUM(B:B)', 70],
    ['SUM(1:1)', 10.1],
    ['AVERAGE(B1:B4)', 70 / 3],
    ['MIN(B1:B4)&"/"&MAX(B1:B4)', '10/40'],
    ['MEDIAN(B1:B4)', 20],
    ['COUNT(A1:A4)&" "&COUNTA(A1:A9)', '3 4'],
    ['AVERAGE(C1:C3)', '#DIV/0!'],
    ['C1', 0],
    ['A3&C1', 'rye'],
    ['A1:A2+1', undefined],
    ['SUMIF(A1:A4,">0.15",B1:B4)', 60],
    ['COUNTIF(A1:A4,"rye")', 1],
    ['AVERAGEIF(B1:B4,"<>10")', 30],
    ['SUMPRODUCT(A1:A2,B1:B2)', 5],
    ['PRODUCT(B1:B2)', 200],
    ['CONCAT(A3,B1:B2)', 'rye1020'],
  ])('computes %s over cells', async (formula, expected) => {
    const result = await compute(formula, amounts);
    if (typeof expected === 'number') expect(result).toBeCloseTo(expected, 12);
    else expect(result).toBe(expected);
  });

  it.each<[string, unknown]>([
    ['ROUND(1.005,2)', 1.01],
    ['ROUND(-2.5,0)', -3],
    ['ROUND(1234.5,-2)', 1200],
    ['ROUNDUP(1.21,1)', 1.3],
    ['ROUNDDOWN(-1.29,1)', -1.2],
    ['INT(-1.5)', -2],
    ['TRUNC(-1.5)', -1],
    ['MOD(-1,3)', 2],
    ['SQRT(-1)', '#NUM!'],
    ['IF(1>2,"more","less")', 'less'],
    ['IF(1>2,1/0,3)', 3],
    ['IF(FALSE,1)', false],
    ['IFERROR(1/0,"none")', 'none'],
    ['IFNA(1/0,"none")', '#DIV/0!'],
    ['AND(1>0,2>1)', true],
    ['OR(FALSE,0)', false],
    ['NOT(TRUE)', false],
    ['LEFT("harbor",3)&MID("harbor",4,2)&RIGHT("harbor",1)', 'harbor'],
    ['LEN(TRIM("  a   b "))', 3],
    ['UPPER("ä")', 'Ä'],
    ['DATE(2026,4,8)', 46_120],
    ['YEAR(46120)&"-"&MONTH(46120)&"-"&DAY(46120)', '2026-4-8'],
    ['DATE(2026,14,1)', 46_419],
    ['_xlfn.CONCAT("a","b")', 'ab'],
    ['HYPERLINK("https://example.org","page")', 'page'],
  ])('computes %s', async (formula, expected) => {
    expect(await compute(formula)).toBe(expected);
  });

  it('follows other formulas and sheets, of which names are quoted and in any case', async () => {
    const cells = { A1: '=B1*2', B1: '=Other!A1+1', C1: "=SUM('Year ''25'!A1:A2)" };
    const others = { other: { A1: 20 }, "year '25": { A1: 1, A2: '=one!B1' } };
    expect(await compute('A1+C1', cells, others)).toBe(42 + 22);
    expect(await compute('Missing!A1', cells, others)).toBeUndefined();
  });

  it('leaves circles, long chains, chance, time, names, arrays and other files uncomputed', async () => {
    for (const formula of [
      ...[
        'Z99',
        'A1',
        'RAND()',
        'TODAY()',
        'total*2',
        'SUM(Table1[a])',
        '{1,2}',
        '[1]Sheet1!A1',
        'SUM(',
        '1+',
        '',
      ],
      ...['COUNTIF(A1:A2,"r*")', 'A1:A3', 'VLOOKUP(1,A1:B2,2)', `${'('.repeat(5000)}1`],
    ])
      expect(await compute(formula, { A1: '=A2', A2: '=A1' }), formula).toBeUndefined();
    const chain = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`A${index + 1}`, `=A${index + 2}+1`]),
    );
    expect(await compute('A1', chain)).toBeUndefined();
    expect(await compute('A950', chain)).toBe(51);
  });

  it('computes a long column of running totals from its top', async () => {
    const cells = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`A${index + 1}`, index === 0 ? 1 : `=A${index}+1`]),
    );
    const sheet = sheetOf(cells);
    const calculator = new FormulaCalculator(async () => sheet);
    for (let row = 0; row < 2000; row++) expect(await calculator.compute('s', row, 0)).toBe(row + 1);
  });

  it('ends formulas that would read too many cells', async () => {
    const cells: Record<string, string | number> = {};
    for (let row = 1; row <= 3000; row++) {
      cells[`A${row}`] = row;
      cells[`B${row}`] = '=SUM(A:A)';
    }
    const sheet = sheetOf(cells);
    const calculator = new FormulaCalculator(async () => sheet);
    const results: (Scalar | undefined)[] = [];
    for (let row = 0; row < 3000; row++) results.push(await calculator.compute('s', row, 1));
    expect(results[0]).toBe((3000 * 3001) / 2);
    expect(results.at(-1)).toBeUndefined();
  });
});

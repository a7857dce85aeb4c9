import { expect, it } from 'vitest';
import { toCsv } from './to-csv.ts';

it('quotes cells with commas, quotation marks and line breaks', () => {
  expect(toCsv([['a,b', 'c "d"', 'e\nf', 1.5, undefined, '']])).toBe(
    '\uFEFF"a,b","c ""d""","e\nf",1.5,,\r\n',
  );
});

it('keeps spreadsheets from running texts as formulas, and leaves numbers as they are', () => {
  expect(toCsv([['=1+1', '@a', '-5', '+49', '-5 to 5', -5]])).toBe("\uFEFF'=1+1,'@a,-5,+49,'-5 to 5,-5\r\n");
});

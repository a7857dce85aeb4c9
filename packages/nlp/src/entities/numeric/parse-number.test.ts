import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseNumber, shiftDecimal } from './parse-number.ts';

it.each([
  ['1,234.5', false, '1234.5'],
  ['1.234,5', false, '1234.5'],
  ['1.234', true, '1234'],
  ['1.234', false, '1.234'],
  ['1,234', false, '1234'],
  ['1,234', true, '1.234'],
  ['1 234 567,89', true, '1234567.89'],
  ['1’234.50', false, '1234.50'],
  ['1,234,567', true, '1234567'],
  ['−5', false, '-5'],
  ['x', false, undefined],
])('%s with decimal comma %s is %s', (text, comma, value) => {
  expect(parseNumber(text, comma)).toBe(value);
});

it('reads what Intl writes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.constantFrom('en', 'de', 'fr', 'it'),
      (cents, locale) => {
        const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(cents / 100);
        expect(Number(parseNumber(written, locale !== 'en'))).toBe(cents / 100);
      },
    ),
  );
});

it('shifts without rounding', () => {
  expect(shiftDecimal('0.1', 6)).toBe('100000');
  expect(shiftDecimal('1.2345678', 3)).toBe('1234.5678');
  expect(shiftDecimal('-3.5', 9)).toBe('-3500000000');
});

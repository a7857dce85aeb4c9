import { expect, it } from 'vitest';
import { toLogicalOrder } from './logical-order.ts';

/** Displayed lines, from left to right, and their logical order; the displayed ones are by `training/ocr/bidi.py`. */
const lines: readonly (readonly [displayed: string, logical: string])[] = [
  ['₪ 12.50 םולש', 'שלום 12.50 ₪'],
  ['1,234.56 :ריחמ', 'מחיר: 1,234.56'],
  ['שדח iPhone 12 םגד', 'דגם iPhone 12 חדש'],
  ['ןאכ foo (bar) םגו (ןכ) רמא אוה', 'הוא אמר (כן) וגם foo (bar) כאן'],
  ['نم %25 ددعلا', 'العدد 25% من'],
  ['لاير ١٢٫٥٠ رعسلا', 'السعر ١٢٫٥٠ ريال'],
  ['price םלוע םולש now', 'price שלום עולם now'],
  ['abc def', 'abc def'],
  ['7 - 5 باتك', 'كتاب 5 - 7'],
  ['2024/05/01 دوشی\u200cم', 'می\u200cشود 2024/05/01'],
  ['(םולש)', '(שלום)'],
  ['ارًكش', 'شكرًا'],
];

it.each(lines)('brings %j into logical order', (displayed, logical) => {
  const characters = [...displayed].map((text) => ({ text }));
  expect(
    toLogicalOrder(characters)
      .map(({ text }) => text)
      .join(''),
  ).toBe(logical);
});

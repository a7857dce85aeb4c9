import { expect, it } from 'vitest';
import { firstLetterDirection, languageDirection, partDirection } from './language-direction.ts';

it.each([
  ['ar', 'rtl'],
  ['he', 'rtl'],
  ['fa-AF', 'rtl'],
  ['ur', 'rtl'],
  ['pa', 'ltr'],
  ['pa-Arab', 'rtl'],
  ['de', 'ltr'],
  ['zh-Hant', 'ltr'],
  ['und', 'auto'],
  ['', 'auto'],
  ['not a tag', 'auto'],
])('a text in %j has the direction %s', (tag, direction) => {
  expect(languageDirection(tag)).toBe(direction);
});

it.each([
  ['1. שלום Quern', 'rtl'],
  ['Quern: שלום', 'ltr'],
  ['500, 3.5 %', undefined],
  ['', undefined],
])('the first letter of %j has the direction %s', (text, direction) => {
  expect(firstLetterDirection(text)).toBe(direction);
});

it.each([
  ['Quern: בית קמח ליד הנהר', 'rtl', 'rtl'],
  ['Hadley Mill Ltd.', 'rtl', 'ltr'],
  ['500', 'rtl', undefined],
  ['محمد wrote a letter', 'ltr', 'ltr'],
  ['محمد', 'ltr', 'rtl'],
  ['Quern: کارخانه', 'auto', 'ltr'],
  ['کارخانه Quern', 'auto', 'rtl'],
] as const)('the part %j of a text in the direction %s has the direction %s', (text, base, direction) => {
  expect(partDirection(text, base)).toBe(direction);
});

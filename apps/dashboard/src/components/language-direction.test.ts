import { expect, it } from 'vitest';
import { languageDirection } from './language-direction.ts';

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

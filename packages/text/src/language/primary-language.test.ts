import { expect, it } from 'vitest';
import { primaryLanguage } from './primary-language.ts';

it.each([
  ['pt-BR', 'pt'],
  ['ZH-Hant-TW', 'zh'],
  ['und', 'und'],
  ['', ''],
])('the primary subtag of %j is %j', (tag, expected) => {
  expect(primaryLanguage(tag)).toBe(expected);
});

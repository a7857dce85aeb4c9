import { expect, it } from 'vitest';
import { createRuleContext } from './rule-context.ts';

it.each([
  ['en', [], ['en']],
  ['de-AT', [], ['de', 'en']],
  ['nb', ['nn', 'no', 'en'], ['no', 'en']],
  ['de', ['ru'], ['de', 'en', 'ru']],
  ['de', ['uk', 'de-CH', 'pl', 'cs', 'uk'], ['de', 'en', 'pl', 'uk']],
])('applies the lexicons of %s with %j', (language, otherLanguages, lexiconLanguages) => {
  expect(createRuleContext({ language, otherLanguages }).lexiconLanguages).toEqual(lexiconLanguages);
});

it('applies the lexicons of the scripts of a text in an undetermined language', () => {
  const { lexiconLanguages, usesDecimalComma } = createRuleContext({ language: 'und', text: 'Привет' });
  expect(lexiconLanguages).toEqual(['ru', 'uk', 'en']);
  expect(usesDecimalComma).toBe(false);
});

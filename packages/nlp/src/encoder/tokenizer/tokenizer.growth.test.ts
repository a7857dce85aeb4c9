import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { makeVocabulary } from './fixtures/make-vocabulary.ts';
import { readVocabulary } from './read-vocabulary.ts';
import { Tokenizer } from './tokenizer.ts';

const scores = { '▁': -3, a: -4, b: -4, ab: -6, '▁ab': -7, '▁a': -7 };
const tokenizer = new Tokenizer(readVocabulary(makeVocabulary(scores, { 9: [0x20], 10: [0x20] })));

it.each([
  ['one word', 'ab'.repeat(50_000)],
  ['unknown characters', '日'.repeat(100_000)],
  ['marks in a row', `a${'\u0301'.repeat(50_000)}${'\u0323'.repeat(50_000)}`],
  ['white space', ' '.repeat(100_000)],
  ['lone surrogates', '\udc00'.repeat(100_000)],
  ['words', 'ab '.repeat(33_333)],
])('Tokenizer does work linear in the length of %s', async (_, text) => {
  const short = text.slice(0, text.length / 10);
  // Quadratic growth would give a ratio of 100.
  expect(await growthRatio((input: string) => tokenizer.tokenize(input), short, text)).toBeLessThan(40);
});

import { splitSentences } from '@quern/text/sentences/split-sentences';
import { expect, it } from 'vitest';
import { splitPassages } from './split-passages.ts';

it('joins sentences up to 800 characters and keeps longer ones whole', () => {
  const short = 'The report lists the figures of the second quarter.';
  const long = `Long ${'word '.repeat(200)}end.`;
  const text = [...Array<string>(20).fill(short), long, short].join(' ');
  const passages = splitPassages(text, splitSentences(text, 'en'));
  expect(passages.join(' ')).toBe(text);
  expect(passages.filter((passage) => passage.length > 800)).toEqual([long]);
  expect(passages.at(0)?.length).toBeGreaterThan(800 - short.length - 1);
});

it('returns no passages without sentences', () => {
  expect(splitPassages('', [])).toEqual([]);
});

import { expect, it } from 'vitest';
import { BannedWordFinder } from './find-banned-words.ts';

const finder = new BannedWordFinder({
  words: [{ pattern: 'walls?', write: 'block page', except: ['wall[- ]clock'] }],
  identifiers: [{ pattern: '[bB]rain(?![a-z])', write: 'encoder' }],
  allowed: [{ file: 'docs/walls.md', words: ['wall'], why: 'quotes a page' }],
});
const wordsIn = (file: string, text: string): string[] => finder.find(file, text).map(({ word }) => word);

it('reports the line, the word and the replacement', () => {
  expect(finder.find('a.md', 'A page.\nA Wall.')).toEqual([{ line: 2, word: 'Wall', write: 'block page' }]);
});

it('matches whole words only', () => {
  expect(wordsIn('a.md', 'A wallet and a firewall.')).toEqual([]);
});

it('ignores standard phrases', () => {
  expect(wordsIn('a.md', 'The wall clock, the wall-clock and the wall.')).toEqual(['wall']);
});

it('finds parts of identifiers in source files only', () => {
  expect(wordsIn('a.ts', 'const loadBrain = brainstorm;')).toEqual(['Brain']);
  expect(wordsIn('a.md', 'loadBrain')).toEqual([]);
});

it('skips string literals of tests, but not titles', () => {
  expect(wordsIn('a.test.ts', "expect(text).toBe('a wall');")).toEqual([]);
  expect(wordsIn('a.test.ts', "it('recognizes a wall', () => {")).toEqual(['wall']);
  expect(wordsIn('a.ts', "throw new Error('a wall');")).toEqual(['wall']);
});

it('allows a word in the files that must contain it', () => {
  expect(wordsIn('docs/walls.md', 'A wall and walls.')).toEqual(['walls']);
});

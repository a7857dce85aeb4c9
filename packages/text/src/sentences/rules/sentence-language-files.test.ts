import { describe, expect, it } from 'vitest';
import { sentenceLanguageFiles } from './sentence-language-files.ts';

const exclusive = ['neverFinal', 'possiblyFinal', 'oftenFinal', 'usuallyFinal'] as const;

describe.each([...sentenceLanguageFiles])('the sentence file of %s', (_, file) => {
  it.each(Object.entries(file))('has trimmed, sorted words without a final period in %s', (_name, words) => {
    expect(words.filter((word: string) => word === '' || word.endsWith('.') || word.trim() !== word)).toEqual(
      [],
    );
    expect([...new Set(words)].sort()).toEqual(words);
  });

  it('has each abbreviation in one list', () => {
    const words = exclusive.flatMap((name) => file[name] ?? []);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });
});

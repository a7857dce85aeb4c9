import { describe, expect, it } from 'vitest';
import { loadWordList, packWordList, WordList } from './word-list.ts';

describe('packWordList', () => {
  it('keeps the languages of each word', () => {
    const list = new WordList(
      packWordList([
        { language: 'en', words: ['dog', 'no', "don't"] },
        { language: 'es', words: ['perro', 'no'] },
        { language: 'sr', words: ['пас'] },
        { language: 'sr', words: ['pas', 'no'] },
      ]),
    );
    expect(list.find('dog')).toEqual(['en']);
    expect(list.find("don't")).toEqual(['en']);
    expect(list.find('no')).toEqual(['en', 'es', 'sr']);
    expect(list.find('пас')).toEqual(['sr']);
    expect(list.find('pas')).toEqual(['sr']);
    expect(list.find('cat')).toEqual([]);
    expect(list.find('')).toEqual([]);
  });

  it('makes an empty list', () => {
    expect(new WordList(packWordList([])).find('dog')).toEqual([]);
  });
});

describe('bundled list', () => {
  it.each([
    ['perro', 'es'],
    ['kitchen', 'en'],
    ['küche', 'de'],
    ['chien', 'fr'],
    ['kutya', 'hu'],
    ['köpek', 'tr'],
    ['погода', 'uk'],
  ])('lists %s', async (word, language) => {
    expect((await loadWordList()).find(word)).toContain(language);
  });

  it('does not list words that are none', async () => {
    const list = await loadWordList();
    const words = Array.from({ length: 5000 }, (_, index) => `qx${index.toString(26)}zq`);
    expect(words.filter((word) => list.find(word).length > 0).length).toBeLessThan(10);
  });
});

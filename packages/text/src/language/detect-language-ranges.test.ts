import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectLanguageRanges } from './detect-language-ranges.ts';

async function rangesOf(text: string): Promise<[string, string][]> {
  const ranges = await detectLanguageRanges(text);
  return ranges.map(({ language, startIndex, endIndex }) => [language, text.slice(startIndex, endIndex)]);
}

describe('detectLanguageRanges', () => {
  it('finds one range in a text in one language', async () => {
    const text = 'The weather was fine. We walked along the river, and then we went home.';
    expect(await rangesOf(text)).toEqual([['en', text]]);
  });

  it.each([
    [
      'Hello, how are you? Ich hoffe, es geht dir gut. Merci beaucoup pour ton aide.',
      [
        ['en', 'Hello, how are you?'],
        ['de', 'Ich hoffe, es geht dir gut.'],
        ['fr', 'Merci beaucoup pour ton aide.'],
      ],
    ],
    [
      'This is English.\nEsto es una frase en español.\n日本語の文章です。',
      [
        ['en', 'This is English.'],
        ['es', 'Esto es una frase en español.'],
        ['ja', '日本語の文章です。'],
      ],
    ],
    [
      'Sie sagte "I would like to go home now" und ging dann.',
      [
        ['de', 'Sie sagte'],
        ['en', 'I would like to go home now'],
        ['de', 'und ging dann.'],
      ],
    ],
    [
      'She whispered «Это не моя вина» and left the room.',
      [
        ['en', 'She whispered'],
        ['ru', 'Это не моя вина'],
        ['en', 'and left the room.'],
      ],
    ],
    [
      '这是中文的句子。This part is in English.',
      [
        ['zh', '这是中文的句子。'],
        ['en', 'This part is in English.'],
      ],
    ],
  ])('finds the languages of %j', async (text, ranges) => {
    expect(await rangesOf(text)).toEqual(ranges);
  });

  it.each(['Я использую Google Chrome сегодня вечером.', 'Wir nutzen „Microsoft Teams“ jeden Tag im Büro.'])(
    'leaves names to the language around them: %s',
    async (text) => {
      expect(await rangesOf(text)).toHaveLength(1);
    },
  );

  it.each(['', '12345 67.8 %', '😀🎉', 'https://example.com/a/b', 'const x = 5;'])(
    'finds none in a text without a language: %j',
    async (text) => {
      expect(await rangesOf(text)).toEqual([]);
    },
  );

  it('counts offsets in UTF-16 code units', async () => {
    const text = '🎉🎉 Guten Morgen, liebe Freunde! 🎉 Good morning, dear friends!';
    const ranges = await detectLanguageRanges(text);
    expect(ranges.map(({ language }) => language)).toEqual(['de', 'en']);
    expect(text.slice(ranges[1]?.startIndex, ranges[1]?.endIndex)).toBe('Good morning, dear friends!');
  });

  it('returns ranges in order that do not overlap, adjacent ones in different languages, for any text', async () => {
    const words = fc.constantFrom(
      'hello there',
      'guten Tag',
      'привет всем',
      '\n',
      '. ',
      '"',
      '😀',
      '\ud800',
      'x',
      '12',
      '漢字',
      'かな',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 40 }), async (parts) => {
        const text = parts.join(' ');
        let end = 0;
        let previous = '';
        for (const { language, startIndex, endIndex } of await detectLanguageRanges(text)) {
          expect(startIndex).toBeGreaterThanOrEqual(end);
          expect(endIndex).toBeGreaterThan(startIndex);
          expect(language).not.toBe(previous);
          expect(language).not.toBe('und');
          [end, previous] = [endIndex, language];
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['one letter', 'a'.repeat(1_000_000)],
    ['one letter words', 'a '.repeat(500_000)],
    ['digits', '1'.repeat(1_000_000)],
    ['emoji', '😀'.repeat(500_000)],
    ['unpaired surrogates', '\ud800'.repeat(1_000_000)],
    ['quotation marks', 'ab"'.repeat(300_000)],
    ['backticks', '`'.repeat(1_000_000)],
    ['paths', 'a/'.repeat(500_000)],
    ['mail signs', 'a@'.repeat(500_000)],
    ['script changes', 'aя'.repeat(250_000)],
  ])('is bounded for a million characters: %s', async (_, text) => {
    const ranges = await detectLanguageRanges(text);
    expect(ranges.length).toBeLessThan(100_000);
  });
});

import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { afterAll, describe, expect, it } from 'vitest';
import { countTokens } from './count-tokens.ts';

/** The reference implementation, tiktoken compiled from Rust. */
const reference = get_encoding('o200k_base');
const referenceCount = (text: string) => reference.encode_ordinary(text).length;
afterAll(() => reference.free());

const samples = [
  '',
  'Hello, world!',
  "I'll say it's what they've DON'T and we'RE, itſ 'ſ",
  'São Paulo não é a capital do Brasil; Brasília é.',
  'Ελλάδα, Россия, עברית, العربية, हिन्दी, ไทย, 한국어, 日本語の文章。',
  '👩‍👩‍👧‍👦 and 🇩🇪 and e\u0301 and \u{1d538}\u{1d539}',
  'line one\r\nline two\r\n\r\n\r\n   indented\t\ttabs  \n ',
  '\u0085next line\u00a0no-break\u2003em\ufeffbom\u3000ideographic',
  'const x = () => ({ a: [1, 22, 333, 4444] }); // https://example.com/a/b?c=d#e',
  '<|endoftext|> and <|endofprompt|> are plain text',
  'half \ud800 a pair \udc00\ud800',
  '١٢٣٤٥ ⅷ ² 1234567890',
  'ʰABCʰdeFGǅungla',
];

describe('countTokens', () => {
  it.each(samples)('matches the reference for %j', (text) => {
    expect(countTokens(text)).toBe(referenceCount(text));
  });

  it('matches the reference for any characters', () => {
    const unit = fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme' }) },
      { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
      {
        weight: 3,
        arbitrary: fc.constantFrom(...samples, ' ', '\n', '\r\n', "'S", 'A', 'a', '/', 'ʰ', '漢'),
      },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) },
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
        const text = units.join('');
        expect(countTokens(text)).toBe(referenceCount(text));
      }),
      { numRuns: 400 },
    );
  });

  it('matches the reference for long words', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'e', 'n', 'ß', '漢'),
      minLength: 200,
      maxLength: 2000,
    });
    fc.assert(
      fc.property(letters, (text) => {
        expect(countTokens(text)).toBe(referenceCount(text));
      }),
      { numRuns: 30 },
    );
  });

  it('matches the reference for a text of several blocks', () => {
    const text = 'Ninety-nine words, 4 Zahlen & etwas Süßes\n'.repeat(80_000);
    expect(text.length).toBeGreaterThan(3_000_000);
    expect(countTokens(text)).toBe(referenceCount(text));
  });

  it('counts a word longer than a block', () => {
    expect(countTokens('漢'.repeat(3_500_000))).toBe(3_500_000);
    expect(countTokens('א'.repeat(5_000_000))).toBeGreaterThan(1_000_000);
  });
});

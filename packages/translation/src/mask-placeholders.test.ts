import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskPlaceholders, maskRulesFor, restorePlaceholders } from './mask-placeholders.ts';

const rules = maskRulesFor('en');

describe('maskPlaceholders', () => {
  it('replaces tokens that the models cannot translate', () => {
    const { text, maskedTokens } = maskPlaceholders('See https://a.example/b or @ann 😀 now.', rules);
    expect(maskedTokens).toEqual(['https://a.example/b', '@ann', '😀']);
    expect(text).toBe('See XQ1 or XQ2 XQ3 now.');
  });

  it('masks a sentence in another script as a whole', () => {
    const sentence = 'これは日本語の文章です。';
    expect(maskPlaceholders(sentence, rules)).toMatchObject({ text: '', prefix: sentence });
  });

  it('is undone by restorePlaceholders for sentences with any tokens', () => {
    const token = fc.constantFrom('https://a.example/', '€', '@ann', '😀', '½', '日本');
    fc.assert(
      fc.property(fc.array(token, { maxLength: 5 }), (tokens) => {
        const sentence = `We saw ${tokens.join(' then ')} today.`;
        const { text, prefix, suffix, maskedTokens } = maskPlaceholders(sentence, rules);
        expect(prefix + restorePlaceholders(text, maskedTokens) + suffix).toBe(sentence.replace('  ', ' '));
      }),
    );
  });
});

describe('restorePlaceholders', () => {
  it('returns undefined when a placeholder was lost, repeated or invented', () => {
    expect(restorePlaceholders('XQ1', ['a', 'b'])).toBeUndefined();
    expect(restorePlaceholders('XQ1 XQ1', ['a'])).toBeUndefined();
    expect(restorePlaceholders('XQ1 XQ2', ['a'])).toBeUndefined();
  });
});

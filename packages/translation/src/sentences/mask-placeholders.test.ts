import { describe, expect, it } from 'vitest';
import { maskPlaceholders, maskRulesFor } from './mask-placeholders.ts';

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

  it.each([
    ['Hello {name}, you have {{ count }} items.', ['{name}', '{{ count }}']],
    [`Value %s of %1$d or %(key)s costs ${'$'}{price}.`, ['%s', '%1$d', '%(key)s', `${'$'}{price}`]],
    [
      '{count, plural, one {# item} other {# items}} left.',
      ['{count, plural, one {# item} other {# items}}'],
    ],
    ['Write to a.b@c.example or <tag>.', ['a.b@c.example', '<tag>']],
    ['The text XQ1 is literal.', ['XQ1']],
  ])('masks the placeholders of %j', (sentence, tokens) => {
    expect(maskPlaceholders(sentence, rules).maskedTokens).toEqual(tokens);
  });

  it('masks no percentage', () => {
    expect(maskPlaceholders('It is 50% slower, 5 % of all.', rules).maskedTokens).toEqual([]);
  });
});

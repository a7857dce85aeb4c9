import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import cases from './fixtures/feature-hashes.json' with { type: 'json' };
import { hashFeatures, tokenize } from './hash-features.ts';

describe('hashed features', () => {
  it.each(cases)('are those of the training script for $text', ({ text, tokens, words, characters }) => {
    expect(tokenize(text)).toEqual(tokens);
    const hashed = hashFeatures(tokens);
    expect([...hashed.words].sort((a, b) => a - b)).toEqual(words);
    expect([...hashed.characters].sort((a, b) => a - b)).toEqual(characters);
  });

  it('take any text, lone surrogates and all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { words } = hashFeatures(tokenize(text));
        for (const hash of words) expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32).toBe(true);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { createId } from './create-id.ts';
import { base62Alphabet, randomBase62 } from './random-base62.ts';
import { isResourceId } from './resource-id.ts';

describe('createId', () => {
  it('returns different resource ids with the given prefix', () => {
    const ids = Array.from({ length: 1000 }, () => createId('key'));
    expect(new Set(ids).size).toBe(1000);
    expect(ids.every((id) => id.startsWith('key_') && isResourceId(id))).toBe(true);
  });
});

describe('randomBase62', () => {
  it('returns the requested number of characters and uses each of the alphabet about equally often', () => {
    const texts = Array.from({ length: 1240 }, (_, index) => randomBase62(index % 2 === 0 ? 1 : 99));
    expect(texts.every((text, index) => text.length === (index % 2 === 0 ? 1 : 99))).toBe(true);
    const text = texts.join('');
    expect(text).toHaveLength(62_000);
    const counts = [...base62Alphabet].map((character) => text.split(character).length - 1);
    // 1,000 expected each; six standard deviations are 190.
    expect(Math.min(...counts)).toBeGreaterThan(810);
    expect(Math.max(...counts)).toBeLessThan(1190);
  });
});

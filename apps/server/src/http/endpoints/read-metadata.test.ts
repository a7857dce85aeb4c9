import { describe, expect, it } from 'vitest';
import { readMetadata } from './read-metadata.ts';

describe('readMetadata', () => {
  it('returns the strings of metadata[name] and ignores other parameters', () => {
    expect(readMetadata({ 'metadata[folder]': 'a b', 'metadata[__proto__]': 'ü', limit: '5' })).toEqual(
      Object.fromEntries([
        ['folder', 'a b'],
        ['__proto__', 'ü'],
      ]),
    );
    expect(readMetadata(undefined)).toEqual({});
  });

  it.each([
    ['metadata[a]', ['1', '2'], 'sent twice'],
    ['metadata[]', '1', '1 to 64 characters, not 0'],
    [`metadata[${'a'.repeat(65)}]`, '1', '1 to 64 characters, not 65'],
    ['metadata[a]', 'x'.repeat(513), 'metadata[a] must have 0 to 512 characters, not 513'],
    ['metadata[a]', 'a\u0000b', 'control characters'],
  ])('rejects %s=%s', (parameter, value, message) => {
    expect(() => readMetadata({ [parameter]: value })).toThrow(message);
  });

  it('accepts 16 strings and rejects 17', () => {
    const strings = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`metadata[n${index}]`, 'v']));
    expect(Object.keys(readMetadata(strings(16)))).toHaveLength(16);
    expect(() => readMetadata(strings(17))).toThrow('17 strings');
  });
});

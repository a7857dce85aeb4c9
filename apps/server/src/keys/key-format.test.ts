import { describe, expect, it } from 'vitest';
import { checkKeyFormat, generateKey, redactKey } from './key-format.ts';

describe('generateKey', () => {
  it('returns different keys of 44 characters whose format is valid', () => {
    const keys = Array.from({ length: 100 }, generateKey);
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) expect([key.length, checkKeyFormat(key)]).toEqual([44, 'valid']);
  });
});

describe('checkKeyFormat', () => {
  it('accepts a key whose checksum was computed with another implementation of CRC-32', () => {
    // Python: zlib.crc32(b'0' * 30) is 2011552642, which is 2C8GjS in base 62.
    expect(checkKeyFormat('qn_live_0000000000000000000000000000002C8GjS')).toBe('valid');
  });

  it('reports bad_checksum for each single character that is replaced, removed or added', () => {
    const valid = generateKey();
    for (let at = 'qn_live_'.length; at < valid.length; at += 1) {
      const other = valid[at] === 'a' ? 'b' : 'a';
      expect(checkKeyFormat(`${valid.slice(0, at)}${other}${valid.slice(at + 1)}`)).toBe('bad_checksum');
      expect(checkKeyFormat(`${valid.slice(0, at)}${valid.slice(at + 1)}`)).toBe('bad_checksum');
    }
    expect(checkKeyFormat(`${valid}a`)).toBe('bad_checksum');
  });

  it('reports other for text without the prefix of generated keys', () => {
    for (const text of ['', 'an-operator-chosen-key-of-32-characters', 'QN_LIVE_1', 'qn_live']) {
      expect(checkKeyFormat(text)).toBe('other');
    }
  });
});

describe('redactKey', () => {
  it('shows the prefix, four characters after it and the last four of a generated key', () => {
    const key = generateKey();
    expect(redactKey(key)).toBe(`qn_live_${key.slice(8, 12)}…${key.slice(-4)}`);
  });

  it('shows four characters of each end of an operator-provided key', () => {
    expect(redactKey('an-operator-chosen-key-of-32-chars')).toBe('an-o…hars');
  });
});

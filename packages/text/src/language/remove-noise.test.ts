import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeNoise } from './remove-noise.ts';

describe('removeNoise', () => {
  it.each([
    ['https://example.com/this/is/an/address', ''],
    ['www.example.com', ''],
    ['info@example.com', ''],
    ['example.org', ''],
    ['#weekend @jack', ''],
    ['README.md and index.html', 'and'],
    ['C:\\Windows\\System32\\cmd.exe', ''],
    ['/usr/local/bin/node', ''],
    ['src/main/java/App.java', ''],
    ['user_id tmpDir MAX_RETRY_COUNT', 'tmpDir'],
    ['getUserById WhatsApp MacBook', ''],
    ['a1b2c3d4 xyz123 10km', ''],
    ['<b>bold</b>', 'bold'],
    ['run `npm install` now', 'run  now'],
    ['aaaaaaaa', ''],
    ['an tSeachtain i nGaillimh, isiZulu', 'an tSeachtain i nGaillimh, isiZulu'],
    ['Guten Tag. Wie geht es?', 'Guten Tag. Wie geht es?'],
    ['either/or', 'either/or'],
  ])('keeps the language of %j', (text, kept) => {
    expect(
      removeNoise(text)
        .replaceAll(/ {3,}/g, '  ')
        .trim()
        .replaceAll(/^ +| +$/g, ''),
    ).toBe(kept);
  });

  it('keeps the length of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(removeNoise(text)).toHaveLength(text.length);
      }),
    );
  });
});

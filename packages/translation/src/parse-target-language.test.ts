import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTargetLanguage } from './parse-target-language.ts';

describe('parseTargetLanguage', () => {
  it.each([
    ['pt', 'pt'],
    ['PT', 'pt'],
    ['pt-br', 'pt-BR'],
    ['pt_BR', 'pt-BR'],
    ['zh-hant', 'zh-Hant'],
    ['ZH-HANT-tw', 'zh-Hant-TW'],
    [' en-US ', 'en-US'],
    ['iw', 'he'],
    ['Portuguese', 'pt'],
    ['brazilian portuguese', 'pt-BR'],
    ['Portuguese (Brazil)', 'pt-BR'],
    ['Traditional Chinese', 'zh-Hant'],
    ['Chinese (Simplified)', 'zh-Hans'],
    ['german', 'de'],
    ['British English', 'en-GB'],
    ['Norwegian Bokmål', 'nb'],
  ])('parses %j as %s', (value, tag) => {
    expect(parseTargetLanguage(value)).toBe(tag);
  });

  it.each([
    '',
    ' ',
    'xx',
    'und',
    'klingonish',
    'p',
    'pt-',
    '-pt',
    '12',
    'pt;DROP',
    'e\u0301',
    'a'.repeat(1000),
  ])('returns undefined for %j', (value) => {
    expect(parseTargetLanguage(value)).toBeUndefined();
  });

  it('returns a canonical tag or undefined for any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const tag = parseTargetLanguage(value);
        expect(tag === undefined || Intl.getCanonicalLocales(tag)[0] === tag).toBe(true);
      }),
    );
  });
});

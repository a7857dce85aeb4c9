import { describe, expect, it } from 'vitest';
import { languageField, sourceLanguageField, textLanguageField } from './field-schemas.ts';

describe('language fields', () => {
  it.each([
    ['pt-br', 'pt-BR'],
    ['Portuguese', 'pt'],
    ['zh_hant', 'zh-Hant'],
  ])('read %s as %s', (value, tag) => {
    for (const field of [languageField, sourceLanguageField, textLanguageField])
      expect(field.parse(value)).toBe(tag);
  });

  it('read auto as a language to detect, where one can be detected', () => {
    for (const field of [sourceLanguageField, textLanguageField])
      expect([field.parse('auto'), field.parse(' AUTO ')]).toEqual([undefined, undefined]);
    expect(languageField.safeParse('auto').success).toBe(false);
  });

  it('accept und for texts alone, since a translation needs a language', () => {
    expect(textLanguageField.parse('UND')).toBe('und');
    expect(sourceLanguageField.safeParse('und').success).toBe(false);
  });

  it.each(['', 'xx', 'e', 'a language', 'en'.repeat(60)])('reject %j', (value) => {
    for (const field of [languageField, sourceLanguageField, textLanguageField])
      expect(field.safeParse(value).error?.issues).toMatchObject([
        { params: { code: 'unsupported_language' } },
      ]);
  });
});

import { describe, expect, it } from 'vitest';
import { needsScriptsModel } from './script-languages.ts';

describe('needsScriptsModel', () => {
  it.each([
    'ru',
    'ab',
    'ce',
    'ks',
    'uk-UA',
    'ar',
    'uz-Cyrl',
    'az-Cyrl-AZ',
    'pa-Arab',
    'hi',
    'he',
    'th',
    'ko',
  ])('holds for the script of %s', (tag) => expect(needsScriptsModel([tag])).toBe(true));

  it.each(['el', 'ig', 'cy', 've', 'mg', 'gn', 'yo', 'vi', 'el-GR'])(
    'holds for %s, of whose letters the first recognizer misses some',
    (tag) => expect(needsScriptsModel([tag])).toBe(true),
  );

  it.each(['en', 'de', 'zh', 'zh-Hant', 'ja', 'sr-Latn', 'uz', 'uk-Latn', 'not a tag', ''])(
    'does not hold for "%s"',
    (tag) => expect(needsScriptsModel([tag])).toBe(false),
  );

  it('holds if one of several languages calls for it', () => {
    expect(needsScriptsModel(['en', 'el'])).toBe(true);
    expect(needsScriptsModel()).toBe(false);
  });
});

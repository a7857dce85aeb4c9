import { describe, expect, it } from 'vitest';
import { findLanguageGroup } from './find-language-group.ts';
import type { LanguageGroup } from './read-manifest.ts';

const group = (name: string, languages: string[], scripts: string[]): LanguageGroup => ({
  name,
  languages,
  scripts,
  polarity: { temperature: 1, bias: [0, 0, 0, 0, 0, 0] },
  emotions: { temperature: 1, thresholds: [] },
});
const groups = [
  group('english', ['en'], []),
  group('cjk', [], ['Han', 'Hiragana', 'Hangul']),
  group('greek', [], ['Greek']),
  group('rest', [], ['Latin']),
];

describe('findLanguageGroup', () => {
  it.each([
    ['Hello', 'en-US', 'english'],
    ['Hola', 'es', 'rest'],
    ['Hello', 'und', 'rest'],
    ['你好', 'zh-Hant', 'cjk'],
    ['안녕하세요 Ann', 'und', 'cjk'],
    ['Καλημέρα', 'el', 'greek'],
    // The language decides, whatever the script is.
    ['你好', 'en', 'english'],
    ['Добрый день', 'ru', 'rest'],
    ['', 'und', 'rest'],
    ['123 😀', 'ja', 'rest'],
  ])('finds for %j in %s the group %s', (text, language, expected) => {
    expect(findLanguageGroup(text, language, groups).name).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import german from './de.data.json' with { type: 'json' };
import english from './en.data.json' with { type: 'json' };
import portuguese from './pt.data.json' with { type: 'json' };
import { fillMessage } from './translate-message.ts';

const placeholders = (message: string): string[] => [...new Set(message.match(/\{\w+\}/g))].sort();

describe.each([
  ['German', german],
  ['Portuguese', portuguese],
])('the %s catalog', (_name, catalog) => {
  const texts: Readonly<Record<string, string>> = catalog;
  it('has all texts of the English one in the same order, and no others', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english));
  });
  it('has no empty text', () => {
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
  });
  it('has the placeholders and the plural forms of the English texts', () => {
    const differing = Object.entries(english).filter(
      ([key, text]) =>
        placeholders(text).join() !== placeholders(texts[key] ?? '').join() ||
        text.split(' | ').length !== texts[key]?.split(' | ').length,
    );
    expect(differing).toEqual([]);
  });
});

describe('a text', () => {
  it('has the plural form of its count, which is formatted for the language', () => {
    expect(fillMessage('{count} page | {count} pages', { count: 1 }, 'en')).toBe('1 page');
    expect(fillMessage('{count} page | {count} pages', { count: 1234 }, 'en')).toBe('1,234 pages');
    expect(fillMessage('{count} Seite | {count} Seiten', { count: 1234 }, 'de')).toBe('1.234 Seiten');
  });
  it('keeps placeholders without a value, and inserts values as they are', () => {
    expect(fillMessage('{a} {b}', { a: '{b} | $&' }, 'en')).toBe('{b} | $& {b}');
    expect(fillMessage('{toString}', {}, 'en')).toBe('{toString}');
  });
});

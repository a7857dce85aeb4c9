import { describe, expect, it } from 'vitest';
import { isPageNumber, withoutNumbers } from './page-number.ts';

describe('isPageNumber', () => {
  it.each(['7', '- 12 -', 'iv', 'Page 3 of 9', 'Seite 4', '3/9', 'p. 5', '第 3 页'])('accepts %s', (text) => {
    expect(isPageNumber(text)).toBe(true);
  });

  it.each(['Total 42', '3 May 2026', 'Chapter 2', '', '12,500'])('rejects %j', (text) => {
    expect(isPageNumber(text)).toBe(false);
  });
});

it('replaces arabic and roman numbers', () => {
  expect(withoutNumbers('Yearbook 2026 | xiv')).toBe('yearbook # | #');
});

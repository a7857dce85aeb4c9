import { describe, expect, it } from 'vitest';
import { readHanNumber } from './read-han-number.ts';

describe('readHanNumber', () => {
  it.each([
    ['二〇二六', 2026],
    ['十', 10],
    ['十二', 12],
    ['二十', 20],
    ['三百五十', 350],
    ['三百零五', 305],
    ['一千二百', 1200],
    ['五万', 50_000],
    ['一亿二千万', 120_000_000],
    ['三万亿', 3e12],
    ['3万5千', 35_000],
    ['1億2,000万', 120_000_000],
    ['3만 5천', 35_000],
    ['십오만', 150_000],
    ['两千', 2000],
    ['十万', 100_000],
  ])('reads %s as %d', (text, value) => {
    expect(readHanNumber(text)).toBe(value);
  });

  it.each(['', '年', '三年'])('refuses "%s"', (text) => {
    expect(readHanNumber(text)).toBeUndefined();
  });
});

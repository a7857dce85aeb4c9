import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

describe('foldText', () => {
  it.each([
    ['١٢٫٥٪', '12.5%'],
    ['۱٬۲۵۰', '1,250'],
    ['१५ जनवरी २०२६', '15 जनवरी 2026'],
    ['１２：３０　（￥１，０００）', '12:30 (¥1,000)'],
    ['๒๕๖๙', '2569'],
    ['Ａ棟', 'A棟'],
    ['１，２', '1，2'],
    ['İki', 'Iki'],
  ])('reads %s as %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('returns texts without such characters unchanged', () => {
    expect(foldText('12 января 2026, 5 °C 😀𝟙')).toBe('12 января 2026, 5 °C 😀𝟙');
  });

  it('keeps the length of every text', () => {
    let text = '';
    for (let codePoint = 0; codePoint <= 0xffff; codePoint += 1) text += String.fromCharCode(codePoint);
    expect(foldText(text)).toHaveLength(text.length);
  });
});

import { describe, expect, it } from 'vitest';
import { findCjkNumerals } from './find-cjk-numerals.ts';

describe('findCjkNumerals', () => {
  it.each([
    ['売上は3万5千円です', '3万5千', 35_000],
    ['资金1億2,000万円', '1億2,000万', 120_000_000],
    ['인구는 5만 명', '5만', 50_000],
    ['1.1億ドル', '1.1億', 110_000_000],
    ['共三百五十人', '三百五十', 350],
    ['3만 5천 원', '3만 5천', 35_000],
    ['总额3万亿元', '3万亿', 3e12],
    ['三点五公里', '三点五', 3.5],
  ])('%s contains %s', (text, written, value) => {
    const [found] = [...findCjkNumerals(text, 'ko')];
    expect(found && text.slice(found.startIndex, found.endIndex)).toBe(written);
    expect(found?.value).toBe(value);
  });

  it('marks signs that are also words', () => {
    expect([...findCjkNumerals('一起', 'zh')][0]?.isSingle).toBe(true);
  });
});

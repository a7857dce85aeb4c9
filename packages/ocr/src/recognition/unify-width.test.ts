import { describe, expect, it } from 'vitest';
import { readText } from '../layout/fixtures/set-text.ts';
import { unifyWidth } from './unify-width.ts';

const unify = (text: string): string =>
  unifyWidth(readText(text))
    .map((character) => character.text)
    .join('');

describe('unifyWidth', () => {
  it('writes wide forms as ASCII where no East Asian text is next to them', () => {
    expect(unify('Total：￥4，980')).toBe('Total:￥4,980');
    expect(unify('価格：4，980円')).toBe('価格：4,980円');
  });

  it('writes degrees as two signs except in East Asian text', () => {
    expect(unify('999 ℃ or 1830 ℉')).toBe('999 °C or 1830 °F');
    expect(unify('気温は35℃です')).toBe('気温は35℃です');
  });
});

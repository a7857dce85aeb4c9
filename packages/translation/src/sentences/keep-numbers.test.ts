import { describe, expect, it } from 'vitest';
import { keepNumbers } from './keep-numbers.ts';

describe('keepNumbers', () => {
  it.each([
    ['1,000 of 3.5', '1.000 de 3,5', 'exact', '1,000 de 3.5'],
    ['1,000 of 3.5', '1.000 de 3,5', 'localized', '1.000 de 3,5'],
    ['2 of 3', 'dois de 3', 'exact', undefined],
    ['2 of 3', 'dois de 3', 'localized', 'dois de 3'],
    ['250 of 3', 'muitos de 3', 'localized', undefined],
    ['in the 20th century', 'no século XX', 'exact', 'no século XX'],
    ['XQ1 and 12', 'XQ1 e 12', 'exact', 'XQ1 e 12'],
    ['1 or 1', '1', 'exact', undefined],
  ] as const)('%j → %j (%s)', (source, translated, style, expected) => {
    expect(keepNumbers(source, translated, style)).toBe(expected);
  });
});

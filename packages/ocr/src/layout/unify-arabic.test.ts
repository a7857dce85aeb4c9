import { describe, expect, it } from 'vitest';
import { setText } from './fixtures/set-text.ts';
import { textOf } from './segments/segment.ts';
import { unifyArabic } from './unify-arabic.ts';

const unify = (...lines: string[]) => unifyArabic(setText(lines).map(({ segment }) => segment)).map(textOf);

describe('unifyArabic', () => {
  it('writes yeh and kaf of an Arabic page as Arabic letters', () => {
    const [arabicYeh, farsiYeh, kaf, keheh, alefMaksura] = ['\u064a', '\u06cc', '\u0643', '\u06a9', '\u0649'];
    const arabic = `الفاتورة الكمية${arabicYeh} شركة`;
    expect(unify(arabic, `التار${farsiYeh}خ`, `ش${keheh}را`, `عل${farsiYeh}`)).toEqual([
      arabic,
      `التار${arabicYeh}خ`,
      `ش${kaf}را`,
      `عل${alefMaksura}`,
    ]);
  });

  it('writes yeh and kaf of a Persian page as Persian letters', () => {
    expect(unify('گزارش چاپ پیش', 'ا\u064aران', '\u0643تاب')).toEqual([
      'گزارش چاپ پیش',
      'ا\u06ccران',
      '\u06a9تاب',
    ]);
  });

  it('keeps pages in other scripts', () => {
    expect(unify('Total 12', 'שלום')).toEqual(['Total 12', 'שלום']);
  });
});

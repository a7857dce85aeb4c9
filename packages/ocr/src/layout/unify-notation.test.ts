import { describe, expect, it } from 'vitest';
import { setText } from './fixtures/set-text.ts';
import { textOf } from './segments/segment.ts';
import { unifyNotation } from './unify-notation.ts';

const unify = (...lines: string[]) => unifyNotation(setText(lines).map(({ segment }) => segment)).map(textOf);

describe('unifyNotation', () => {
  it('restores the space before a unit that most of a page has', () => {
    expect(unify('12.5 %', '15 %', '6%', '42,4kg', '3,1 kg', '7 kg')).toEqual([
      '12.5 %',
      '15 %',
      '6 %',
      '42,4 kg',
      '3,1 kg',
      '7 kg',
    ]);
  });

  it('restores the spaces between groups of digits, but not in years', () => {
    expect(unify('1 627,12', '28 141,50', '1312,81', '2025', '1234567,00')).toEqual([
      '1 627,12',
      '28 141,50',
      '1 312,81',
      '2025',
      '1 234 567,00',
    ]);
  });

  it('keeps a page that has no spaces as it is', () => {
    expect(unify('12.5%', '15%', '6%', '1312,81')).toEqual(['12.5%', '15%', '6%', '1312,81']);
  });

  it('writes multiplication with one sign, and spaces around it alike', () => {
    expect(unify('42 x 103 X 114 cm', '91 X 75x 115 cm')).toEqual(['42 x 103 x 114 cm', '91 x 75 x 115 cm']);
    expect(unify('60 × 60', '20 × 30', 'Model X 5')).toEqual(['60 × 60', '20 × 30', 'Model X 5']);
  });

  it('gives an inserted space the place between its neighbors', () => {
    const [segment] = unifyNotation(setText(['15 %', '10 %', '6%']).map((flat) => flat.segment)).slice(2);
    expect(segment?.characters[1]).toMatchObject({ text: ' ', firstStep: 0, lastStep: 2 });
  });
});

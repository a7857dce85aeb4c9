import { describe, expect, it } from 'vitest';
import { findNamesByInitials } from './find-names-by-initials.ts';

const names = (text: string, language = 'en') =>
  [...findNamesByInitials(text, language)].map(({ startIndex, endIndex }) =>
    text.slice(startIndex, endIndex),
  );

describe('findNamesByInitials', () => {
  it.each([
    ['se A. I. Rabin : Infants', ['A. I. Rabin']],
    ['by J.R.R. Tolkien and É. Ł. Nováková-Černá.', ['J.R.R. Tolkien', 'É. Ł. Nováková-Černá']],
    ["M. E. O'Hara wrote it", ["M. E. O'Hara"]],
    ['the U.S. Senate, the U. S. Army, Washington D.C. Monday', []],
    ['one initial: J. Smith; none: Smith; lower: a. b. Smith; end: A. B.', []],
  ])('finds in %s', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it.each([
    ['pl', 'Kupiła ją Stal S.A. Cena nie jest znana.'],
    ['ro', 'Fratele s-a întors din S.U.A. Familia se bucură.'],
  ])('takes no abbreviation of %s for initials: %s', (language, text) => {
    expect(names(text, language)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { findNamesByInitials } from './find-names-by-initials.ts';

const names = (text: string) =>
  [...findNamesByInitials(text)].map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex));

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
});

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

  it('takes CPU time in proportion to the length', { retry: 2 }, () => {
    const cpuMs = (count: number): number => {
      const text = 'A. '.repeat(count);
      const startedAt = process.cpuUsage();
      expect(names(text)).toEqual([]);
      const { user, system } = process.cpuUsage(startedAt);
      return (user + system) / 1000;
    };
    cpuMs(75_000);
    // Linear growth is a ratio of 4, quadratic growth one of 16; the constant absorbs timer noise of short runs.
    expect(cpuMs(300_000)).toBeLessThan(8 * cpuMs(75_000) + 200);
  });
});

import { describe, expect, it } from 'vitest';
import { weighForeignLetters } from './foreign-letters.ts';

describe('weighForeignLetters', () => {
  it('weighs a word with a letter that a language does not use against it', () => {
    const [ru, kk] = weighForeignLetters(['вокзал', 'қайда'], ['ru', 'kk']);
    expect(ru).toBeGreaterThan(0);
    expect(kk).toBe(0);
  });

  it('finds nothing against a text without accents', () => {
    expect([...weighForeignLetters(['que', 'pasa', 'manana'], ['es', 'fr', 'pl'])]).toEqual([0, 0, 0]);
  });

  it('finds nothing against a language whose letters are unknown, and in longer texts', () => {
    expect([...weighForeignLetters(['łąka'], ['xx'])]).toEqual([0]);
    expect([
      ...weighForeignLetters(
        Array.from({ length: 30 }, () => 'łąka'),
        ['de'],
      ),
    ]).toEqual([0]);
  });

  it('is bounded', () => {
    const [three] = weighForeignLetters(['łąka', 'łąka', 'łąka'], ['so']);
    const [ten] = weighForeignLetters(
      Array.from({ length: 10 }, () => 'łąka'),
      ['so'],
    );
    expect(ten).toBe(three);
  });
});

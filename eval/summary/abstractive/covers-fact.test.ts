import { expect, it } from 'vitest';
import { coversFact } from './covers-fact.ts';

it('finds a fact in other words, with all of its numbers', () => {
  const fact = { statements: ['the board approved a loan of 40,000 euros for the workshop'] };
  expect(coversFact('The workshop gets a loan of 40,000 euros, which the board has approved.', fact)).toBe(
    true,
  );
  expect(coversFact('The workshop gets a loan of 50,000 euros, which the board has approved.', fact)).toBe(
    false,
  );
  expect(coversFact('The loan is 40,000 euros.', fact)).toBe(false);
  expect(coversFact('委员会批准了四万元贷款。', { statements: ['委员会批准了贷款'] })).toBe(true);
});

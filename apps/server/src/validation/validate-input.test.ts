import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { quoteValue, ServiceError } from '../errors/service-error.ts';
import { validateInput } from './validate-input.ts';

const schema = z.strictObject({
  text: z.string(),
  tags: z.array(z.enum(['a', 'b'])).optional(),
});

function refusalOf(raw: unknown): ServiceError {
  try {
    validateInput(schema, raw);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('it was taken');
}

const fields = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_none, index) => [`field${index}`, index]));

/** An array within an array, 100,000 levels deep. */
const deep = (): unknown => JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);

describe('checkInput', () => {
  it('names five unknown fields and counts the rest', () => {
    const { message } = refusalOf({ text: 'a', ...fields(12) });
    expect(message).toBe('unknown fields: "field0", "field1", "field2", "field3", "field4", and 7 more');
  });
  it('names five problems and counts the rest', () => {
    const { message } = refusalOf({ text: 'a', tags: Array.from({ length: 900 }, () => 'c') });
    expect(message).toMatch(/^tags\.0: .*tags\.4: .*; and 895 more$/);
    expect(message).toContain('(it is "c")');
  });
  it('refuses 900,000 fields and 900,000 entries with a short message', () => {
    expect(refusalOf(fields(900_000)).message).toBe('the body has 900000 fields; no operation has so many');
    expect(refusalOf({ text: 'a', tags: Array(900_000).fill(1) }).message).toMatch(/900000 entries/);
  });
  it('keeps a message under 1,000 characters, however long names and values are', () => {
    const long = Object.fromEntries(
      Array.from({ length: 9 }, (_none, index) => [`${index}${'"\n'.repeat(99_999)}`, 1]),
    );
    const refusal = refusalOf({ text: 1, tags: Array(9).fill('c'.repeat(99_999)), ...long });
    expect(refusal.message.length).toBeLessThanOrEqual(1000);
    expect(refusal.message).toContain('and ');
  });
  it('refuses 100,000 levels of nesting, naming the field and the kind of its value', () => {
    expect(refusalOf({ text: deep() }).message).toContain('(it is an array)');
    expect(refusalOf({ text: 'a', tone: deep() }).message).toBe('unknown field: "tone"');
  });
  it('refuses __proto__ as an unknown field', () => {
    expect(refusalOf(JSON.parse('{"text":"a","__proto__":{}}')).message).toBe('unknown field: "__proto__"');
  });
});

describe('quoteValue', () => {
  it('shows scalars, and objects and arrays by their kind alone', () => {
    const shown = ['a"b\n', 1.5, true, null, undefined, {}, [1], new Uint8Array(9)].map(quoteValue);
    expect(shown).toEqual([
      '"a\\"b\\n"',
      '1.5',
      'true',
      'null',
      'undefined',
      'an object',
      'an array',
      'an object',
    ]);
  });
  it('cuts at 80 characters', () => {
    expect(quoteValue('a'.repeat(1_000_000))).toBe(`"${'a'.repeat(76)}...`);
  });
});

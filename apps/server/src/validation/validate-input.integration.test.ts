import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../errors/service-error.ts';
import { validateInput } from './validate-input.ts';

const schema = z.strictObject({
  text: z.string(),
  tags: z.array(z.enum(['a', 'b'])).optional(),
});

function rejectionOf(raw: unknown): ServiceError {
  try {
    validateInput(schema, raw);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('the input was accepted');
}

const fields = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_none, index) => [`field${index}`, index]));

/** An array within an array, 100,000 levels deep. */
const deep = (): unknown => JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);

describe('validateInput', () => {
  it('names five unknown fields and counts the others', () => {
    const { message } = rejectionOf({ text: 'a', ...fields(12) });
    expect(message).toBe('unknown fields: "field0", "field1", "field2", "field3", "field4", and 7 more');
  });
  it('names five problems and counts the others', () => {
    const { message } = rejectionOf({ text: 'a', tags: Array.from({ length: 900 }, () => 'c') });
    expect(message).toMatch(/^tags\.0: .*tags\.4: .*; and 895 more$/);
    expect(message).toContain('(received "c")');
  });
  it('rejects 900,000 fields and 900,000 entries with a short message', () => {
    expect(rejectionOf(fields(900_000)).message).toBe('the body has 900000 fields; the maximum is 1000');
    expect(rejectionOf({ text: 'a', tags: Array(900_000).fill(1) }).message).toMatch(/900000 entries/);
  });
  it('limits a message to 1,000 characters for names and values of any length', () => {
    const long = Object.fromEntries(
      Array.from({ length: 9 }, (_none, index) => [`${index}${'"\n'.repeat(99_999)}`, 1]),
    );
    const rejection = rejectionOf({ text: 1, tags: Array(9).fill('c'.repeat(99_999)), ...long });
    expect(rejection.message.length).toBeLessThanOrEqual(1000);
    expect(rejection.message).toContain('and ');
  });
  it('rejects 100,000 levels of nesting, naming the field and the kind of its value', () => {
    expect(rejectionOf({ text: deep() }).message).toContain('(received an array)');
    expect(rejectionOf({ text: 'a', tone: deep() }).message).toBe('unknown field: "tone"');
  });
  it('names the expected type once, without other problems of the same value', () => {
    const list = z.strictObject({ tags: z.array(z.string()).min(1).max(3), count: z.int().optional() });
    const messageOf = (raw: unknown): string => {
      try {
        validateInput(list, raw);
      } catch (error) {
        if (error instanceof ServiceError) return error.message;
      }
      return 'accepted';
    };
    expect(messageOf({ tags: 'markdown' })).toBe('tags: must be an array (received "markdown")');
    expect(messageOf({ tags: [3], count: 1.5 })).toBe(
      'tags.0: must be a string (received 3); count: must be an integer (received 1.5)',
    );
    expect(messageOf({ tags: {} })).toBe('tags: must be an array (received an object)');
    expect(messageOf({})).toBe('tags: is required');
  });
  it('rejects __proto__ as an unknown field', () => {
    expect(rejectionOf(JSON.parse('{"text":"a","__proto__":{}}')).message).toBe('unknown field: "__proto__"');
  });
  it('uses the error code of a custom issue, and ignores a code that does not exist', () => {
    const withCode = (code: string) =>
      z.strictObject({
        text: z.string().superRefine((_value, context) => {
          context.addIssue({ code: 'custom', message: 'is wrong', params: { code } });
        }),
      });
    const codeOf = (code: string): string => {
      try {
        validateInput(withCode(code), { text: 'a' });
      } catch (error) {
        if (error instanceof ServiceError) return error.code;
      }
      return 'accepted';
    };
    expect(codeOf('invalid_image')).toBe('invalid_image');
    expect(codeOf('no_such_code')).toBe('invalid_parameters');
  });
});

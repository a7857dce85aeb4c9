import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { readInputFields, uploadField } from './input-fields.ts';

const valid = {
  name: 'count-words',
  title: 'Count words',
  description: 'Counts words.',
  consumes: ['application/json'],
  input: z.strictObject({ text: z.string().describe('A text'), limit: z.int().default(3) }),
  output: z.object({ words: z.int() }),
  examples: [{ input: { text: 'a' }, output: { words: 1, usage: 1 } }],
  timeLimitMs: 1000,
  price: { minimum: 1, label: '1 credit', compute: () => 1 },
  run: async () => ({ words: 1 }),
} as const;

describe('defineOperation', () => {
  it('rejects a name that is not in kebab case', () => {
    for (const name of ['', 'countWords', 'count_words', '-count', 'count--words']) {
      expect(() => defineOperation({ ...valid, name })).toThrow('kebab case');
    }
  });
  it('rejects a definition without media types or without examples', () => {
    expect(() => defineOperation({ ...valid, consumes: [] })).toThrow('consumes');
    expect(() => defineOperation({ ...valid, examples: [] })).toThrow('example');
  });
  it('returns a request with defaults applied, or throws invalid_parameters', () => {
    const operation = defineOperation(valid);
    expect(operation.parse({ text: 'a' }).input).toEqual({ text: 'a', limit: 3 });
    expect(() => operation.parse({ text: 1 })).toThrow(
      expect.objectContaining({ code: 'invalid_parameters' }),
    );
  });
});

describe('readInputFields', () => {
  it('returns the fields of a schema with type, description, and whether they are required', () => {
    const fields = readInputFields(valid.input).map(({ name, type, description, isRequired }) => ({
      name,
      type,
      description,
      isRequired,
    }));
    expect(fields).toEqual([
      { name: 'text', type: 'string', description: 'A text', isRequired: true },
      { name: 'limit', type: 'integer', description: '', isRequired: false },
    ]);
  });
  it('marks upload fields with the name of their part and the maximum size', () => {
    const schema = z.object({
      files: uploadField({ part: 'file', bytesMax: 10 }).optional().describe('A file'),
    });
    expect(readInputFields(schema)[0]).toMatchObject({
      name: 'files',
      description: 'A file',
      upload: { part: 'file', bytesMax: 10 },
    });
  });
});

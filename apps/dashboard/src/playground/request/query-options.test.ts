import { describe, expect, it } from 'vitest';
import type { FieldSchema } from '../../operations/operations.ts';
import { optionsFromQuery, optionsToQuery } from './query-options.ts';

const field = (name: string, schema: FieldSchema) => ({
  name,
  description: '',
  isRequired: false,
  isTextList: false,
  schema,
});
const fields = [
  field('types', { type: 'array', items: { type: 'string', enum: ['PERSON', 'DATE'] } }),
  field('limit', { type: 'integer' }),
  field('mobile', { type: 'boolean' }),
  field('language', { type: 'string' }),
  field('redact', { type: 'string', enum: ['mask'] }),
  field('password', { type: 'string', format: 'password' }),
  field('search', { type: 'string' }),
  field('headers', { type: 'object' }),
];

describe('options in a URL', () => {
  it('are read as they were written', () => {
    const options = { types: ['PERSON', 'DATE'], limit: 0, mobile: false, language: 'pt-BR', redact: 'mask' };
    expect(optionsFromQuery(fields, optionsToQuery(fields, options))).toEqual(options);
  });
  it('never are texts or secrets', () => {
    const options = { password: 'secret', search: 'content', headers: { cookie: 'secret' } };
    expect(optionsToQuery(fields, options)).toEqual({});
    expect(optionsFromQuery(fields, { password: 'secret', search: 'content' })).toEqual({});
  });
  it('are ignored where they are not values of the field', () => {
    const query = { types: 'NONE', limit: 'x', mobile: 'maybe', redact: 'all', toString: '1', other: '1' };
    expect(optionsFromQuery(fields, query)).toEqual({});
  });
});

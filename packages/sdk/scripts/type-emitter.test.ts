import { expect, it } from 'vitest';
import type { JsonSchema } from './json-schema.ts';
import { TypeEmitter } from './type-emitter.ts';

function emit(name: string, schema: JsonSchema, allowUndefined = false): string {
  const emitter = new TypeEmitter();
  emitter.declare(name, schema, { prefix: name, allowUndefined });
  return emitter.source;
}

it('emits the keywords of JSON Schema as TypeScript', () => {
  const schema = {
    type: 'object',
    required: ['a-b'],
    properties: {
      'a-b': { type: 'array', items: { enum: ["it's", null] } },
      c: {
        anyOf: [{ $ref: '#/components/schemas/Other' }, { type: 'boolean' }],
        description: 'Ends */ here',
      },
      d: { type: 'object', additionalProperties: { type: 'integer' } },
      e: { type: ['string', 'null'] },
    },
  };
  expect(emit('Input', schema, true)).toBe(
    [
      'export interface Input {',
      `  'a-b': readonly ('it\\'s' | null)[];`,
      '  /** Ends *\\/ here */',
      '  c?: Other | boolean | undefined;',
      '  d?: Record<string, number> | undefined;',
      '  e?: string | null | undefined;',
      '}\n',
    ].join('\n'),
  );
});

it('declares nested objects and array items as named interfaces', () => {
  const item = { type: 'object', properties: { text: { type: 'string' } } };
  const source = emit('ListEntries', {
    type: 'object',
    properties: { entries: { type: 'array', items: item }, lines: { type: 'array', items: item } },
  });
  expect(source).toContain('export interface Entry {');
  expect(source).toContain('export interface ListEntriesLine {');
  expect(source).toContain('entries?: Entry[];');
});

it('emits an object of any values as a record', () => {
  const data = { type: 'object', additionalProperties: {} };
  expect(emit('Job', { type: 'object', properties: { data } })).toContain('data?: Record<string, unknown>;');
});

it('declares equal long enumerations once', () => {
  const code = { enum: 'abcdefghij'.split('') };
  const schema = { type: 'object', properties: { code, other: code } };
  expect(emit('Problem', schema).match(/export type ProblemCode =/g)).toHaveLength(1);
});

it.each([
  ['an empty schema', { type: 'object', properties: { a: {} } }],
  ['an unknown type', { type: 'object', properties: { a: { type: 'date' } } }],
])('throws on %s instead of emitting a type that is too wide', (_case, schema) => {
  expect(() => emit('Input', schema)).toThrow('cannot emit');
});

it('throws if two different schemas have the same name', () => {
  const emitter = new TypeEmitter();
  const options = { prefix: '', allowUndefined: false };
  emitter.declare('Same', { type: 'string' }, options);
  expect(() => emitter.declare('Same', { type: 'integer' }, options)).toThrow('Same');
});

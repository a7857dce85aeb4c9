import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emitOperationTypes, type OpenApiDocument } from '../scripts/emit-operation-types.ts';
import { emitType } from '../scripts/emit-type.ts';
import { createQuern } from './index.ts';

const documentFile = resolve(import.meta.dirname, '../../../openapi.json');

describe('the types of the operations', () => {
  const read = (): OpenApiDocument => JSON.parse(readFileSync(documentFile, 'utf8')) as OpenApiDocument;

  it('are those of openapi.json; if not: npm run generate -w packages/sdk', () => {
    const committed = readFileSync(resolve(import.meta.dirname, 'operation-types.ts'), 'utf8');
    expect(committed).toBe(emitOperationTypes(read()));
  });

  it('leave no operation without a method', () => {
    const ids = Object.values(read().paths).flatMap(({ post }) => (post ? [post.operationId] : []));
    const methods = Object.keys(createQuern({ baseUrl: 'http://127.0.0.1', apiKey: 'key' }));
    expect(methods).toEqual(expect.arrayContaining(ids));
  });
});

describe('the emitter of types', () => {
  const options = { resolveTypeName: (name: string) => name, allowUndefined: true };

  it('emits what JSON Schema says', () => {
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
      },
    };
    expect(emitType(schema, options)).toBe(
      [
        '{',
        `  'a-b': ('it\\'s' | null)[];`,
        '  /** Ends *\\/ here */',
        '  c?: Other | boolean | undefined;',
        '  d?: Record<string, number> | undefined;',
        '}',
      ].join('\n'),
    );
  });

  it('throws on what it cannot say, rather than emit a type that is too wide', () => {
    expect(() => emitType({ type: 'object', properties: { a: {} } }, options)).toThrow('cannot emit');
  });
});

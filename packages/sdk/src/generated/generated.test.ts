import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { generateSources } from '../../scripts/generate-sources.ts';
import type { OpenApiDocument } from '../../scripts/openapi-document.ts';
import { createQuern, operations } from '../index.ts';

const document = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../../openapi.json'), 'utf8'),
) as OpenApiDocument;
const generated = generateSources(document);

it.each([...generated.keys()])('%s matches openapi.json (otherwise: npm run generate)', (name) => {
  expect(readFileSync(join(import.meta.dirname, name), 'utf8')).toBe(generated.get(name));
});

it('the folder contains no file that is no longer generated', () => {
  const names = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'));
  expect(names.sort()).toEqual([...generated.keys()].sort());
});

it('the client has a method and a descriptor for every operation of the document', () => {
  const ids = Object.values(document.paths).flatMap(({ post }) =>
    post?.tags?.includes('operations') ? [post.operationId] : [],
  );
  const methods = Object.keys(createQuern({ baseUrl: 'http://127.0.0.1', apiKey: 'key' }));
  expect(methods).toEqual(expect.arrayContaining(ids));
  expect(Object.keys(operations)).toEqual(ids);
});

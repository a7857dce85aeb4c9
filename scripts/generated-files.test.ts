import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { generatedFiles } from './generated-files.ts';

const root = resolve(import.meta.dirname, '..');
let files: Awaited<ReturnType<typeof generatedFiles>>;
beforeAll(async () => {
  files = await generatedFiles();
});

it('every generated file matches the code (otherwise: npm run generate)', () => {
  const drifted = [...files].filter(([path, text]) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  expect(drifted.map(([path]) => path)).toEqual([]);
});

it('docs/errors has no page of a removed error code', () => {
  const pages = readdirSync(join(root, 'docs/errors')).map((name) => `docs/errors/${name}`);
  expect(pages.filter((page) => !files.has(page))).toEqual([]);
});

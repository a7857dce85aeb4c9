import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { generatedFiles } from './generated-files.ts';

const root = resolve(import.meta.dirname, '..');

it('generated files are up to date (if not: npm run generate)', () => {
  const drifted = [...generatedFiles()].filter(([path, text]) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  expect(drifted.map(([path]) => path)).toEqual([]);
});

it('docs/errors contains only existing error codes', () => {
  const pages = readdirSync(join(root, 'docs/errors')).map((name) => `docs/errors/${name}`);
  const files = generatedFiles();
  expect(pages.filter((page) => !files.has(page))).toEqual([]);
});

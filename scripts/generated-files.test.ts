import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { generatedFiles } from './generated-files.ts';

const root = resolve(import.meta.dirname, '..');

it('finds every generated file as the code would write it now (else: npm run generate)', () => {
  const drifted = [...generatedFiles()].filter(([path, text]) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  expect(drifted.map(([path]) => path)).toEqual([]);
});

it('finds no page of an error code that is gone', () => {
  const pages = readdirSync(join(root, 'docs/errors')).map((name) => `docs/errors/${name}`);
  expect(pages.filter((page) => !generatedFiles().has(page))).toEqual([]);
});

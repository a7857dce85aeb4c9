import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const lockfile = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, object>;
};

it('the lockfile has pdf.js without its canvas for Node, which is 35 MB and never loaded', () => {
  const paths = Object.keys(lockfile.packages);
  expect(paths).toContain('node_modules/pdfjs-dist');
  expect(paths.filter((path) => path.includes('@napi-rs/canvas'))).toEqual([]);
});

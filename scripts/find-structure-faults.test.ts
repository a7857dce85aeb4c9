import { expect, it } from 'vitest';
import { findStructureFaults } from './find-structure-faults.ts';

const lines = (count: number) => 'x\n'.repeat(count);

it('reports files of more than 300 lines', () => {
  const texts: Record<string, string> = { 'a/long.ts': lines(301), 'a/short.ts': lines(300) };
  expect(findStructureFaults(Object.keys(texts), (file) => texts[file] ?? '')).toEqual([
    'a/long.ts has 301 lines, more than 300',
  ]);
});

it('reports folders of more than 20 source files, without those below them', () => {
  const files = Array.from({ length: 21 }, (_, index) => `a/file-${index}.ts`);
  expect(findStructureFaults(files, () => '')).toEqual(['a has 21 source files, more than 20']);
  expect(findStructureFaults([...files.slice(1), 'a/b/c.ts', 'a/x.data.json'], () => '')).toEqual([]);
});

it('does not count tests, fixtures and generated files', () => {
  const files = ['a/b.test.ts', 'a/b.soak.ts', 'a/fixtures/c.ts', 'a/generated/d.ts', 'a/test_e.py'];
  expect(findStructureFaults(files, () => lines(1000))).toEqual([]);
});

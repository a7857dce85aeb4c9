import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findFolderCycles } from './find-folder-cycles.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function writeSources(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'quern-folders-'));
  folders.push(root);
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

it('finds folders that import each other through a third', () => {
  const root = writeSources({
    'packages/a/src/one/x.ts': "import { y } from '../two/y.ts';",
    'packages/a/src/two/y.ts': "export { z } from '../three/z.ts';",
    'packages/a/src/three/z.ts': "const x = await import('../one/x.ts');",
    'packages/a/src/four/free.ts': "import { y } from '../two/y.ts';",
  });
  const cycles = findFolderCycles(['packages'], root);
  expect(cycles.map((cycle) => cycle.sort())).toEqual([
    ['packages/a/src/one', 'packages/a/src/three', 'packages/a/src/two'],
  ]);
});

it('finds no cycle between the folders of this repository', () => {
  expect(findFolderCycles(['packages', 'apps', 'testing', 'eval', 'bench', 'training'])).toEqual([]);
});

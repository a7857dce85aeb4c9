import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { readBuildInfo, readCommit } from './read-build-info.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quern-commit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};

describe('readCommit', () => {
  it('reads a detached checkout', () => {
    write('.git/HEAD', `${commit}\n`);
    expect(readCommit(folder)).toBe(commit);
  });

  it('reads a branch', () => {
    write('.git/HEAD', 'ref: refs/heads/main\n');
    write('.git/refs/heads/main', `${commit}\n`);
    expect(readCommit(folder)).toBe(commit);
  });

  it('reads a packed branch', () => {
    write('.git/HEAD', 'ref: refs/heads/main\n');
    write('.git/packed-refs', `# pack-refs with: peeled fully-peeled sorted\n${commit} refs/heads/main\n`);
    expect(readCommit(folder)).toBe(commit);
  });

  it('reads a linked worktree', () => {
    write('tree/.git', 'gitdir: ../repository/worktrees/tree\n');
    write('repository/worktrees/tree/HEAD', 'ref: refs/heads/main\n');
    write('repository/worktrees/tree/commondir', '../..\n');
    write('repository/refs/heads/main', `${commit}\n`);
    expect(readCommit(join(folder, 'tree'))).toBe(commit);
  });

  it('returns an empty text without a checkout', () => {
    expect(readCommit(folder)).toBe('');
    write('.git/HEAD', 'ref: refs/heads/unborn\n');
    expect(readCommit(folder)).toBe('');
  });
});

it('readBuildInfo reads the versions of the package and of Node', () => {
  expect(readBuildInfo()).toMatchObject({ version: manifest.version, nodeVersion: process.versions.node });
});

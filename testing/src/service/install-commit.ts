import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../repository-root.ts';

/**
 * Installs a commit of this repository in the temporary folder, once: later calls find it there.
 *
 * @param commit its id, as an argument of Git
 * @returns the folder of the checkout
 * @throws Error if the commit does not exist, or `npm ci` fails
 */
export function installCommit(commit: string): string {
  const folder = join(tmpdir(), `quern-${commit}`);
  if (existsSync(folder)) return folder;
  // An interrupted installation must not be taken for a complete one.
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part);
  const archive = join(part, 'archive.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: repositoryRoot });
  execFileSync('tar', ['--extract', '--file', archive], { cwd: part });
  rmSync(archive);
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: part, stdio: 'inherit' });
  renameSync(part, folder);
  return folder;
}

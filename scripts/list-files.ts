import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '..');

/** Lists the files of the working tree that git does not ignore, relative to the root, below some folders. */
export function listFiles(folders: readonly string[] = [], tree = root): string[] {
  const parameters = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders];
  const listed = execFileSync('git', parameters, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 24 });
  // Files that were deleted or moved since the last commit are still listed.
  return listed.split('\n').filter((file) => file !== '' && existsSync(join(tree, file)));
}

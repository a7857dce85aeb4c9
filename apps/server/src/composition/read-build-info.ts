import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildInfo } from '../telemetry/telemetry.ts';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const repositoryFolder = resolve(packageFolder, '../..');

/** Reads the version of the package, and the commit that is checked out. */
export function readBuildInfo(): BuildInfo {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  return {
    version: String((JSON.parse(text) as { version?: unknown }).version),
    nodeVersion: process.versions.node,
    commit: readCommit(repositoryFolder),
  };
}

/**
 * Reads the commit of a checkout from the files of Git (https://git-scm.com/docs/gitrepository-layout), also of a linked
 * worktree.
 *
 * @returns Empty if the folder is not a checkout.
 */
export function readCommit(folder: string): string {
  const linked = /^gitdir: (.+)$/m.exec(readIfExists(join(folder, '.git')))?.[1];
  const gitFolder = linked === undefined ? join(folder, '.git') : resolve(folder, linked);
  const head = readIfExists(join(gitFolder, 'HEAD')).trim();
  const reference = /^ref: (\S+)$/.exec(head)?.[1];
  if (reference === undefined) return asCommit(head);
  const common = readIfExists(join(gitFolder, 'commondir')).trim();
  const commonFolder = common === '' ? gitFolder : resolve(gitFolder, common);
  const loose = asCommit(readIfExists(join(commonFolder, reference)).trim());
  if (loose !== '') return loose;
  const packed = readIfExists(join(commonFolder, 'packed-refs')).split('\n');
  return asCommit(packed.find((line) => line.endsWith(` ${reference}`))?.split(' ')[0] ?? '');
}

const asCommit = (text: string): string => (/^[\da-f]{40,64}$/.test(text) ? text : '');

/** @returns empty if the file does not exist or is not one */
function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const modulesDir = join(import.meta.dirname, '../node_modules');

/** True when the library is installed in `eval/node_modules`. */
export function hasPeer(name: string): boolean {
  return existsSync(join(modulesDir, packageName(name), 'package.json'));
}

/**
 * Imports a library that is installed only for measurements (`eval/package.json`). The caller states the part of
 * its interface that it uses, so that the repository type-checks without these libraries.
 *
 * @param name package name, with a subpath if needed, such as `defuddle/node`
 * @throws Error with the command that installs it when it is missing
 */
export async function importPeer<Module>(name: string): Promise<Module> {
  if (!hasPeer(name)) throw new Error(`${packageName(name)} is not installed: run "npm run eval:install"`);
  return (await import(name)) as Module;
}

/** Returns the version of an installed library. */
export function peerVersion(name: string): string {
  const manifest = readFileSync(join(modulesDir, packageName(name), 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Returns name and version of each library, for `versions` of a result. */
export function peerVersions(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, peerVersion(name)]));
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

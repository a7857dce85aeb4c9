import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');

/** An environment without the condition `source`, which the tests run under: what users have. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, ...rest } = process.env;
  return rest;
}

/**
 * Builds and packs a workspace as it would be published, and unpacks it into `node_modules` of a folder. Answers
 * the files it has, as paths inside the package.
 */
export async function packWorkspace(name: 'sdk' | 'cli' | 'engines', folder: string): Promise<string[]> {
  const packed = await execute(
    'npm',
    ['pack', '--offline', '--json', '--pack-destination', folder, '-w', `packages/${name}`],
    { cwd: root, env: plainEnvironment() },
  );
  const [{ filename, files }] = JSON.parse(packed.stdout) as [
    { filename: string; files: { path: string }[] },
  ];
  const place = join(folder, 'node_modules', '@quern', name);
  await mkdir(place, { recursive: true });
  await execute('tar', ['-xzf', join(folder, filename), '-C', place, '--strip-components=1']);
  return files.map(({ path }) => path);
}

/** Runs a program with that Node which runs the tests; answers what it printed. Throws when it fails. */
export async function runNode(folder: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, args, { cwd: folder, env: plainEnvironment() });
  return stdout;
}

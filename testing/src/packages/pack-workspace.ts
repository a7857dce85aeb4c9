import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');

/** An environment without the condition `source`, which the tests run under: what users have. */
export function environmentWithoutNodeOptions(): NodeJS.ProcessEnv {
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
    { cwd: root, env: environmentWithoutNodeOptions() },
  );
  const [{ filename, files }] = JSON.parse(packed.stdout) as [
    { filename: string; files: { path: string }[] },
  ];
  const place = join(folder, 'node_modules', '@quern', name);
  await unpack(gunzipSync(await readFile(join(folder, filename))), place);
  return files.map(({ path }) => path);
}

/** Files of a tar archive (POSIX.1-1988 ustar), without their first folder; no program of the machine is asked. */
async function unpack(archive: Buffer, folder: string): Promise<void> {
  const field = (header: Buffer, from: number, to: number): string =>
    header.toString('utf8', from, to).replace(/\0.*$/s, '');
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + 512);
    const [name, prefix] = [field(header, 0, 100), field(header, 345, 500)];
    const bytes = Number.parseInt(field(header, 124, 136), 8);
    const path = join(folder, ...(prefix === '' ? name : `${prefix}/${name}`).split('/').slice(1));
    await mkdir(dirname(path), { recursive: true });
    if (field(header, 156, 157) === '0') await writeFile(path, archive.subarray(at + 512, at + 512 + bytes));
    at += 512 + Math.ceil(bytes / 512) * 512;
  }
}

/** Runs a program with that Node which runs the tests; answers what it printed. Throws when it fails. */
export async function runNode(folder: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, args, {
    cwd: folder,
    env: environmentWithoutNodeOptions(),
  });
  return stdout;
}

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { repositoryRoot } from '../repository-root.ts';

const execute = promisify(execFile);

/** The parts of a package.json that an installation reads. */
export interface PackageManifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** An installed package. */
export interface PackedPackage {
  readonly manifest: PackageManifest;
  /** Paths inside the package. */
  readonly files: readonly string[];
}

export interface PackedProjectOptions {
  /** Whether optional peers are installed too. */
  readonly withOptionalPeers: boolean;
}

/**
 * An empty project into which packages of the repository are installed as they would be published: built, packed
 * by `npm pack`, and unpacked next to links to the third-party packages that they declare. No registry is
 * contacted, and no install script runs.
 */
export class PackedProject {
  readonly folder: string;
  readonly packages: ReadonlyMap<string, PackedPackage>;

  private constructor(folder: string, packages: ReadonlyMap<string, PackedPackage>) {
    this.folder = folder;
    this.packages = packages;
  }

  /**
   * Installs packed packages into a new project.
   *
   * @param tarballs Folder that `packPackages` returned.
   */
  static async install(
    tarballs: string,
    names: readonly string[],
    { withOptionalPeers }: PackedProjectOptions,
  ): Promise<PackedProject> {
    const folder = await mkdtemp(join(tmpdir(), 'quern-packed-'));
    const packages = new Map<string, PackedPackage>();
    for (const name of names) {
      const target = join(folder, 'node_modules/@quern', name);
      const files = await unpack(gunzipSync(await readFile(join(tarballs, `${name}.tgz`))), target);
      const manifest = JSON.parse(await readFile(join(target, 'package.json'), 'utf8')) as PackageManifest;
      packages.set(name, { manifest, files });
    }
    const manifests = [...packages.values()].map(({ manifest }) => manifest);
    for (const dependency of thirdPartyDependencies(manifests, withOptionalPeers)) {
      const target = join(folder, 'node_modules', dependency);
      await mkdir(dirname(target), { recursive: true });
      await symlink(join(repositoryRoot, 'node_modules', dependency), target);
    }
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    return new PackedProject(folder, packages);
  }

  /**
   * Runs a program in the project with the Node that runs the tests.
   *
   * @returns Its output on stdout.
   * @throws Error with `code`, `stdout` and `stderr` if it exits with another code than 0.
   */
  async runNode(args: readonly string[]): Promise<string> {
    const { stdout } = await execute(process.execPath, args, {
      cwd: this.folder,
      env: environmentWithoutNodeOptions(),
      maxBuffer: 1 << 24,
    });
    return stdout;
  }

  /** Runs a module given as source text; see `runNode`. */
  async runModule(source: string, name: string): Promise<string> {
    await writeFile(join(this.folder, name), source);
    return this.runNode([name]);
  }

  /** Deletes the project's folder. */
  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Builds packages and packs each as `<name>.tgz` in a new folder. Returns the folder. */
export async function packPackages(names: readonly string[]): Promise<string> {
  const options = { cwd: repositoryRoot, env: environmentWithoutNodeOptions(), maxBuffer: 1 << 24 };
  const folders = names.map((name) => `packages/${name}`);
  await execute(process.execPath, ['scripts/build-package.mjs', ...folders], options);
  const tarballs = await mkdtemp(join(tmpdir(), 'quern-tarballs-'));
  // `--ignore-scripts` keeps `prepack` from building every package again.
  const flags = ['--offline', '--ignore-scripts', '--json', '--pack-destination', tarballs];
  const workspaces = folders.flatMap((folder) => ['-w', folder]);
  const { stdout } = await execute('npm', ['pack', ...flags, ...workspaces], options);
  for (const { name, filename } of JSON.parse(stdout) as { name: string; filename: string }[]) {
    await rename(join(tarballs, filename), join(tarballs, `${name.replace('@quern/', '')}.tgz`));
  }
  return tarballs;
}

/** The environment as users have it: without the condition `source`, which the tests run under. */
export function environmentWithoutNodeOptions(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, ...rest } = process.env;
  return rest;
}

function thirdPartyDependencies(
  manifests: readonly PackageManifest[],
  withOptionalPeers: boolean,
): ReadonlySet<string> {
  const names = manifests.flatMap(({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta }) => [
    ...Object.keys(dependencies),
    ...Object.keys(peerDependencies).filter(
      (peer) => withOptionalPeers || peerDependenciesMeta?.[peer]?.optional !== true,
    ),
  ]);
  return new Set(names.filter((name) => !name.startsWith('@quern/')));
}

/**
 * Unpacks a tar archive (POSIX.1-1988 ustar) without its top-level folder, so that the tests need no tar program.
 *
 * @returns The paths of the files.
 */
async function unpack(archive: Buffer, folder: string): Promise<string[]> {
  const field = (header: Buffer, from: number, to: number): string =>
    header.toString('utf8', from, to).replace(/\0.*$/s, '');
  const files: string[] = [];
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + 512);
    const [name, prefix] = [field(header, 0, 100), field(header, 345, 500)];
    const size = Number.parseInt(field(header, 124, 136), 8);
    const file = (prefix === '' ? name : `${prefix}/${name}`).split('/').slice(1).join('/');
    if (field(header, 156, 157) === '0') {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), archive.subarray(at + 512, at + 512 + size));
      files.push(file);
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { repositoryRoot } from '../repository-root.ts';

const launcher = 'apps/server/bin/start.mjs';
const operationsFolder = 'apps/server/src/operations';
const sourceFolders = ['apps/server/src', 'packages'];
/** The extension of the modules that a module loads by their paths. */
const extension = 'extname(import.meta.filename)';
/** A worker, which is loaded by its path. */
const siblingModule =
  /new URL\(\s*`\.\/([\w/-]+)\$\{\w+(?:\(import\.meta\.filename\))?\}`,\s*import\.meta\.url/g;

/** The program of the service, compiled for the processes of tests. */
export interface CompiledService {
  /** Path of the launcher. */
  readonly launcher: string;
  /** Deletes the files. */
  remove(): void;
}

/**
 * Compiles the service, which takes as long as two of its processes need to load hundreds of sources. What the modules read,
 * such as models, is in the folders of their sources.
 *
 * @throws Error if a source has errors
 */
export async function compileService(): Promise<CompiledService> {
  // The packages of others are found from there.
  const parent = join(repositoryRoot, 'node_modules/.cache');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'quern-service-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const entryPoints = [launcher, ...listOperations(), ...listSiblingModules()];
  await build({
    absWorkingDir: repositoryRoot,
    entryPoints,
    outbase: repositoryRoot,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    conditions: ['source'],
    keepNames: true,
    logLevel: 'silent',
    plugins: [keepPackagesOfOthers, keepPaths(folder)],
  }).catch((error: unknown) => {
    remove();
    throw error;
  });
  return { launcher: join(folder, launcher.replace('.mjs', '.js')), remove };
}

function listOperations(): string[] {
  return readdirSync(join(repositoryRoot, operationsFolder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${operationsFolder}/${name}/operation.ts`);
}

/** Lists the modules that others load by their paths. */
function listSiblingModules(): string[] {
  return sourceFolders
    .flatMap((folder) =>
      readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => /(?<!\.test)\.ts$/.test(path) && !/node_modules|[\\/]dist[\\/]/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(repositoryRoot, path), 'utf8').matchAll(siblingModule)].map(([, name = '']) =>
        join(dirname(path), `${name}.ts`),
      ),
    );
}

/** Leaves the packages of others where they are, except the versions that only one workspace uses. */
const keepPackagesOfOthers: Plugin = {
  name: 'keep packages of others',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      if (kind === 'entry-point' || path.startsWith('@quern/')) return undefined;
      const [workspace = ''] = /^\w+\/[\w-]+/.exec(relative(repositoryRoot, importer)) ?? [];
      const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
      const isOfWorkspace = existsSync(join(repositoryRoot, workspace, 'node_modules', name));
      return workspace !== '' && isOfWorkspace ? undefined : { path, external: true };
    });
  },
};

/** Gives compiled modules the paths of their sources, and those of the compiled ones where they load others by their paths. */
const keepPaths = (folder: string): Plugin => ({
  name: 'keep paths',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const compiled = join(folder, relative(repositoryRoot, path)).replace(/\.ts$/, '.js');
      const source = readFileSync(path, 'utf8');
      const loadsByPath = source.includes(extension);
      const contents = source
        .replaceAll(siblingModule, (found) => found.replace('import.meta.url', urlOf(compiled)))
        .replaceAll(extension, JSON.stringify('.js'))
        .replaceAll('import.meta.filename', JSON.stringify(path))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(loadsByPath ? compiled : path)))
        .replaceAll('import.meta.url', urlOf(path));
      return { contents, loader: 'ts' };
    });
  },
});

const urlOf = (path: string): string => JSON.stringify(pathToFileURL(path).href);

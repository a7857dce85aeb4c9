import { createHash } from 'node:crypto';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OutputFile } from 'esbuild';
import { BundleCache } from './bundle-cache.ts';
import { compressFile, type DashboardBundle, type DashboardFile } from './dashboard-file.ts';

/** The repository, or the folder that the packages are installed in. */
const root = join(import.meta.dirname, '../../..');
const source = join(import.meta.dirname, '../src');

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml'],
]);

/** Options of `bundleDashboard`. */
export interface BundleOptions {
  /** Path of the files on the server, with slashes around it. */
  readonly folder: string;
  /** File that keeps the bundle for the next start; undefined for none. */
  readonly cachePath?: string;
}

/**
 * Bundles the sources of the dashboard in memory: scripts are split by view. A bundle of the same sources is read from the
 * cache.
 *
 * @throws Error if the sources cannot be bundled, or esbuild has no binary for this platform
 */
export async function bundleDashboard({ folder, cachePath }: BundleOptions): Promise<DashboardBundle> {
  if (cachePath === undefined) return (await bundleSources(folder)).bundle;
  const cache = new BundleCache(cachePath, root);
  const cached = await cache.read(folder);
  if (cached !== undefined) return cached;
  const { bundle, inputs } = await bundleSources(folder);
  await cache.write(folder, bundle, inputs);
  return bundle;
}

/** @returns the bundle, and the files that it depends on, relative to the root */
async function bundleSources(
  folder: string,
): Promise<{ readonly bundle: DashboardBundle; readonly inputs: readonly string[] }> {
  // Loaded for a new bundle only: it takes some 20 ms.
  const { build, stop } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(source, 'main.tsx'), join(source, 'icon.svg')],
    outdir: join(source, '../out'),
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    conditions: ['source'],
    // Its build is one small file in place of 80, a fifth of the work.
    alias: { 'markdown-it': 'markdown-it/dist/markdown-it.min.js' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'copy' },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    logLevel: 'silent',
  });
  await stop();
  const files = await Promise.all(outputFiles.map(toNamedFile));
  const html = renderDashboardPage((name, extension) => folder + nameOf(outputFiles, name, extension));
  const page = await compressFile('text/html; charset=utf-8', Buffer.from(html));
  const version = createHash('sha256').update(page.body).digest('hex').slice(0, 32);
  // The result also depends on this file and on the version of esbuild.
  const tools = [import.meta.filename, fileURLToPath(import.meta.resolve('esbuild/package.json'))];
  return {
    bundle: { page, version, files: new Map(files) },
    inputs: [...Object.keys(metafile.inputs), ...tools.map((path) => relative(root, path))],
  };
}

async function toNamedFile({ path, contents }: OutputFile): Promise<[name: string, file: DashboardFile]> {
  const type = mediaTypes.get(path.slice(path.lastIndexOf('.') + 1)) ?? '';
  return [basename(path), await compressFile(type, Buffer.from(contents))];
}

function nameOf(files: readonly OutputFile[], entry: string, extension: string): string {
  const pattern = new RegExp(`^${entry}-[A-Z0-9]+\\.${extension}$`);
  const name = files.map(({ path }) => basename(path)).find((candidate) => pattern.test(candidate));
  if (name === undefined) throw new Error(`the bundle has no ${entry}.${extension}`);
  return name;
}

/** The language is replaced by the script once it is known. */
function renderDashboardPage(pathOf: (entry: string, extension: string) => string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Quern</title>
<link rel="icon" href="${pathOf('icon', 'svg')}">
<link rel="stylesheet" href="${pathOf('main', 'css')}">
<script type="module" src="${pathOf('main', 'js')}"></script>
</head>
<body>
<div id="app"></div>
<noscript>The dashboard needs JavaScript. The reference at <a href="/docs">/docs</a> can be read without it.</noscript>
</body>
</html>
`;
}

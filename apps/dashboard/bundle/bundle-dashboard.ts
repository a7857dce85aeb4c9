import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { build, type OutputFile, stop } from 'esbuild';
import { compressFile, type DashboardFile } from './dashboard-file.ts';

/** The bundled dashboard. */
export interface DashboardBundle {
  /** The HTML page, which loads the others. */
  readonly page: DashboardFile;
  /** Hash of the page, hex; it changes with every file. */
  readonly version: string;
  /** Scripts, style sheets and pictures by name. Names contain the hash of the content, so a name never changes its content. */
  readonly files: ReadonlyMap<string, DashboardFile>;
}

const source = join(import.meta.dirname, '../src');

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml'],
]);

/**
 * Bundles the sources of the dashboard in memory: scripts are split by view, and nothing is written to disk.
 *
 * @param folder path of the files on the server, with slashes around it
 * @throws Error if the sources cannot be bundled, or esbuild has no binary for this platform
 */
export async function bundleDashboard(folder: string): Promise<DashboardBundle> {
  const { outputFiles } = await build({
    entryPoints: [join(source, 'main.tsx'), join(source, 'icon.svg')],
    outdir: join(source, '../out'),
    bundle: true,
    splitting: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    conditions: ['source'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'copy' },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    logLevel: 'silent',
  });
  await stop();
  const files = new Map<string, DashboardFile>();
  for (const file of outputFiles) {
    const extension = file.path.slice(file.path.lastIndexOf('.') + 1);
    files.set(
      basename(file.path),
      await compressFile(mediaTypes.get(extension) ?? '', Buffer.from(file.contents)),
    );
  }
  const html = renderDashboardPage((name, extension) => folder + nameOf(outputFiles, name, extension));
  const page = await compressFile('text/html; charset=utf-8', Buffer.from(html));
  return { page, version: createHash('sha256').update(page.body).digest('hex').slice(0, 32), files };
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

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, root } from './list-files.ts';

const deepImport = /(?:from|import\()\s*'(@quern\/[a-z]+)\/([^']+)'/g;

/**
 * Returns the manifests of the packages, path → content, in which the modules that other packages and applications use
 * are exported, and no others. In this repository, tests and measurements may import any module, by the condition
 * `source`.
 */
export function packageManifests(): ReadonlyMap<string, string> {
  const used = findDeepImports();
  const manifests = new Map<string, string>();
  for (const folder of readdirSync(join(root, 'packages')).sort()) {
    const path = `packages/${folder}/package.json`;
    if (!existsSync(join(root, path))) continue;
    const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(root, path), 'utf8'));
    const { exports } = manifest;
    if (typeof exports !== 'object' || exports === null || !('./*' in exports)) continue;
    const modules = [...(used.get(`@quern/${folder}`) ?? [])].sort();
    const listed = modules.map((name) => [`./${name}`, targetsOf(name)] as const);
    manifest['exports'] = {
      '.': targetsOf('index'),
      ...Object.fromEntries(listed),
      './*': { source: './src/*.ts' },
    };
    manifests.set(path, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  return manifests;
}

function targetsOf(name: string): Readonly<Record<'source' | 'types' | 'default', string>> {
  return { source: `./src/${name}.ts`, types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` };
}

/** The modules that are imported from other packages, by package. */
function findDeepImports(): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>();
  const sources = listFiles(['packages', 'apps']).filter(
    (file) => /\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/fixtures\//.test(file),
  );
  for (const file of sources)
    for (const [, name = '', module = ''] of readFileSync(join(root, file), 'utf8').matchAll(deepImport)) {
      if (file.startsWith(`packages/${name.slice('@quern/'.length)}/`)) continue;
      used.set(name, (used.get(name) ?? new Set()).add(module));
    }
  return used;
}

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { boundaryRules } from './boundary-rules.ts';
import { findCycles } from './find-cycles.ts';

/**
 * Holds the direction of dependence of ARCHITECTURE.md: reads every import of the sources as text, applies
 * the rules of boundary-rules.ts and looks for cycles. Prints one line a violation and exits with 1.
 */
const root = resolve(import.meta.dirname, '..');
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

const files = globSync(['apps/*/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
);

function resolveImport(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return relative(root, join(root, dirname(from), specifier));
  const workspace = /^@quern\/([^/]+)(?:\/(.+))?$/.exec(specifier);
  return workspace ? `packages/${workspace[1]}/src/${workspace[2] ?? 'index'}.ts` : specifier;
}

const violations: string[] = [];
const graph = new Map<string, string[]>();
for (const file of files) {
  const source = readFileSync(join(root, file), 'utf8');
  const targets = [...source.matchAll(importPattern)].map((found) =>
    resolveImport(file, found[1] ?? found[2] ?? ''),
  );
  graph.set(file, targets);
  for (const rule of boundaryRules) {
    if (!rule.appliesTo.test(file) || rule.except?.test(file)) continue;
    for (const target of targets) {
      if (rule.forbiddenImport?.test(target)) violations.push(`${file} imports ${target}: ${rule.reason}`);
    }
    const text = rule.forbiddenText?.exec(source);
    if (text) violations.push(`${file} uses ${text[0]}: ${rule.reason}`);
  }
}
for (const cycle of findCycles(graph)) violations.push(`import cycle: ${cycle.join(' → ')}`);

if (violations.length > 0) {
  console.error(violations.join('\n'));
  process.exitCode = 1;
} else {
  console.log(`boundaries hold in ${files.length} files`);
}

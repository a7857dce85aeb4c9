import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { listFiles, root as repositoryRoot } from './list-files.ts';

const importPattern = /(?:\bfrom\s+|\bimport\(\s*|\bimport\s+)'(\.[^']+)'/g;

/**
 * Finds cycles between folders, which checks of files do not see: two folders that import each other, directly or
 * through others. The root folder of a package (`src`) is not counted, since its index and entry points import everything.
 *
 * @param patterns folders of sources, such as `packages`
 * @param root the working tree that holds them
 * @returns each cycle as the folders of one path around it
 */
export function findFolderCycles(patterns: readonly string[], root = repositoryRoot): string[][] {
  const graph = new Map<string, Set<string>>();
  for (const file of listSources(patterns, root)) {
    const from = dirname(file);
    for (const [, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(importPattern)) {
      const to = dirname(normalize(join(from, specifier)));
      if (to === from || isRoot(from) || isRoot(to)) continue;
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  return stronglyConnected(graph).filter((component) => component.length > 1);
}

function listSources(patterns: readonly string[], root: string): string[] {
  return listFiles(patterns, root).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('/fixtures/'),
  );
}

const isRoot = (folder: string): boolean => /(?:^|\/)src$/.test(folder);

/** Strongly connected components of a graph (Tarjan 1972). */
function stronglyConnected(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const components: string[][] = [];
  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    let lowest = index;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, order.get(next) ?? lowest);
    }
    low.set(node, lowest);
    if (lowest === index) components.push(stack.splice(stack.indexOf(node)));
    return lowest;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return components;
}

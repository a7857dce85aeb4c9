import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';

/** A file to process, and the name of its result. */
export interface SourceFile {
  readonly path: string;
  /** Path below the output folder, with `/` between folders. */
  readonly output: string;
}

/** Returns whether a path is a folder; false if there is nothing. */
export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

/**
 * Lists the files of a folder and of its subfolders by name, without hidden ones and links, and without those inside
 * the output folder.
 *
 * @param extension extension of the results, such as `md`. `report.pdf` becomes `report.md`, unless another file of
 *   the folder has that name too: then it becomes `report.pdf.md`.
 */
export async function listFiles(
  folder: string,
  outputFolder: string,
  extension: string,
): Promise<SourceFile[]> {
  const paths = await listPaths(folder, outputFolder);
  const stems = paths.map((path) => stemOf(relative(folder, path)));
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem.toLowerCase(), (counts.get(stem.toLowerCase()) ?? 0) + 1);
  return paths.map((path, index) => {
    const stem = stems[index] ?? '';
    const isUnique = counts.get(stem.toLowerCase()) === 1;
    const name = isUnique ? stem : relative(folder, path);
    return { path, output: `${name.replaceAll('\\', '/')}.${extension}` };
  });
}

/** The name of the result of a single file. */
export function outputName(path: string, extension: string): string {
  return `${stemOf(basename(path))}.${extension}`;
}

async function listPaths(folder: string, outputFolder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.filter(isVisible).sort(byName)) {
    const path = join(folder, entry.name);
    if (entry.isFile()) paths.push(path);
    else if (entry.isDirectory() && relative(outputFolder, path) !== '') {
      for (const inner of await listPaths(path, outputFolder)) paths.push(inner);
    }
  }
  return paths;
}

const isVisible = ({ name }: Dirent): boolean => !name.startsWith('.');
const byName = (left: Dirent, right: Dirent): number => (left.name < right.name ? -1 : 1);
const stemOf = (path: string): string => path.replace(/(?<=[^/\\])\.[^./\\]{1,10}$/, '');

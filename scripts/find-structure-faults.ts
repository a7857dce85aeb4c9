import { dirname } from 'node:path';

/** A file over this length does more than one thing. */
const linesMax = 300;
/** A folder with more source files is grouped by subdomain. */
const filesMax = 20;

const sourceFile = /\.(?:tsx?|mjs|py)$/;
const testFile = /\.(?:test|soak)\.tsx?$|(?:^|\/)test_[^/]*\.py$/;
/** Written by programs, or input of tests. */
const otherFile = /(?:^|\/)(?:fixtures|generated)\//;

/**
 * Finds source files that are too long and folders with too many of them. Tests and generated files do not count.
 *
 * @param files paths of files, relative to the repository
 * @param readText returns the text of a file
 * @returns one message for each
 */
export function findStructureFaults(files: readonly string[], readText: (file: string) => string): string[] {
  const sources = files.filter(
    (file) => sourceFile.test(file) && !testFile.test(file) && !otherFile.test(file),
  );
  // Python modules of one program import each other from one folder.
  const folders = Map.groupBy(
    sources.filter((file) => !file.endsWith('.py')),
    dirname,
  );
  const countLines = (file: string): number => readText(file).split('\n').length - 1;
  return [
    ...sources
      .map((file) => ({ file, lines: countLines(file) }))
      .filter(({ lines }) => lines > linesMax)
      .map(({ file, lines }) => `${file} has ${lines} lines, more than ${linesMax}`),
    ...[...folders]
      .filter(([, members]) => members.length > filesMax)
      .map(([folder, { length }]) => `${folder} has ${length} source files, more than ${filesMax}`),
  ];
}

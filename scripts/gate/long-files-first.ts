import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take longest, most of it waiting: 20 s to 100 s each. */
const longFiles = new Set([
  'e2e/dashboard/dashboard.test.ts',
  'e2e/packed-packages.test.ts',
  'e2e/lifecycle.test.ts',
  'e2e/scrape-options.test.ts',
  'e2e/render.test.ts',
  'e2e/cli.test.ts',
  'e2e/operations.test.ts',
  'e2e/crash-recovery.test.ts',
  'e2e/mcp/translate.test.ts',
  'e2e/docs/reference.test.ts',
  'e2e/job-recovery.test.ts',
]);

/**
 * Begins with the files that take longest, so that none is left alone at the end. Without results of an earlier run, Vitest begins with the
 * files that are largest, and a file whose suites are in other files is small.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longFiles.has(relative(this.ctx.config.root, moduleId).split(sep).join('/'));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

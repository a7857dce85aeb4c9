import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { repositoryRoot } from './repository-root.ts';

/** Requirements of some tests beyond Node and npm. Without them the tests are skipped, except in CI. */
export type Requirement = 'postgres' | 'shared';

/** The folder of the project's data sets, which a clone does not contain. */
export const sharedDir = resolve(repositoryRoot, '../shared');

const binaryFolders = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...['18', '17', '16', '15', '14'].map((version) => `/usr/lib/postgresql/${version}/bin`),
];

/** Path of a program on PATH or in the usual folders of PostgreSQL; undefined if it is not installed. */
export function findBinary(name: string): string | undefined {
  return binaryFolders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

const present: Record<Requirement, () => boolean> = {
  postgres: () => findBinary('postgres') !== undefined && findBinary('initdb') !== undefined,
  shared: () => existsSync(sharedDir),
};

/**
 * Whether a requirement is missing, for `describe.skipIf(isMissing('postgres'))`.
 *
 * @throws Error if it is missing and QUERN_TEST_REQUIRE is `all`.
 */
export function isMissing(requirement: Requirement): boolean {
  const missing = !present[requirement]();
  if (missing && process.env['QUERN_TEST_REQUIRE'] === 'all') {
    throw new Error(
      `these tests need ${requirement}, which is missing, and QUERN_TEST_REQUIRE=all forbids skipping`,
    );
  }
  return missing;
}

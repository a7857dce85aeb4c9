import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** What some tests need beyond Node and npm. Without it they are skipped by name; CI demands all of it. */
export type Requirement = 'postgres' | 'shared';

const root = resolve(import.meta.dirname, '../..');

/** The folder of the project's data sets, which a user's clone does not have. */
export const sharedDir = resolve(root, '../shared');

const binaryFolders = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...['18', '17', '16', '15', '14'].map((version) => `/usr/lib/postgresql/${version}/bin`),
];

export function findBinary(name: string): string | undefined {
  return binaryFolders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

const present: Record<Requirement, () => boolean> = {
  postgres: () => findBinary('postgres') !== undefined && findBinary('initdb') !== undefined,
  shared: () => existsSync(sharedDir),
};

/**
 * For `describe.skipIf(lacks('postgres'))`: true when it is not here. Where QUERN_TEST_REQUIRE is `all`, what
 * is not here is a failure instead.
 */
export function isMissing(requirement: Requirement): boolean {
  const missing = !present[requirement]();
  if (missing && process.env['QUERN_TEST_REQUIRE'] === 'all') {
    throw new Error(
      `these tests need ${requirement}, which is not here, and QUERN_TEST_REQUIRE=all forbids skipping`,
    );
  }
  return missing;
}

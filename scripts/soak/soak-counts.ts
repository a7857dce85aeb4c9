import { existsSync, readFileSync } from 'node:fs';

/** Numbers that tests of a soak report, such as kills or requests. */
export type SoakCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The part of a results file of Vitest's JSON reporter that is used here. */
interface Results {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly meta?: { readonly counts?: Readonly<Record<string, number>> };
    }[];
  }[];
}

/** Reads the counts that the tests of a run reported (`reportCounts`), by the name of the test. */
export function readSoakCounts(path: string): SoakCounts {
  if (!existsSync(path)) return {};
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Results;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return Object.fromEntries(
    tests.flatMap(({ fullName, meta }) =>
      meta?.counts === undefined ? [] : [[fullName, meta.counts] as const],
    ),
  );
}

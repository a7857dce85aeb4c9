import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** A test that failed, or a file that could not be loaded. */
export interface Failure {
  /** Path in the repository, or the name of the phase. */
  readonly file: string;
  readonly test: string;
  /** First line of the error. */
  readonly message: string;
}

/** The results of the tests of one phase. */
export interface TestRun {
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly skipped: readonly string[];
  /** Numbers that tests reported (`reportCounts`), such as kills or requests, by the name of the test. */
  readonly counts?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The part of a results file of Vitest's JSON reporter that is used here. */
interface VitestResults {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
      readonly meta?: { readonly counts?: Readonly<Record<string, number>> };
    }[];
  }[];
}

/**
 * Reads a results file of Vitest.
 *
 * @returns undefined if there is none, because Vitest ended early
 */
export function readVitestRun(path: string, root: string): TestRun | undefined {
  if (!existsSync(path)) return undefined;
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as VitestResults;
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
  );
  const failedTests = tests
    .filter(({ status }) => status === 'failed')
    .map(({ file, fullName, failureMessages }) => ({
      file,
      test: fullName,
      message: firstLine(failureMessages?.[0]),
    }));
  const failedFiles = testResults
    .filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some(isFailed))
    .map(({ name, message }) => ({
      file: relative(root, name),
      test: 'could not be run',
      message: firstLine(message),
    }));
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: [...failedTests, ...failedFiles],
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ file, fullName }) => `${file} › ${fullName}`),
    counts: Object.fromEntries(
      tests.flatMap(({ fullName, meta }) =>
        meta?.counts === undefined ? [] : [[fullName, meta.counts] as const],
      ),
    ),
  };
}

const isFailed = ({ status }: { readonly status: string }): boolean => status === 'failed';

/** Reads what Python's unittest printed. @returns undefined if it printed no summary */
export function readUnittestRun(output: string, phase: string): TestRun | undefined {
  const ran = /^Ran (\d+) tests? in /m.exec(output)?.[1];
  if (ran === undefined) return undefined;
  const failures = [...output.matchAll(/^(?:FAIL|ERROR): (.+)$/gm)].map(([, test = '']) => ({
    file: phase,
    test,
    message: firstLine(/^\w*(?:Error|Exception)\b.*$/m.exec(output)?.[0]),
  }));
  const skipped = Number(/^OK \(skipped=(\d+)\)|skipped=(\d+)/m.exec(output)?.slice(1).find(Boolean) ?? 0);
  return {
    passed: Number(ran) - failures.length - skipped,
    failures,
    skipped: Array.from({ length: skipped }, () => `${phase} › a test of unittest`),
  };
}

/** First line of an error's text, without colors. */
export function firstLine(text: string | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI escape sequences begin with a control character.
  return (text ?? '').replaceAll(/\u001b\[[\d;]*m/g, '').split('\n')[0] ?? '';
}

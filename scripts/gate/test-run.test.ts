import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readUnittestRun, readVitestRun } from './test-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-test-run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function readResults(testResults: object[]) {
  const path = join(folder, 'results.json');
  writeFileSync(path, JSON.stringify({ testResults }));
  return readVitestRun(path, '/repository');
}

describe('readVitestRun', () => {
  it('counts the passed tests, names the failed and skipped ones, and reads reported counts', () => {
    const failed = {
      fullName: 'add adds',
      status: 'failed',
      failureMessages: ['\u001b[31mError: 3\u001b[39m\n  at'],
    };
    const assertionResults = [
      { fullName: 'add is fast', status: 'passed' },
      failed,
      { fullName: 'add needs postgres', status: 'skipped' },
      { fullName: 'add adds often', status: 'passed', meta: { counts: { sums: 9 } } },
    ];
    expect(
      readResults([{ name: '/repository/a/b.test.ts', status: 'failed', message: '', assertionResults }]),
    ).toEqual({
      passed: 2,
      failures: [{ file: 'a/b.test.ts', test: 'add adds', message: 'Error: 3' }],
      skipped: ['a/b.test.ts › add needs postgres'],
      counts: { 'add adds often': { sums: 9 } },
    });
  });

  it('names a file that could not be loaded', () => {
    const file = { name: '/repository/c.test.ts', status: 'failed', message: 'SyntaxError: x\n  at' };
    expect(readResults([{ ...file, assertionResults: [] }])).toEqual({
      passed: 0,
      failures: [{ file: 'c.test.ts', test: 'could not be run', message: 'SyntaxError: x' }],
      skipped: [],
      counts: {},
    });
  });

  it('returns undefined without a results file', () => {
    expect(readVitestRun(join(folder, 'missing.json'), '/repository')).toBeUndefined();
  });
});

describe('readUnittestRun', () => {
  it('counts the tests', () => {
    expect(readUnittestRun('....\nRan 4 tests in 0.1s\n\nOK\n', 'training/ocr')).toEqual({
      passed: 4,
      failures: [],
      skipped: [],
    });
  });

  it('names the failures and counts the skipped tests', () => {
    const output = [
      'FAIL: test_adds (test_text.TextTest.test_adds)',
      'Traceback (most recent call last):',
      'AssertionError: 3 != 4',
      'Ran 4 tests in 0.1s',
      'FAILED (failures=1, skipped=1)',
    ].join('\n');
    const run = readUnittestRun(output, 'training/ocr');
    expect(run?.failures).toEqual([
      {
        file: 'training/ocr',
        test: 'test_adds (test_text.TextTest.test_adds)',
        message: 'AssertionError: 3 != 4',
      },
    ]);
    expect(run).toMatchObject({ passed: 2, skipped: [expect.stringContaining('training/ocr')] });
  });

  it('returns undefined if Python ended before the tests', () => {
    expect(readUnittestRun("ModuleNotFoundError: No module named 'numpy'", 'training/ocr')).toBeUndefined();
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Sums the JSON results of the test runs in a folder and prints the failures and
 * `N passed, N failed`. Exits with 1 if a test failed
 * or was skipped, or if none ran.
 *
 * Usage: `node scripts/sum-test-results.mjs <folder>`
 */
function main(folder) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const name of readdirSync(folder)) {
    const result = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    sum.passed += result.numPassedTests;
    sum.failed += result.numFailedTests;
    sum.skipped += result.numPendingTests;
    // A file that cannot be loaded is a failed suite without a failed test.
    if (result.numFailedTestSuites > 0 && result.numFailedTests === 0) sum.failed += 1;
    for (const failure of failuresOf(result)) console.log(`FAILED ${failure}`);
  }
  if (sum.skipped > 0) console.log(`${sum.skipped} tests were skipped, which is not allowed here`);
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.passed > 0 && sum.failed === 0 && sum.skipped === 0 ? 0 : 1;
}

/** The names of the failed tests of a run, and of its files that could not be loaded, with the first line of the error. */
function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${name}: ${firstLine(message)}`] : [];
    return failed.map((test) => `${name}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
}

const firstLine = (text) => (text ?? '').split('\n')[0];

main(process.argv[2] ?? '.');

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Adds up the test runner's JSON results of a folder and prints `N passed, N failed`. Fails when a test failed, was skipped, or none ran. */
const folder = process.argv[2] ?? '.';
const sum = { passed: 0, failed: 0, skipped: 0 };
for (const name of readdirSync(folder)) {
  const result = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  sum.passed += result.numPassedTests;
  sum.failed +=
    result.numFailedTests + (result.numFailedTestSuites > 0 && result.numFailedTests === 0 ? 1 : 0);
  sum.skipped += result.numPendingTests;
}
if (sum.skipped > 0) console.log(`${sum.skipped} tests were skipped, and here none may be`);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.passed > 0 && sum.failed === 0 && sum.skipped === 0 ? 0 : 1;

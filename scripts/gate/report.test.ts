import { describe, expect, it } from 'vitest';
import { flakyMax, type GateReport, isGreen, renderReport } from './report.ts';

const failure = { file: 'a.test.ts', test: 'adds', message: 'Error: 3 is not 4' };
const green: GateReport = {
  phases: [
    { name: 'unit', seconds: 12.34, passed: 9, failed: 0 },
    { name: 'integration', seconds: 5, passed: 1, failed: 0 },
  ],
  passed: 10,
  failures: [],
  flaky: [],
  skipped: [],
  isEverythingRequired: true,
};

describe('isGreen', () => {
  it('is true if all tests passed', () => {
    expect(isGreen(green)).toBe(true);
  });

  it('is false after a failure, and if no test ran', () => {
    expect(isGreen({ ...green, failures: [failure] })).toBe(false);
    expect(isGreen({ ...green, passed: 0 })).toBe(false);
  });

  it('allows two tests that fail and then pass, and no more', () => {
    const flaky = (count: number) => Array.from({ length: count }, () => failure);
    expect(isGreen({ ...green, flaky: flaky(flakyMax) })).toBe(true);
    expect(isGreen({ ...green, flaky: flaky(flakyMax + 1) })).toBe(false);
  });

  it('is false if a test was skipped where everything is required', () => {
    const skipped = ['a.test.ts › needs postgres'];
    expect(isGreen({ ...green, skipped })).toBe(false);
    expect(isGreen({ ...green, skipped, isEverythingRequired: false })).toBe(true);
  });
});

describe('renderReport', () => {
  it('prints the phases with their seconds, the failures by name, and the sum in the last line', () => {
    const lines = renderReport({ ...green, failures: [failure], flaky: [failure] }).split('\n');
    expect(lines).toContain('unit           12.3 s  9 passed, 0 failed');
    expect(lines).toContain('total          17.3 s');
    expect(lines).toContain('FLAKY a.test.ts › adds: Error: 3 is not 4');
    expect(lines).toContain('FAILED a.test.ts › adds: Error: 3 is not 4');
    expect(lines.at(-1)).toBe('10 passed, 1 failed');
  });

  it('names the skipped tests', () => {
    expect(renderReport({ ...green, skipped: ['a.test.ts › b'] })).toContain(
      '1 tests were skipped, which is not allowed here:\n  a.test.ts › b\n',
    );
  });
});

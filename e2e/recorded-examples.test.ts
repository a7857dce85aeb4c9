import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationExample } from '../apps/server/src/operations/define-operation.ts';
import { operations } from '../apps/server/src/operations/registry.ts';
import { runExamples } from '../scripts/run-examples.ts';

/** Floating-point results may differ between processors. */
const tolerance = 1e-3;

/** Lists the paths at which two values differ. */
function findDifferences(recorded: unknown, actual: unknown, path = ''): string[] {
  if (typeof recorded === 'number' && typeof actual === 'number') {
    const isExact = Number.isInteger(recorded) && Number.isInteger(actual);
    const isEqual = isExact ? recorded === actual : Math.abs(recorded - actual) <= tolerance;
    return isEqual ? [] : [`${path}: ${recorded} recorded, ${actual} returned`];
  }
  if (typeof recorded !== 'object' || recorded === null || typeof actual !== 'object' || actual === null) {
    const isEqual = recorded === actual;
    return isEqual
      ? []
      : [`${path}: ${JSON.stringify(recorded)} recorded, ${JSON.stringify(actual)} returned`];
  }
  const names = new Set([...Object.keys(recorded), ...Object.keys(actual)]);
  const [left, right] = [recorded, actual].map((value) => new Map<string, unknown>(Object.entries(value)));
  return [...names].flatMap((name) => findDifferences(left?.get(name), right?.get(name), `${path}.${name}`));
}

/** Names of scores and confidences, and of records of them. */
const scoreName = /^(?:score|confidence|scores|\w+Scores|\w+Score|\w+Confidence|probability)$/;

/** Lists the scores of a result that have more than 4 decimals. */
function findUnroundedScores(value: unknown, path = '', isScore = false): string[] {
  if (typeof value === 'number')
    return isScore && Number(value.toFixed(4)) !== value ? [`${path}: ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    findUnroundedScores(item, `${path}.${name}`, isScore || scoreName.test(name)),
  );
}

let returned: ReadonlyMap<string, readonly OperationExample[]>;
beforeAll(async () => {
  returned = await runExamples();
});

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (name, operation) => {
    it('returns the recorded outputs of its examples (if not: npm run record-examples)', () => {
      // The id of a stored result is random.
      const withoutId = ({ output }: OperationExample) =>
        Object.entries(output).filter(([field]) => field !== operation.storedResult?.field);
      const actual = (returned.get(name) ?? []).map(withoutId);
      expect(findDifferences(operation.examples.map(withoutId), actual)).toEqual([]);
    });
    it('returns scores and confidences with at most 4 decimals', () => {
      const outputs = (returned.get(name) ?? []).map(({ output }) => output);
      expect(findUnroundedScores(outputs)).toEqual([]);
    });
    it('has recorded outputs that match its output schema', () => {
      for (const { output } of operation.examples) {
        expect(operation.output.safeParse(output).error?.message).toBeUndefined();
      }
    });
  },
);

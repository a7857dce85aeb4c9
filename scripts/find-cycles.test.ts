import { expect, it } from 'vitest';
import { boundaryRules } from './boundary-rules.ts';
import { findCycles } from './find-cycles.ts';

it('finds a cycle by its path, and none where there is none', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ]);
  expect(findCycles(graph)).toEqual([['a', 'b', 'c', 'a']]);
  expect(
    findCycles(
      new Map([
        ['a', ['b', 'outside']],
        ['b', []],
      ]),
    ),
  ).toEqual([]);
});

it.each([
  ['apps/server/src/operations/map/run.ts', 'apps/server/src/operations/ocr/schema.ts'],
  ['apps/server/src/operations/map/run.ts', 'apps/server/src/pipeline/charge.ts'],
  ['apps/server/src/operations/map/run.ts', 'apps/server/src/pipeline/run-operation.ts'],
  ['apps/server/src/pipeline/charge.ts', 'apps/server/src/http/app.ts'],
  ['apps/server/src/http/app.ts', 'pg'],
  ['packages/text/src/tokens/count-tokens.ts', 'apps/server/src/config.ts'],
  ['packages/sdk/src/index.ts', 'zod'],
  ['packages/cli/src/quern.ts', 'packages/text/src/tokens/count-tokens.ts'],
])('forbids %s to import %s', (from, target) => {
  const broken = boundaryRules.filter(
    (rule) => rule.appliesTo.test(from) && !rule.except?.test(from) && rule.forbiddenImport?.test(target),
  );
  expect(broken).not.toEqual([]);
});

import { defineConfig } from 'vitest/config';

const conditions = ['source'];
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};

/** Worker threads and child processes of tests must load the sources of the workspaces too. */
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --conditions=source`.trim();

/** CI sums the results of all runs; each run writes a file to this folder. */
const results = process.env['QUERN_TEST_RESULTS'];

const sources = ['apps', 'packages', 'testing', 'eval', 'bench', 'training', 'scripts'].map(
  (folder) => `${folder}/**/*.test.ts`,
);

/** Minutes of computation: run by CI and `npm run test:slow` only. */
const slow = [
  'bench/abuse/hostile-inputs.test.ts',
  'packages/documents/src/hostile-documents.test.ts',
  'packages/ocr/src/**/*.hostile.test.ts',
  'eval/ocr/robustness/robust-images.test.ts',
  'e2e/crash-recovery*.test.ts',
  'e2e/packed-packages.test.ts',
];

/** Tests of models, engines, databases and floods, which take seconds each: run by `npm test`, not by `verify`. */
const integration = [
  '**/*.{hostile,reference}.test.ts',
  'apps/server/src/engines/*.test.ts',
  'apps/server/src/storage/*.test.ts',
  'apps/server/src/validation/*.test.ts',
  'packages/documents/src/*.test.ts',
  'packages/nlp/src/entities/extract-entities.test.ts',
  'packages/summary/src/extractive/*.test.ts',
  'packages/summary/src/abstractive/adversarial-responses.test.ts',
  'packages/ocr/src/{ocr-engine,optional-packages}.test.ts',
  'packages/text/src/tokens/*.test.ts',
  'packages/translation/src/{bergamot-engine,translator}.test.ts',
];

const dependencies = '**/node_modules/**';

export default defineConfig({
  test: {
    reporters:
      results === undefined
        ? ['default']
        : ['default', ['json', { outputFile: `${results}/${process.pid}.json` }]],
    // Generous, since machines are slow and shared. No test relies on a timeout to fail.
    testTimeout: 120_000,
    // The default leaves a core unused, which is half of a machine of two.
    maxWorkers: '100%',
    projects: [
      {
        ...shared,
        extends: true,
        test: { name: 'unit', include: sources, exclude: [dependencies, ...integration, ...slow] },
      },
      {
        ...shared,
        extends: true,
        test: { name: 'integration', include: integration, exclude: [dependencies, 'e2e/**', ...slow] },
      },
      {
        ...shared,
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: [dependencies, ...slow],
          hookTimeout: 120_000,
        },
      },
      {
        ...shared,
        extends: true,
        test: {
          name: 'slow',
          include: slow,
          exclude: [dependencies],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

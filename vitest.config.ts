import { defineConfig } from 'vitest/config';

const conditions = ['source'];
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};

/** Workers and child processes that tests start must find the workspaces' sources too. */
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --conditions=source`.trim();

/** CI adds up the results of all runs: each leaves a file in this folder. */
const results = process.env['QUERN_TEST_RESULTS'];

export default defineConfig({
  test: {
    reporters:
      results === undefined
        ? ['default']
        : ['default', ['json', { outputFile: `${results}/${process.pid}.json` }]],
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: [
            'apps/**/*.test.ts',
            'packages/**/*.test.ts',
            'testing/**/*.test.ts',
            'eval/**/*.test.ts',
            'bench/**/*.test.ts',
            'training/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          // Generous: what a test bounds is growth, and machines are slow and shared.
          testTimeout: 120_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

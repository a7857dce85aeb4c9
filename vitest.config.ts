import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './scripts/gate/long-files-first.ts';

const conditions = ['source'];
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};

/** Worker threads and child processes of tests must load the sources of the workspaces too. */
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --conditions=source`.trim();

/** Test processes, their threads and the services that they start compile each module once in a run. */
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

/** The gate reads the results of a run from this file. */
const results = process.env['QUERN_TEST_RESULTS'];

const dependencies = '**/node_modules/**';

const seedProperties = './testing/src/random/seed-properties.ts';
const shareThreads = './testing/src/service/share-threads-of-services.ts';
const printLogs = './testing/src/service/print-logs-of-failures.ts';

/** Each tier is the files with one ending, which CONTRIBUTING.md describes. */
const tiers = {
  unit: {
    include: ['**/*.test.ts'],
    exclude: [dependencies, 'e2e/**', '**/*.{integration,isolated,growth}.test.ts'],
    // Files share the modules that they load, which takes half of the time. None changes the state of a module.
    isolate: false,
    setupFiles: [seedProperties],
  },
  growth: {
    include: ['**/*.growth.test.ts'],
    exclude: [dependencies],
    setupFiles: [seedProperties, './testing/src/growth/start-counting.ts'],
  },
  integration: {
    include: ['**/*.integration.test.ts'],
    exclude: [dependencies],
    // As for unit tests; the models that files load are shared with the modules.
    isolate: false,
    setupFiles: [seedProperties, printLogs],
  },
  // Files that replace a module or change its state.
  isolated: {
    include: ['**/*.isolated.test.ts'],
    exclude: [dependencies],
    setupFiles: [seedProperties],
  },
  e2e: {
    include: ['e2e/**/*.test.ts'],
    exclude: [dependencies],
    hookTimeout: 120_000,
    globalSetup: ['./testing/src/service/share-compiled-service.ts'],
    // Files share the modules of the service, and its engines: they take longer to load than most files run.
    isolate: false,
    setupFiles: [seedProperties, printLogs, shareThreads],
    // A dependency of the MCP client also has sources under the condition, which Node.js does not load from node_modules.
    server: { deps: { inline: [/@modelcontextprotocol\/client/, /eventsource/] } },
  },
  // Hours of work, one at a time: `npm run soak`.
  soak: {
    include: ['**/*.soak.ts'],
    exclude: [dependencies],
    setupFiles: [printLogs],
    testTimeout: 7_200_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
};

export default defineConfig({
  test: {
    reporters: results === undefined ? ['default'] : ['default', ['json', { outputFile: results }]],
    // Generous, since machines are slow and shared. No test relies on a timeout to fail.
    testTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // The default leaves a core unused, which is half of a machine of two.
    maxWorkers: '100%',
    sequence: { sequencer: LongFilesFirst },
    projects: Object.entries(tiers).map(([name, tier]) => ({
      ...shared,
      extends: true as const,
      test: { name, ...tier },
    })),
  },
});

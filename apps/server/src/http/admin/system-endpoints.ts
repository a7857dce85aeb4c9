import { z } from 'zod';
import { engineNames } from '../../system/engine-state.ts';
import { checkNames, checkStatuses } from '../../system/system-checks.ts';
import { type AdminEndpoint, defineAdminEndpoint, ignored } from './endpoint.ts';

/** The state of an engine, as the API returns it. */
export const engineSchema = z.object({
  name: z.enum(engineNames),
  isEnabled: z.boolean().describe('Whether the settings have it'),
  isLoaded: z.boolean().describe('Whether it is in memory; the first request loads it'),
  slots: z.int().describe('Tasks that it can work on at the same time'),
  running: z.int().describe('Tasks that it works on'),
  waiting: z.int().describe('Tasks that wait for it'),
  memoryBytes: z
    .int()
    .optional()
    .describe(
      'Memory of its processes, as of the browser on Linux; absent for engines in the process of the service',
    ),
});

/** A bundled model, as the API returns it. */
export const bundledModelSchema = z.object({
  id: z.string(),
  operations: z.array(z.string()).describe('Operations that use it'),
  version: z.string().describe('Changes with every training'),
  bytes: z.int().describe('Size of its files'),
});

const systemSchema = z
  .object({
    version: z.string(),
    nodeVersion: z.string().describe('Version of Node.js'),
    commit: z.string().describe('Commit of the checkout; empty if it is unknown'),
    startedAt: z.int().describe('Time of the start, in milliseconds since 1970-01-01 UTC'),
    memoryBytes: z.int().describe('Memory of the process, without the browser'),
    database: z.object({
      kind: z.enum(['sqlite', 'postgres']),
      status: z.enum(['ok', 'slow', 'failed']),
    }),
    nodes: z.int().describe('Nodes that use the database; 0 if it does not respond'),
    requests: z.object({ running: z.int(), waiting: z.int() }).describe('Requests of this node'),
    results: z.object({
      bytes: z.int().describe('Size of the stored results, compressed'),
      bytesMax: z.int().describe('Maximum size'),
    }),
    queues: z
      .array(z.object({ operation: z.string(), waiting: z.int() }))
      .describe('Waiting jobs of all nodes'),
    engines: z.array(engineSchema),
    models: z.array(bundledModelSchema).describe('Models that are part of the service'),
    checks: z.array(
      z.object({
        name: z.enum(checkNames),
        status: z.enum(checkStatuses).describe('`warning`: the service works, but not all of it'),
        fix: z.string().describe('What is wrong and how to fix it; empty if nothing is'),
      }),
    ),
  })
  .meta({ id: 'System', description: 'The state of a node' });

/** The state of the node that receives the request. */
export const systemEndpoints: readonly AdminEndpoint[] = [
  defineAdminEndpoint({
    operationId: 'getSystem',
    method: 'GET',
    path: '/system',
    summary: 'Get the state of the node: engines, models, queues, storage, and checks with their fixes',
    status: 200,
    errors: [],
    query: ignored,
    body: ignored,
    response: z.object({ system: systemSchema }),
    handle: async (_request, { system }) => ({ system: await system.report() }),
  }),
];

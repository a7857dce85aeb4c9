import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type NodeRole, runsJobs } from '../../roles/node-role.ts';
import type { Store } from '../../storage/store.ts';
import { createTokenCheck, type TokenCheckOptions } from '../request/token-check.ts';

/** The metrics, and who may read them. */
export interface MetricsOptions extends Pick<TokenCheckOptions, 'onInvalidToken'> {
  readonly registry: Registry;
  /** If undefined, no token is needed. */
  readonly identify: TokenCheckOptions['identify'] | undefined;
}

/** The node that the health endpoints describe. */
export interface HealthSubject {
  readonly store: Pick<Store, 'ping' | 'dialect' | 'nodes'>;
  readonly role: NodeRole;
}

const pingTimeoutMs = 2000;

/**
 * Adds `/livez` (the process runs), `/readyz` (the database is usable as well), and `/metrics` (Prometheus), which may
 * need a token.
 *
 * @param getUnreadyReason returns why the service accepts no requests; undefined if it does
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { store, role }: HealthSubject,
  { registry, identify, onInvalidToken }: MetricsOptions,
  getUnreadyReason: () => 'starting' | 'draining' | undefined,
): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const reason = getUnreadyReason();
    if (reason !== undefined) {
      return reply.code(503).header('retry-after', '1').send({ status: reason });
    }
    const database = await Promise.race([
      store.ping().then(
        () => 'ok',
        () => 'failed',
      ),
      sleep(pingTimeoutMs, 'slow', { ref: false }),
    ]);
    const ready = database === 'ok';
    if (!ready) reply.code(503).header('retry-after', '2');
    const status = ready ? 'ok' : 'unavailable';
    return {
      status,
      checks: { database: `${store.dialect}: ${database}`, ...(ready && (await checkJobs(store, role))) },
    };
  });
  const requireToken =
    identify === undefined ? undefined : createTokenCheck('metrics', { identify, onInvalidToken });
  app.get('/metrics', async (request, reply) => {
    requireToken?.(request);
    reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
}

/** A node without jobs depends on others for them, which does not make it unready. */
async function checkJobs(
  store: HealthSubject['store'],
  role: NodeRole,
): Promise<{ readonly role?: NodeRole; readonly jobs?: string }> {
  if (role === 'all') return {};
  if (runsJobs(role)) return { role };
  const workers = await store.nodes.countWorkers().catch(() => undefined);
  const jobs = workers === 0 ? 'no worker runs: jobs wait' : `workers: ${workers ?? 'unknown'}`;
  return { role, jobs };
}

import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type NodeRole, runsJobs } from '../../roles/node-role.ts';
import type { Store } from '../../storage/store.ts';
import type { SystemService } from '../../system/system-service.ts';
import { createTokenCheck, type TokenCheckOptions } from '../request/token-check.ts';

/** The metrics, and who may read them. */
export interface MetricsOptions extends Pick<TokenCheckOptions, 'onInvalidToken'> {
  readonly registry: Registry;
  /** If undefined, no token is needed. */
  readonly identify: TokenCheckOptions['identify'] | undefined;
}

/** The node that the health endpoints describe. */
export interface HealthSubject {
  readonly store: Pick<Store, 'dialect' | 'nodes'>;
  readonly role: NodeRole;
  readonly system: Pick<SystemService, 'pingDatabase' | 'pingBucket' | 'engines' | 'models'>;
}

/** The state that the health of a node depends on. */
export interface HealthOptions {
  readonly version: string;
  /** Returns why the service accepts no requests; undefined if it does. */
  readonly getUnreadyReason: () => 'starting' | 'draining' | undefined;
}

/** Whether a query has `verbose`, alone or with any value but `false`. */
const isVerbose = ({ verbose }: Readonly<Record<string, unknown>>): boolean =>
  verbose !== undefined && verbose !== 'false';

/**
 * Adds `/livez` (the process runs), `/readyz` (the database is usable as well; the state of the bucket is reported), and `/metrics` (Prometheus), which may
 * need a token.
 *
 * `/readyz?verbose` also lists the engines, the models and the version.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { store, role, system }: HealthSubject,
  { registry, identify, onInvalidToken }: MetricsOptions,
  { version, getUnreadyReason }: HealthOptions,
): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get<{ Querystring: Record<string, unknown> }>('/readyz', async (request, reply) => {
    const reason = getUnreadyReason();
    if (reason !== undefined) {
      return reply.code(503).header('retry-after', '1').send({ status: reason });
    }
    const [database, bucket] = await Promise.all([system.pingDatabase(), system.pingBucket()]);
    const ready = database === 'ok';
    if (!ready) reply.code(503).header('retry-after', '2');
    return {
      status: ready ? 'ok' : 'unavailable',
      checks: {
        database: `${store.dialect}: ${database}`,
        // Without the bucket, requests whose results are not stored still succeed.
        ...(bucket !== undefined && { bucket }),
        ...(ready && (await checkJobs(store, role))),
      },
      ...(isVerbose(request.query)
        ? { version, engines: system.engines(), models: await system.models() }
        : {}),
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

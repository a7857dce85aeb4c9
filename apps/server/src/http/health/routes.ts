import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Store } from '../../storage/store.ts';
import { createTokenCheck, type TokenCheckOptions } from '../request/token-check.ts';

/** The metrics, and who may read them. */
export interface MetricsOptions extends Pick<TokenCheckOptions, 'onInvalidToken'> {
  readonly registry: Registry;
  /** If undefined, no token is needed. */
  readonly identify: TokenCheckOptions['identify'] | undefined;
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
  store: Store,
  { registry, identify, onInvalidToken }: MetricsOptions,
  getUnreadyReason: () => 'starting' | 'draining' | undefined,
): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const status = getUnreadyReason();
    if (status !== undefined) return reply.code(503).header('retry-after', '1').send({ status });
    const database = await Promise.race([
      store.ping().then(
        () => 'ok',
        () => 'failed',
      ),
      sleep(pingTimeoutMs, 'slow', { ref: false }),
    ]);
    const ready = database === 'ok';
    if (!ready) reply.code(503).header('retry-after', '2');
    return { status: ready ? 'ok' : 'unavailable', checks: { database: `${store.dialect}: ${database}` } };
  });
  const requireToken =
    identify === undefined ? undefined : createTokenCheck('metrics', { identify, onInvalidToken });
  app.get('/metrics', async (request, reply) => {
    requireToken?.(request);
    reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
}

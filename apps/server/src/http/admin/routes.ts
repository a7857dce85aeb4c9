import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccountService } from '../../accounts/account-service.ts';
import { quoteValue, ServiceError } from '../../errors/service-error.ts';
import { isResourceId } from '../../ids/resource-id.ts';
import type { KeyService } from '../../keys/key-service.ts';
import { parseBearerToken } from '../../keys/parse-bearer-token.ts';
import { FailedAttempts } from '../../limits/failed-attempts.ts';
import { validateInput } from '../../validation/validate-input.ts';
import { rejectByHeaders } from '../body/read-body.ts';
import { readJsonBody } from '../body/read-json-body.ts';

export interface AdminContext {
  readonly isAdminToken: (given: string) => boolean;
  readonly accounts: AccountService;
  readonly keys: KeyService;
  readonly scopes: readonly string[];
  /** Called with the client's address when its token is wrong. */
  readonly onInvalidToken: (client: string) => void;
}

const withoutControls = (text: string): boolean => !/\p{Cc}/u.test(text);
const controls = 'must not have control characters';
const name = z.string().trim().min(1).max(200).refine(withoutControls, controls);
const note = z.string().max(500).refine(withoutControls, controls);
const resourceId = z.string().refine(isResourceId, 'is not an id');
/** Credits that one grant, or the budget of a key, may have: sums stay exact integers. */
const creditsMax = 1e12;
const page = z.object({
  after: z.union([z.literal(''), resourceId], { error: 'is not an id' }).default(''),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
const ratePerMinuteMax = 1_000_000;
const day = 86_400;
const bodyMs = 30_000;
const wrongTokensPerMinuteMax = 20;

/** `/admin/v0`: accounts, credits and keys, for whoever has the admin token. Thin over the services. */
export function addAdminRoutes(
  app: FastifyInstance,
  { isAdminToken: isToken, accounts, keys, scopes, onInvalidToken: onWrongToken }: AdminContext,
): void {
  const wrongTokens = new FailedAttempts(wrongTokensPerMinuteMax);
  const scope = z.enum(['*', ...scopes]);
  const newKey = z.strictObject({
    accountId: resourceId,
    name,
    scopes: z.array(scope).min(1).default(['*']),
    expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
    ratePerMinute: z.int().min(1).max(ratePerMinuteMax).nullable().default(null),
    budget: z.int().min(0).max(creditsMax).nullable().default(null),
  });
  const body = async <Schema extends z.ZodType>(
    request: FastifyRequest,
    schema: Schema,
  ): Promise<z.infer<Schema>> => {
    rejectByHeaders(request.raw);
    const empty =
      request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined;
    const isEmpty = empty || request.headers['content-length'] === '0';
    return validateInput(schema, isEmpty ? {} : await readInTime(request));
  };
  const id = (request: FastifyRequest): string => {
    const { id: given } = validateInput(z.object({ id: z.string() }), request.params);
    if (isResourceId(given)) return given;
    throw new ServiceError('not_found', `there is nothing of the id ${quoteValue(given)}`);
  };

  app.register(
    async (admin) => {
      admin.addHook('onRequest', async (request) => {
        // The right token first: behind a proxy, others may have used up the tries of its address.
        if (isToken(parseBearerToken(request.headers.authorization))) return;
        const waitSeconds = wrongTokens.retryAfterSeconds(request.ip);
        if (waitSeconds > 0) {
          throw new ServiceError(
            'rate_limited',
            `too many wrong admin tokens came from ${request.ip}; try again in ${waitSeconds} s`,
            { retryAfterSeconds: waitSeconds },
          );
        }
        wrongTokens.record(request.ip);
        onWrongToken(request.ip);
        throw new ServiceError('unknown_key', 'the admin token is wrong', {
          headers: { 'www-authenticate': 'Bearer realm="quern-admin"' },
        });
      });
      admin.post('/accounts', async (request, reply) => {
        const input = await body(
          request,
          z.strictObject({ name, credits: z.int().min(0).max(creditsMax).default(0) }),
        );
        return reply.code(201).send({ account: await accounts.create(input.name, input.credits) });
      });
      admin.get('/accounts', async (request) => {
        const { after, limit } = validateInput(page, request.query);
        return { accounts: await accounts.list(after, limit) };
      });
      admin.get('/accounts/:id', async (request) => ({ account: await accounts.find(id(request)) }));
      admin.post('/accounts/:id/credits', async (request) => {
        const schema = z.strictObject({
          amount: z
            .int()
            .min(-creditsMax)
            .max(creditsMax)
            .refine((amount) => amount !== 0, 'must not be 0'),
          note: note.default(''),
        });
        const order = await body(request, schema);
        return { available: await accounts.grant(id(request), order.amount, order.note) };
      });
      admin.get('/accounts/:id/entries', async (request) => {
        const schema = z.object({
          before: z.coerce.number().int().min(1).default(Number.MAX_SAFE_INTEGER),
          limit: page.shape.limit,
        });
        const { before, limit } = validateInput(schema, request.query);
        return { entries: await accounts.listEntries(id(request), before, limit) };
      });
      admin.post('/keys', async (request, reply) => {
        const { expiresAt, ...order } = await body(request, newKey);
        const issued = await keys.create({
          ...order,
          expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
        });
        return reply.code(201).send({ key: issued });
      });
      admin.get('/keys', async (request) => {
        const { after, limit, accountId } = validateInput(
          page.extend({ accountId: resourceId.optional() }),
          request.query,
        );
        return { keys: await keys.list(accountId ?? null, after, limit) };
      });
      admin.get('/keys/:id', async (request) => ({ key: await keys.find(id(request)) }));
      admin.delete('/keys/:id', async (request) => ({ key: await keys.revoke(id(request)) }));
      admin.post('/keys/:id/rotate', async (request, reply) => {
        const schema = z.strictObject({
          overlapSeconds: z
            .int()
            .min(0)
            .max(365 * day)
            .default(day),
        });
        const { overlapSeconds } = await body(request, schema);
        return reply.code(201).send({ key: await keys.rotate(id(request), overlapSeconds * 1000) });
      });
    },
    { prefix: '/admin/v0' },
  );
}

async function readInTime(request: FastifyRequest): Promise<object> {
  const controller = new AbortController();
  const late = new ServiceError(
    'request_timeout',
    `the body did not come in whole within ${bodyMs / 1000} s`,
  );
  const timer = setTimeout(() => controller.abort(late), bodyMs);
  try {
    return await readJsonBody(request.raw, controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

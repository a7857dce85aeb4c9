import { FetchError } from '@quern/web/fetch/fetch-error';
import type { FetchOptions, StreamedResource } from '@quern/web/fetch/guarded-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestAccount, liveNodeId, uniqueText } from '../storage/fixtures/create-test-account.ts';
import { describeDatabases } from '../storage/fixtures/describe-databases.ts';
import type { Store } from '../storage/store.ts';
import type { Delivery, Webhook } from '../storage/webhooks/webhook.ts';
import { createWebhookSecret } from './sign-webhook.ts';
import { announceEnds } from './webhook-announcer.ts';
import { retryDelaysMs, WebhookSender } from './webhook-sender.ts';

const dayMs = 24 * 3_600_000;
const leaseMs = 60_000;

describeDatabases('WebhookSender', (open) => {
  let store: Store;
  let now: number;
  let status: number | Error;
  let sent: { url: string; options: FetchOptions | undefined }[];
  beforeAll(async () => {
    store = await open();
    await store.nodes.recordHeartbeat(liveNodeId, 1);
  }, 60_000);
  afterAll(() => store.close());
  beforeEach(() => {
    now = 1_000_000;
    status = 200;
    sent = [];
  });

  const createSender = () =>
    new WebhookSender({
      webhooks: store.webhooks,
      web: {
        open: async (url, options) => {
          sent.push({ url, options });
          if (status instanceof Error) throw status;
          return { status, close: async () => undefined } as unknown as StreamedResource;
        },
      },
      now: () => now,
      onError: (error) => {
        throw error;
      },
    });

  const createWebhook = async (accountId: string, more: Partial<Webhook> = {}): Promise<Webhook> => {
    const webhook: Webhook = {
      id: uniqueText('wh'),
      accountId,
      url: 'https://receiver.example/events',
      events: [],
      secret: createWebhookSecret(),
      oldSecret: null,
      oldSecretUntil: null,
      failingSince: null,
      disabledAt: null,
      createdAt: now,
      ...more,
    };
    await store.webhooks.insert(webhook);
    return webhook;
  };

  /** Adds a job that is canceled at once. */
  const endJob = async ({ accountId, keyId }: { accountId: string; keyId: string }): Promise<string> => {
    const id = uniqueText('job');
    const input = { kind: 'inline', body: '{}' } as const;
    const common = { accountId, keyId, operation: 'ocr', priority: 'interactive', requestId: 'req' } as const;
    await store.jobs.add([{ id, ...common, metadata: {}, input, createdAt: now }]);
    await store.jobs.cancel(id, accountId, { now, expiresAt: now + dayMs });
    return id;
  };

  const list = (webhook: Webhook): Promise<Delivery[]> =>
    store.webhooks.listDeliveries(webhook.id, { limit: 100 });

  it('announces the end of a job once, to the webhooks that its account had, and receive it', async () => {
    const account = await createTestAccount(store, 1);
    const early = await endJob(account);
    const [all, canceled, failed] = [
      await createWebhook(account.accountId),
      await createWebhook(account.accountId, { events: ['job.canceled', 'job.failed'] }),
      await createWebhook(account.accountId, { events: ['job.failed'] }),
    ];
    const foreign = await createWebhook((await createTestAccount(store, 1)).accountId);
    const id = await endJob(account);
    await Promise.all([announceEnds(store.webhooks, now), announceEnds(store.webhooks, now)]);
    await announceEnds(store.webhooks, now);
    for (const webhook of [all, canceled]) {
      const deliveries = await list(webhook);
      expect(deliveries).toMatchObject([{ event: 'job.canceled', status: 'pending', attempts: 0 }]);
      expect(JSON.parse(deliveries[0]?.body ?? '')).toMatchObject({
        type: 'job.canceled',
        timestamp: new Date(now).toISOString(),
        data: { id, status: 'canceled' },
      });
      expect(deliveries[0]?.body).not.toContain(early);
    }
    for (const webhook of [failed, foreign]) expect(await list(webhook)).toEqual([]);
    for (const webhook of [all, canceled, failed, foreign]) await store.webhooks.delete(webhook.id);
  });

  it('gives each delivery that is due to one node, and again after a minute if that dies', async () => {
    const account = await createTestAccount(store, 1);
    const webhook = await createWebhook(account.accountId);
    await endJob(account);
    await announceEnds(store.webhooks, now);
    const claims = await Promise.all(
      Array.from({ length: 4 }, () => store.webhooks.claimDue(now, leaseMs, 10)),
    );
    expect(claims.flat()).toHaveLength(1);
    expect(await store.webhooks.claimDue(now + leaseMs - 1, leaseMs, 10)).toEqual([]);
    expect(await store.webhooks.claimDue(now + leaseMs, leaseMs, 10)).toHaveLength(1);
    await store.webhooks.delete(webhook.id);
  });

  it('repeats an event with growing pauses for about a day, and then fails until it is sent again', async () => {
    const account = await createTestAccount(store, 1);
    const webhook = await createWebhook(account.accountId);
    await endJob(account);
    await announceEnds(store.webhooks, now);
    const sender = createSender();
    status = new FetchError('connect', webhook.url, 'receiver.example refused the connection');
    const startedAt = now;
    for (let attempt = 0; attempt <= retryDelaysMs.length; attempt += 1) {
      const [delivery] = await store.webhooks.claimDue(now, leaseMs, 10);
      if (delivery === undefined) throw new Error(`attempt ${attempt} was not due`);
      const result = await sender.attempt(delivery);
      expect(result.status).toBe(attempt < retryDelaysMs.length ? 'pending' : 'failed');
      expect(await store.webhooks.claimDue(result.nextAttemptAt - 1, leaseMs, 10)).toEqual([]);
      now = result.nextAttemptAt;
    }
    expect(now - startedAt).toBeGreaterThan(0.9 * dayMs);
    expect(new Set(sent.map(({ options }) => options?.headers?.['webhook-id'])).size).toBe(1);
    expect(await list(webhook)).toMatchObject([
      { status: 'failed', attempts: 11, responseStatus: null, error: expect.stringContaining('refused') },
    ]);
    expect(await store.webhooks.claimDue(now + dayMs, leaseMs, 10)).toEqual([]);
    const replay = (from: number, to: number) => store.webhooks.replay(webhook.id, { from, to }, now);
    expect(await replay(startedAt + 1, now)).toBe(0);
    expect(await replay(0, startedAt)).toBe(0);
    expect(await replay(startedAt, startedAt + 1)).toBe(1);
    status = 204;
    for (const delivery of await store.webhooks.claimDue(now, leaseMs, 10)) await sender.attempt(delivery);
    expect(await list(webhook)).toMatchObject([{ status: 'succeeded', attempts: 1, responseStatus: 204 }]);
    expect((await store.webhooks.find(webhook.id))?.failingSince).toBeNull();
    await store.webhooks.sweep(now);
    expect(await list(webhook)).toEqual([]);
    await store.webhooks.delete(webhook.id);
  });

  it('disables a webhook that has failed for five days, and notifies the others', async () => {
    const account = await createTestAccount(store, 1);
    const webhook = await createWebhook(account.accountId);
    const other = await createWebhook(account.accountId, { events: ['webhook.disabled'] });
    const sender = createSender();
    status = 503;
    const fail = async (): Promise<Webhook | undefined> => {
      await endJob(account);
      await announceEnds(store.webhooks, now);
      const due = await store.webhooks.claimDue(now, leaseMs, 100);
      for (const delivery of due.filter(({ webhookId }) => webhookId === webhook.id))
        await sender.attempt(delivery);
      return store.webhooks.find(webhook.id);
    };
    const firstFailureAt = now;
    expect(await fail()).toMatchObject({ failingSince: firstFailureAt, disabledAt: null });
    now += 5 * dayMs - 1;
    expect(await fail()).toMatchObject({ failingSince: firstFailureAt, disabledAt: null });
    now += 1;
    expect(await fail()).toMatchObject({ disabledAt: now });
    expect((await list(other)).map(({ event }) => event)).toContain('webhook.disabled');
    expect((await list(webhook)).map(({ event }) => event)).not.toContain('webhook.disabled');
    for (const { id } of [webhook, other]) await store.webhooks.delete(id);
  });
});

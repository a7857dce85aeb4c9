import { createQuern } from '@quern/sdk';
import { waitFor } from '@quern/testing/clock/wait-for';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { type ReceivedEvent, WebhookReceiver } from '@quern/testing/service/webhook-receiver';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface WebhookData {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly disabledAt: number | null;
  readonly failingSince: number | null;
}

interface DeliveryData {
  readonly id: string;
  readonly event: string;
  readonly status: string;
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
}

describe('webhooks', () => {
  const authorization = `Bearer ${testApiKey}`;
  let service: TestService;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    service = await startTestService({ QUERN_CHROMIUM: 'off' });
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    receiver.close();
  });

  const send = (path: string, method = 'GET', body?: object, key = authorization) =>
    fetch(`${service.url}/v0/webhooks${path}`, {
      method,
      headers: { authorization: key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  const read = async <Data>(response: Response | Promise<Response>): Promise<Data> =>
    ((await (await response).json()) as { data: Data }).data;

  /** Waits for a number of events at a path. */
  const receive = async (path: string, count: number): Promise<ReceivedEvent[]> => {
    const matching = () => receiver.received.filter((event) => event.path === path);
    await waitFor(() => expect(matching()).toHaveLength(count));
    return matching();
  };

  const create = async (path: string, events: readonly string[] = []): Promise<WebhookData> => {
    const response = await send('', 'POST', { url: receiver.url(path), events });
    expect(response.status).toBe(201);
    return read(response);
  };

  const submit = async (body: object): Promise<string> => {
    const response = await service.post('sentiment', body, { prefer: 'respond-async' });
    return (await read<{ id: string }>(response)).id;
  };

  const deliveries = async (id: string, query = ''): Promise<DeliveryData[]> =>
    (await read<{ deliveries: DeliveryData[] }>(send(`/${id}/deliveries${query}`))).deliveries;

  it('receive the end of jobs and batches, signed as Standard Webhooks are', async () => {
    const all = await create('/200/all');
    const failed = await create('/200/failed', ['job.failed']);
    const jobId = await submit({ text: 'The mill was wonderful.' });
    const [first] = await receive('/200/all', 1);
    if (first === undefined) throw new Error('unreachable');
    const event = new Webhook(all.secret).verify(first.body, first.headers);
    expect(event).toMatchObject({
      type: 'job.succeeded',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      data: { id: jobId, operation: 'sentiment', status: 'succeeded', usage: 1 },
    });
    expect(first.body).not.toContain('wonderful');
    const requests = [{ input: { text: 'Fine.' } }];
    const batch = await read<{ id: string }>(service.post('batches', { operation: 'sentiment', requests }));
    const events = await receive('/200/all', 2);
    expect(JSON.parse(events[1]?.body ?? '')).toMatchObject({
      type: 'batch.ended',
      data: { id: batch.id, status: 'ended' },
    });
    expect(await deliveries(all.id)).toMatchObject([
      { event: 'batch.ended', status: 'succeeded', attempts: 1, responseStatus: 200, error: null },
      { event: 'job.succeeded', status: 'succeeded' },
    ]);
    expect(await deliveries(failed.id)).toEqual([]);
    for (const { id } of [all, failed]) expect((await send(`/${id}`, 'DELETE')).status).toBe(200);
  });

  it('are tested on request, and follow no redirect', async () => {
    const [working, moved] = [await create('/200/test'), await create('/302/test')];
    expect(await read(send(`/${working.id}/test`, 'POST', {}))).toMatchObject({
      event: 'webhook.test',
      status: 'succeeded',
      attempts: 1,
      responseStatus: 200,
    });
    const [event] = await receive('/200/test', 1);
    expect(JSON.parse(event?.body ?? '')).toMatchObject({ type: 'webhook.test', data: { id: working.id } });
    expect(await read(send(`/${moved.id}/test`, 'POST', {}))).toMatchObject({
      status: 'pending',
      attempts: 1,
      error: expect.stringContaining('redirect'),
    });
    expect(receiver.received.filter(({ path }) => path === '/200/redirected')).toEqual([]);
    for (const { id } of [working, moved]) await send(`/${id}`, 'DELETE');
  });

  it('are sent to with both secrets after a rotation, and with the new one alone after the overlap', async () => {
    const { id, secret } = await create('/200/rotate');
    const { secret: next } = await read<WebhookData>(send(`/${id}/rotate`, 'POST', {}));
    await send(`/${id}/test`, 'POST', {});
    const { secret: last } = await read<WebhookData>(send(`/${id}/rotate`, 'POST', { overlapSeconds: 0 }));
    await send(`/${id}/test`, 'POST', {});
    const [first, second] = await receive('/200/rotate', 2);
    const isValid = (key: string, event: ReceivedEvent | undefined): boolean => {
      try {
        new Webhook(key).verify(event?.body ?? '', event?.headers ?? {});
        return true;
      } catch {
        return false;
      }
    };
    expect([secret, next, last].map((key) => isValid(key, first))).toEqual([true, true, false]);
    expect([secret, next, last].map((key) => isValid(key, second))).toEqual([false, false, true]);
    await send(`/${id}`, 'DELETE');
  });

  it('are disabled when they are gone, which the others are notified of, and enabled again on request', async () => {
    const [gone, other] = [await create('/410/gone'), await create('/200/other', ['webhook.disabled'])];
    expect(await read(send(`/${gone.id}/test`, 'POST', {}))).toMatchObject({ responseStatus: 410 });
    expect((await read<WebhookData>(send(`/${gone.id}`))).disabledAt).not.toBeNull();
    const [event] = await receive('/200/other', 1);
    expect(JSON.parse(event?.body ?? '')).toMatchObject({ type: 'webhook.disabled', data: { id: gone.id } });
    expect(await read(send(`/${gone.id}/enable`, 'POST', {}))).toMatchObject({ disabledAt: null });
    for (const { id } of [gone, other]) await send(`/${id}`, 'DELETE');
  });

  it('are disabled on request, and send events again once they are enabled', async () => {
    const { id } = await create('/200/paused');
    expect(await read(send(`/${id}/disable`, 'POST', {}))).toMatchObject({ disabledAt: expect.any(Number) });
    await submit({ text: 'Not announced.' });
    const other = await create('/200/announced');
    const second = await submit({ text: 'Announced to the other one.' });
    await receive('/200/announced', 1);
    expect(await deliveries(id)).toEqual([]);
    await send(`/${id}/enable`, 'POST', {});
    const third = await submit({ text: 'Announced.' });
    const [event] = await receive('/200/paused', 1);
    expect(second).not.toBe(third);
    expect(JSON.parse(event?.body ?? '')).toMatchObject({ data: { id: third } });
    for (const webhook of [id, other.id]) await send(`/${webhook}`, 'DELETE');
  });

  it('that fail keep the delivery for another attempt, and show why', async () => {
    const { id } = await create('/500/fails', ['job.succeeded']);
    await submit({ text: 'Fine.' });
    await receive('/500/fails', 1);
    await waitFor(async () =>
      expect(await deliveries(id, '?status=pending')).toMatchObject([
        { status: 'pending', attempts: 1, responseStatus: 500, error: 'the receiver responded with 500' },
      ]),
    );
    expect((await read<WebhookData>(send(`/${id}`))).failingSince).not.toBeNull();
    expect(await read(send(`/${id}/replay`, 'POST', { from: 0 }))).toEqual({ count: 0 });
    await send(`/${id}`, 'DELETE');
    expect((await send(`/${id}`)).status).toBe(404);
  });

  it('reject invalid requests, foreign accounts, and keys that may not call all operations', async () => {
    const { id } = await create('/200/hidden');
    for (const body of [
      {},
      { url: 'ftp://a.example' },
      { url: receiver.url('/'), events: ['job.started'] },
    ]) {
      expect((await send('', 'POST', body)).status, JSON.stringify(body)).toBe(400);
    }
    for (const query of ['?status=x', '?cursor=x', '?limit=0'])
      expect((await send(`/${id}/deliveries${query}`)).status, query).toBe(400);
    const other = (await (await service.adminRequest('POST', '/accounts', { name: 'other' })).json()) as {
      account: { id: string };
    };
    const createKey = async (accountId: string, scopes: string[]): Promise<string> => {
      const response = await service.adminRequest('POST', '/keys', { accountId, name: 'key', scopes });
      return `Bearer ${((await response.json()) as { key: { key: string } }).key.key}`;
    };
    const foreign = await createKey(other.account.id, ['*']);
    const narrow = await createKey(await service.bootstrapAccountId(), ['ocr']);
    expect((await send(`/${id}`, 'GET', undefined, foreign)).status).toBe(404);
    expect((await send(`/${id}`, 'DELETE', undefined, foreign)).status).toBe(404);
    expect(await read(send('', 'GET', undefined, foreign))).toEqual({ webhooks: [] });
    expect((await send('', 'GET', undefined, narrow)).status).toBe(403);
    expect(await read<{ webhooks: object[] }>(send(''))).toMatchObject({ webhooks: [{ id }] });
  });

  it('are managed by the SDK', async () => {
    const { webhooks } = createQuern({ baseUrl: service.url, apiKey: testApiKey });
    const { data: created } = await webhooks.create({ url: receiver.url('/sdk'), events: ['job.failed'] });
    expect((await webhooks.get(created.id)).data).toMatchObject({ id: created.id, events: ['job.failed'] });
    expect((await webhooks.list()).data.webhooks.map(({ id }) => id)).toContain(created.id);
    const { data: delivery } = await webhooks.test(created.id);
    const [event] = await receive('/sdk', 1);
    if (event === undefined) throw new Error('no event');
    expect(new Webhook(created.secret).verify(event.body, event.headers)).toMatchObject({
      type: 'webhook.test',
    });
    expect((await webhooks.deliveries(created.id, { status: 'succeeded' })).data.deliveries).toMatchObject([
      { id: delivery.id, event: 'webhook.test', status: 'succeeded' },
    ]);
    expect((await webhooks.rotate(created.id, { overlapSeconds: 0 })).data.secret).not.toBe(created.secret);
    expect((await webhooks.replay(created.id, 0, { to: 1 })).data).toEqual({ count: 0 });
    expect((await webhooks.disable(created.id)).data).toMatchObject({ disabledAt: expect.any(Number) });
    expect((await webhooks.enable(created.id)).data).toMatchObject({ disabledAt: null });
    await webhooks.delete(created.id);
    await expect(webhooks.get(created.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(webhooks.create({ url: 'none' })).rejects.toMatchObject({ code: 'invalid_url' });
  });
});

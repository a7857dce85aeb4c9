import type { Client } from '@modelcontextprotocol/client';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp } from './connect-mcp.ts';

let service: TestService;
let clients: readonly Client[] = [];
beforeAll(async () => {
  service = await startTestService({ QUERN_CHROMIUM: 'off' });
  const { url } = service;
  clients = await Promise.all([connectMcp({ url }), connectMcp({ url, isLegacy: true })]);
  // The client then validates results against the schemas of the tools.
  for (const client of clients) await client.listTools();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await service?.stop();
});

const sentiment = (client: Client, text: string, key: unknown) =>
  client.callTool({
    name: 'sentiment',
    arguments: { text },
    _meta: { 'quern/idempotencyKey': key },
  });

describe('a call with an idempotency key', () => {
  it.each([0, 1])('is charged once (client %i)', async (index) => {
    const [client, before] = [clients[index] as Client, await service.balance()];
    const key = `retry-${index}`;
    const first = await sentiment(client, 'We love the mill.', key);
    const second = await sentiment(client, 'We love the mill.', key);
    expect(second.structuredContent).toEqual(first.structuredContent);
    expect(first._meta).toMatchObject({ 'quern/creditsUsed': 1 });
    expect(first._meta).not.toHaveProperty('quern/replayed');
    expect(second._meta).toMatchObject({ 'quern/creditsUsed': 0, 'quern/replayed': true });
    expect(await service.balance()).toBe(before - 1);
  });

  it('has the response of the same request to the API', async () => {
    const text = 'The mill is new.';
    const response = await service.post('sentiment', { text }, { 'idempotency-key': 'shared' });
    const { data } = (await response.json()) as { data: object };
    const called = await sentiment(clients[0] as Client, text, 'shared');
    expect([called.structuredContent, called._meta?.['quern/replayed']]).toEqual([data, true]);
  });

  it('is refused with other arguments, and with a key that no header could have', async () => {
    const [client] = clients as [Client];
    await sentiment(client, 'One.', 'once');
    expect(await sentiment(client, 'Two.', 'once')).toMatchObject({
      isError: true,
      _meta: { 'quern/error': { code: 'idempotency_mismatch', status: 409 } },
    });
    for (const key of ['', 'x'.repeat(256), 'a\u0000', 7, null, {}]) {
      expect(await sentiment(client, 'Three.', key)).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('_meta["quern/idempotencyKey"]: must have 1 to 255') }],
      });
    }
  });
});

describe('a dry run', () => {
  const files = [{ name: 'a.txt', data: Buffer.from('Grain. '.repeat(200)).toString('base64') }];
  it.each([
    ['sentiment', { text: 'Fine.' }, { price: 1 }],
    ['summarize', { files }, { price: 2, tokenCount: expect.any(Number) }],
    ['crawl', { url: 'https://example.org/', limit: 25 }, { price: 25 }],
  ])('of %s returns the price, and costs nothing', async (name, args, expected) => {
    const balance = await service.balance();
    for (const client of clients) {
      const result = await client.callTool({ name, arguments: { ...args, dryRun: true } });
      expect(result.structuredContent).toMatchObject({ dryRun: true, balance, ...expected });
    }
    expect(await service.balance()).toBe(balance);
  });

  it('validates the arguments', async () => {
    const [client] = clients as [Client];
    expect(await client.callTool({ name: 'sentiment', arguments: { dryRun: true } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('text: is required') }],
    });
    expect(
      await client.callTool({ name: 'sentiment', arguments: { text: 'a', dryRun: 'yes' } }),
    ).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('dryRun: must be') }] });
    expect(
      (await client.callTool({ name: 'sentiment', arguments: { text: 'a', dryRun: false } }))
        .structuredContent,
    ).toMatchObject({ usage: 1 });
  });
});

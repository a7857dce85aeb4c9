import type { Client } from '@modelcontextprotocol/client';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation, type OperationContext } from '../../apps/server/src/operations/define-operation.ts';
import { connectMcp } from './connect-mcp.ts';

/** Ends the calls of `wait`; the last one is that of the call that runs. */
let onWaiting: (context: OperationContext) => void = () => undefined;

const common = {
  consumes: ['application/json'] as const,
  examples: [{ input: {}, output: {} }],
  timeLimitMs: 3_600_000,
  price: { minimum: 3, label: '3 credits', compute: () => 3 },
};

/** Runs until it is canceled. */
const wait = defineOperation({
  ...common,
  name: 'wait',
  title: 'Wait',
  description: 'Waits.',
  input: z.strictObject({}),
  output: z.object({}),
  run: (request) =>
    new Promise<object>((_resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
      onWaiting(request);
    }),
});

/** Exceeds its time limit. */
const stall = defineOperation({
  ...common,
  name: 'stall',
  title: 'Stall',
  description: 'Never ends.',
  timeLimitMs: 20,
  input: z.strictObject({}),
  output: z.object({}),
  run: ({ signal }) =>
    new Promise<object>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
});

/** Reports progress, as operations do that repeat a step or count too far. */
const step = defineOperation({
  ...common,
  name: 'step',
  title: 'Step',
  description: 'Reports progress.',
  input: z.strictObject({}),
  output: z.object({ usage: z.int() }),
  run: async ({ progress }) => {
    progress(0);
    progress(0.25, 'reading');
    progress(0.25, 'reading');
    progress(0.2, 'reading');
    progress(0.75, 'writing');
    progress(1.5, 'writing');
    return {};
  },
});

/** Repeats a text. */
const repeat = defineOperation({
  ...common,
  name: 'repeat',
  title: 'Repeat',
  description: 'Repeats a text.',
  input: z.strictObject({ text: z.string(), count: z.int(), extra: z.int().default(0) }),
  output: z.object({ text: z.string(), extra: z.array(z.string()), usage: z.int() }),
  plainResult: 'text',
  run: async ({ input: { text, count, extra } }) => ({
    text: text.repeat(count),
    extra: Array.from({ length: extra }, () => text),
  }),
});

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startTestService({}, { operations: [wait, stall, step, repeat] });
  client = await connectMcp({ url: service.url });
});
afterAll(async () => {
  await client?.close();
  await service?.stop();
});

/** Credits of the account. */
async function balance(): Promise<number> {
  const response = await service.post('step', {}, { 'x-dry-run': 'true' });
  return ((await response.json()) as { data: { balance: number } }).data.balance;
}

describe('a long result', () => {
  const call = (args: Record<string, unknown>) => client.callTool({ name: 'repeat', arguments: args });
  interface FirstPart {
    readonly text: string;
    readonly length: number;
    readonly uri: string;
    readonly nextCursor: string | null;
  }

  /** Reads all parts of a text after the first. */
  async function readRest({ uri, nextCursor }: FirstPart): Promise<string[]> {
    const parts: string[] = [];
    for (let cursor = nextCursor; cursor !== null; ) {
      const { structuredContent } = await client.callTool({
        name: 'read-result',
        arguments: { uri, cursor },
      });
      const part = structuredContent as unknown as FirstPart;
      parts.push(part.text);
      cursor = part.nextCursor;
    }
    return parts;
  }

  it('is returned in parts, which cost nothing', async () => {
    const whole = 'mill \u{1F600} '.repeat(12_000);
    const result = await call({ text: 'mill \u{1F600} ', count: 12_000 });
    const first = result.structuredContent as unknown as FirstPart & { fields: object };
    expect(first).toMatchObject({ isPartial: true, length: whole.length, fields: { extra: [], usage: 3 } });
    expect(JSON.stringify(result).length).toBeLessThan(100_000);
    const before = await balance();
    const parts = await readRest(first);
    expect([first.text, ...parts].join('')).toBe(whole);
    expect(result.content).toMatchObject([
      { type: 'text', text: first.text },
      {
        type: 'text',
        text: expect.stringContaining('call read-result with uri "quern://results/repeat/out_'),
      },
      { type: 'resource_link', uri: first.uri },
    ]);
    const read = await client.readResource({ uri: first.uri });
    expect(read.contents).toMatchObject([
      { text: first.text, _meta: { 'quern/nextCursor': first.nextCursor } },
    ]);
    expect(await balance()).toBe(before);
  });

  it('keeps the other fields if only they are long', async () => {
    const result = await call({ text: 'mill', count: 1, extra: 8000 });
    const first = result.structuredContent as unknown as FirstPart;
    expect(first).toMatchObject({ text: 'mill', length: 4, nextCursor: null });
    const json = (await readRest({ ...first, nextCursor: '0' })).join('');
    expect(JSON.parse(json)).toMatchObject({ text: 'mill', extra: { length: 8000 }, usage: 3 });
  });

  it('is returned whole in one message up to the limit', async () => {
    const result = await call({ text: 'mill', count: 7000 });
    expect(result.structuredContent).toMatchObject({ text: 'mill'.repeat(7000), extra: [] });
  });

  it.each([
    ['quern://results/repeat/out_0000000000000000000000', 'there is no result'],
    ['quern://results/wait/out_0000000000000000000000', 'there is no result'],
    ['quern://jobs/job_0000000000000000000000/result', 'there is no job'],
    ['quern://jobs/nothing/pages', 'there is no job'],
    ['file:///etc/passwd', 'is not the address of a result'],
    ['http://127.0.0.1/', 'is not the address of a result'],
  ])('is not found at %s', async (uri, message) => {
    const result = await client.callTool({ name: 'read-result', arguments: { uri } });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(message) }] });
    await expect(client.readResource({ uri })).rejects.toThrow(message);
  });

  it('belongs to its account', async () => {
    const result = await call({ text: 'mill', count: 10_000 });
    const { uri } = result.structuredContent as unknown as FirstPart;
    const created = await service.adminRequest('POST', '/accounts', { name: 'other', credits: 10 });
    const { account } = (await created.json()) as { account: { id: string } };
    const issued = await service.adminRequest('POST', '/keys', { accountId: account.id, name: 'other' });
    const { key } = (await issued.json()) as { key: { key: string } };
    const other = await connectMcp({ url: service.url, apiKey: key.key });
    await expect(other.readResource({ uri })).rejects.toThrow('there is no result');
    await other.close();
  });
});

describe('progress', () => {
  it.each([false, true])('is reported in increasing steps (earlier revision: %s)', async (isLegacy) => {
    const listener = await connectMcp({ url: service.url, isLegacy });
    const reported: unknown[] = [];
    const onprogress = (progress: unknown): void => void reported.push(progress);
    await listener.callTool({ name: 'step', arguments: {} }, { onprogress });
    expect(reported).toEqual([
      { progress: 0.25, total: 1, message: 'reading' },
      { progress: 0.75, total: 1, message: 'writing' },
      { progress: 1, total: 1, message: 'writing' },
    ]);
    await listener.close();
  });

  it('is not sent to a client that has not asked for it', async () => {
    expect(await client.callTool({ name: 'step', arguments: {} })).toMatchObject({
      structuredContent: { usage: 3 },
    });
  });
});

describe('a time limit', () => {
  it.each([false, true])('is an error of the call (earlier revision: %s)', async (isLegacy) => {
    const caller = await connectMcp({ url: service.url, isLegacy });
    expect(await caller.callTool({ name: 'stall', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: 'time_limit: stall was stopped after its time limit of 0.02 s' }],
    });
    await caller.close();
  });
});

describe('cancellation', () => {
  it('stops the operation, and costs nothing', async () => {
    const before = await balance();
    const controller = new AbortController();
    const running = new Promise<OperationContext>((resolve) => {
      onWaiting = resolve;
    });
    const canceled = client
      .callTool({ name: 'wait', arguments: {} }, { signal: controller.signal })
      .catch((error: unknown) => error);
    const { signal } = await running;
    controller.abort();
    await canceled;
    await expect.poll(() => signal.aborted).toBe(true);
    await service.untilLogged('"code":"client_gone"');
    expect(await balance()).toBe(before);
  });
});

import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../../apps/server/src/errors/service-error.ts';
import { defineOperation, type OperationContext } from '../../apps/server/src/operations/define-operation.ts';
import { operations } from '../../apps/server/src/operations/registry.ts';
import { connectMcp, currentHeaders, currentMessage, postMcp } from './connect-mcp.ts';

let onWaiting: (context: OperationContext) => void = () => undefined;

/** An operation that is expected to take a minute, and does as its input demands. */
const long = defineOperation({
  name: 'long',
  title: 'Long',
  description: 'Takes long.',
  consumes: ['application/json'],
  input: z.strictObject({
    action: z.enum(['repeat', 'wait', 'fail']),
    count: z.int().default(1),
    extra: z.int().default(0),
  }),
  output: z.object({ text: z.string(), extra: z.string(), usage: z.int() }),
  plainResult: 'text',
  examples: [{ input: {}, output: {} }],
  timeLimitMs: 3_600_000,
  cost: { resource: 'threads', baseMs: 60_000, perUnitMs: 0, units: () => 0 },
  price: { minimum: 2, label: '2 credits', compute: () => 2 },
  run: async (request) => {
    const { action, count, extra } = request.input;
    if (action === 'fail') throw new ServiceError('invalid_url', 'the address is wrong');
    if (action === 'wait') {
      request.progress(0.5, 'half');
      await new Promise((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
        onWaiting(request);
      });
    }
    return { text: 'mill '.repeat(count), extra: 'x'.repeat(extra) };
  },
});

let service: TestService;
let site: TestSite;
beforeAll(async () => {
  site = await serveSite({
    '/': { headers: { 'content-type': 'text/html' }, body: '<h1>Mill</h1><p>Grain.</p>' },
    '/mill.md': { headers: { 'content-type': 'text/markdown' }, body: '# Mill\n\nGrain.' },
  });
  const registered = operations.filter(({ name }) =>
    ['crawl', 'scrape', 'convert', 'summarize'].includes(name),
  );
  service = await startTestService(
    { QUERN_ROBOTS: 'ignore', QUERN_CHROMIUM: 'off' },
    { operations: [...registered, long] },
  );
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

interface TaskResponse {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Sends a request as a client of the revision of 2026-07-28; the official one does not support tasks. */
async function send(
  method: string,
  params: Record<string, unknown>,
  hasTasks = true,
  meta: object = {},
): Promise<TaskResponse> {
  const extensions = hasTasks ? { 'io.modelcontextprotocol/tasks': {} } : {};
  const name = params['taskId'] ?? params['name'];
  const response = await postMcp(
    service.url,
    currentMessage(method, params, { extensions }, meta),
    currentHeaders(method, name === undefined ? undefined : String(name)),
  );
  return (await response.json()) as TaskResponse;
}

const call = async (name: string, args: object, hasTasks = true) =>
  (await send('tools/call', { name, arguments: args }, hasTasks)).result ?? {};
const getTask = async (taskId: unknown) => (await send('tasks/get', { taskId })).result ?? {};

describe('a call that is expected to take long', () => {
  it('becomes a task, whose result is that of the tool', async () => {
    const task = await call('long', { action: 'repeat', count: 3 });
    expect(task).toMatchObject({
      resultType: 'task',
      taskId: expect.stringMatching(/^job_/),
      status: 'working',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastUpdatedAt: expect.any(String),
      ttlMs: null,
      pollIntervalMs: expect.any(Number),
    });
    await expect.poll(() => getTask(task['taskId'])).toMatchObject({ status: 'completed' });
    expect(await getTask(task['taskId'])).toMatchObject({
      resultType: 'complete',
      taskId: task['taskId'],
      ttlMs: expect.any(Number),
      result: {
        content: [{ type: 'text', text: 'mill mill mill ' }],
        structuredContent: { text: 'mill mill mill ', usage: 2 },
      },
    });
  });

  it('has the first part of a long result', async () => {
    const { taskId } = await call('long', { action: 'repeat', count: 20_000 });
    await expect.poll(() => getTask(taskId)).toMatchObject({ status: 'completed' });
    const uri = `quern://jobs/${taskId}/result`;
    const first = await getTask(taskId);
    expect(first).toMatchObject({
      result: { structuredContent: { isPartial: true, length: 100_000, uri, nextCursor: '30000' } },
    });
    expect(await getTask(taskId)).toEqual(first);
    expect(await call('read-result', { uri, cursor: '90000' })).toMatchObject({
      structuredContent: { text: 'mill '.repeat(2000), nextCursor: null },
    });
  });

  it('refers to all fields of a result whose text is short', async () => {
    const { taskId } = await call('long', { action: 'repeat', extra: 30_000 });
    await expect.poll(() => getTask(taskId)).toMatchObject({ status: 'completed' });
    const uri = `quern://jobs/${taskId}/result.json`;
    expect(await getTask(taskId)).toMatchObject({
      result: { structuredContent: { text: 'mill ', uri, nextCursor: null } },
    });
    let json = '';
    for (let cursor: string | null = '0'; cursor !== null; ) {
      const { structuredContent } = await call('read-result', { uri, cursor });
      const part = structuredContent as { text: string; nextCursor: string | null };
      json += part.text;
      cursor = part.nextCursor;
    }
    expect(JSON.parse(json)).toMatchObject({ text: 'mill ', extra: 'x'.repeat(30_000), usage: 2 });
  });

  it('has completed with an error if the operation fails', async () => {
    const { taskId } = await call('long', { action: 'fail' });
    await expect.poll(() => getTask(taskId)).toMatchObject({ status: 'completed' });
    expect(await getTask(taskId)).toMatchObject({
      result: { isError: true, content: [{ text: 'invalid_url: the address is wrong' }] },
    });
  });

  it('is refused at once if its arguments are invalid', async () => {
    expect(await call('long', { action: 'sleep' })).toMatchObject({
      isError: true,
      resultType: 'complete',
      content: [{ text: expect.stringContaining('invalid_parameters: action') }],
    });
  });

  it('can be canceled, also twice, and then costs nothing', async () => {
    const running = new Promise<OperationContext>((resolve) => {
      onWaiting = resolve;
    });
    const { taskId } = await call('long', { action: 'wait' });
    const { signal } = await running;
    await expect
      .poll(() => getTask(taskId))
      .toMatchObject({ statusMessage: 'half (50%)', status: 'working' });
    expect((await send('tasks/update', { taskId, inputResponses: {} })).result).toMatchObject({
      resultType: 'complete',
    });
    for (let times = 0; times < 2; times += 1) {
      expect((await send('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' });
    }
    await expect.poll(() => signal.aborted).toBe(true);
    expect(await getTask(taskId)).toMatchObject({ status: 'cancelled' });
    expect(
      (await send('tools/call', { name: 'get-job', arguments: { jobId: taskId } })).result,
    ).toMatchObject({
      structuredContent: { status: 'canceled', usage: 0 },
    });
  });

  it('is the same task for the same idempotency key', async () => {
    const params = { name: 'long', arguments: { action: 'repeat', count: 2 } };
    const submit = async () =>
      (await send('tools/call', params, true, { 'quern/idempotencyKey': 'again' })).result?.['taskId'];
    const taskId = await submit();
    await expect.poll(() => getTask(taskId)).toMatchObject({ status: 'completed' });
    expect(await submit()).toBe(taskId);
    expect(await call('long', params.arguments)).not.toMatchObject({ taskId });
  });

  it('is priced by a dry run, which is no task', async () => {
    expect(await call('long', { action: 'repeat', dryRun: true })).toMatchObject({
      resultType: 'complete',
      structuredContent: { dryRun: true, price: 2 },
    });
  });

  it('is not a task for a client that does not support tasks', async () => {
    expect(await call('long', { action: 'repeat' }, false)).toMatchObject({
      resultType: 'complete',
      structuredContent: { text: 'mill ', usage: 2 },
    });
  });
});

describe('a call for a file at a URL, whose size is not known', () => {
  it('becomes a task', async () => {
    const task = await call('convert', { url: `${site.origin}/mill.md` });
    expect(task).toMatchObject({ resultType: 'task', status: 'working' });
    await expect.poll(() => getTask(task['taskId'])).toMatchObject({ status: 'completed' });
    expect(await getTask(task['taskId'])).toMatchObject({
      result: { content: [{ type: 'text', text: expect.stringMatching(/^# Mill\n\nGrain\./) }] },
    });
  });

  it.each(['http://10.0.0.1/a.pdf', 'http://169.254.169.254/', 'http://[fd00::1]/a.pdf'])(
    'fails for the private address %s',
    async (url) => {
      const { taskId } = await call('convert', { url });
      await expect.poll(() => getTask(taskId)).toMatchObject({ status: 'completed' });
      expect(await getTask(taskId)).toMatchObject({
        result: { isError: true, content: [{ text: expect.stringMatching(/^forbidden_address: /) }] },
      });
    },
  );

  it.each([
    ['convert', { url: 'file:///etc/passwd' }, 'invalid_url: '],
    ['convert', { url: '/etc/passwd' }, 'invalid_url: '],
    ['convert', { file: { name: '/etc/passwd', data: 'Z3JhaW4=' } }, undefined],
    ['summarize', { content: `https://example.org/ is a page. ${'It has grain. '.repeat(20)}` }, undefined],
  ])('is none for %s of %o', async (name, args, message) => {
    const result = await call(name, args);
    expect(result).toMatchObject({ resultType: 'complete' });
    if (message === undefined) expect(result).not.toHaveProperty('isError');
    else
      expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(message) }] });
  });
});

describe('a crawl', () => {
  it('is a task that refers to its pages', async () => {
    const { taskId } = await call('crawl', { url: `${site.origin}/` });
    await expect.poll(() => getTask(taskId)).toMatchObject({ status: 'completed' });
    const { result } = (await getTask(taskId)) as {
      result: { structuredContent: object; content: object[] };
    };
    expect(result.structuredContent).toMatchObject({ succeeded: 1, usage: 1 });
    expect(result.content.at(-1)).toMatchObject({
      type: 'resource_link',
      uri: `quern://jobs/${taskId}/pages`,
    });
  });
});

describe('requests for tasks', () => {
  it.each(['tasks/get', 'tasks/cancel', 'tasks/update'])('%s needs the id of a task', async (method) => {
    for (const taskId of ['job_0000000000000000000000', '../..', 'a?b', 'x'.repeat(101)]) {
      expect(await send(method, { taskId })).toMatchObject({ error: { code: -32602 } });
    }
    expect(await send(method, {})).toMatchObject({ error: { code: -32602 } });
  });

  it.each(['tasks/get', 'tasks/cancel', 'tasks/update'])('%s needs a client with tasks', async (method) => {
    expect(await send(method, { taskId: 'job_0000000000000000000000' }, false)).toMatchObject({
      error: {
        code: -32021,
        data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
      },
    });
  });

  it('are announced to clients of this revision', async () => {
    const client = await connectMcp({ url: service.url });
    expect(client.getServerCapabilities()).toMatchObject({
      extensions: { 'io.modelcontextprotocol/tasks': {} },
    });
    await client.close();
  });

  it('do not exist for clients of an earlier one', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { taskId: 'job_1' } };
    expect(await (await postMcp(service.url, message)).text()).toContain('"code":-32601');
  });
});

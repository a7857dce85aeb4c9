import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { findFreePort } from '@quern/testing/network/find-free-port';
import { quernLauncher, runQuern } from '@quern/testing/service/run-quern';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation, type OperationContext } from '../../apps/server/src/operations/define-operation.ts';
import { createMcpClient } from './connect-mcp.ts';

let onWaiting: (context: OperationContext) => void = () => undefined;

/** Reports a step, and ends when it is canceled or if it need not wait. */
const step = defineOperation({
  name: 'step',
  title: 'Step',
  description: 'Reports a step.',
  consumes: ['application/json'],
  input: z.strictObject({ text: z.string(), waits: z.boolean().default(false) }),
  output: z.object({ text: z.string(), usage: z.int() }),
  plainResult: 'text',
  examples: [{ input: {}, output: {} }],
  timeLimitMs: 3_600_000,
  price: { minimum: 1, label: '1 credit', compute: () => 1 },
  run: async (request) => {
    request.progress(0.5, 'half');
    if (request.input.waits) {
      await new Promise((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
        onWaiting(request);
      });
    }
    return { text: request.input.text };
  },
});

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { operations: [step] });
});
afterAll(() => service?.stop());

/** Starts `quern mcp` as a client does. */
async function startMcp(
  settings: Readonly<Record<string, string>>,
  client: Client = createMcpClient({}),
  args: readonly string[] = [],
): Promise<Client> {
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [quernLauncher, 'mcp', ...args],
      env: { QUERN_API_KEY: testApiKey, ...settings },
      stderr: 'ignore',
    }),
  );
  return client;
}

describe.each([false, true])('quern mcp (earlier revision: %s)', (isLegacy) => {
  it('lists and calls the tools of a service, with progress', async () => {
    const client = await startMcp({ QUERN_URL: `${service.url}/v0/` }, createMcpClient({ isLegacy }));
    expect(client.getNegotiatedProtocolVersion()).toBe(isLegacy ? '2025-11-25' : '2026-07-28');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['step', 'read-result', 'get-job', 'cancel-job']);
    const reported: unknown[] = [];
    const text = 'caf\u00e9 \u{1F600} '.repeat(3000);
    const result = await client.callTool(
      { name: 'step', arguments: { text } },
      { onprogress: (progress) => void reported.push(progress) },
    );
    expect(result.structuredContent).toEqual({ text, usage: 1 });
    expect(reported).toEqual([{ progress: 0.5, total: 1, message: 'half' }]);
    await client.close();
  });

  it('cancels a call', async () => {
    const client = await startMcp({ QUERN_URL: service.url }, createMcpClient({ isLegacy }));
    const running = new Promise<OperationContext>((resolve) => {
      onWaiting = resolve;
    });
    const controller = new AbortController();
    const args = { text: 'a', waits: true };
    const canceled = client
      .callTool({ name: 'step', arguments: args }, { signal: controller.signal })
      .catch((error: unknown) => error);
    const { signal } = await running;
    controller.abort();
    await canceled;
    await expect.poll(() => signal.aborted).toBe(true);
    expect(await client.callTool({ name: 'step', arguments: { text: 'b' } })).toMatchObject({
      structuredContent: { text: 'b' },
    });
    await client.close();
  });

  it('reports a wrong key, and a service that does not respond', async () => {
    const wrongKey = startMcp(
      { QUERN_URL: service.url, QUERN_API_KEY: 'wrong' },
      createMcpClient({ isLegacy }),
    );
    await expect(wrongKey).rejects.toThrow('unknown_key: the API key does not exist');
    const url = `http://127.0.0.1:${await findFreePort()}`;
    const gone = startMcp({}, createMcpClient({ isLegacy }), ['--url', url]);
    await expect(gone).rejects.toThrow(`${url}/mcp did not respond`);
  });
});

describe('quern mcp', () => {
  it('ends when its input ends, and needs a key and a valid address', async () => {
    const settings = { QUERN_URL: service.url, QUERN_API_KEY: testApiKey };
    expect(await runQuern(['mcp'], { settings, stdin: '' })).toEqual({ code: 0, stdout: '', stderr: '' });
    const keyless = await runQuern(['mcp'], { settings: { QUERN_URL: service.url, QUERN_API_KEY: '' } });
    expect(keyless).toMatchObject({ code: 2, stderr: expect.stringContaining('missing API key') });
    const wrong = await runQuern(['mcp'], { settings: { ...settings, QUERN_URL: 'ftp://a' } });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('must start with http') });
  });
});

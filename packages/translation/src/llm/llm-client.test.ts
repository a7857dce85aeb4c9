import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { LlmClient, type PostJson } from './llm-client.ts';
import { LlmError } from './llm-error.ts';

/** Posts over real HTTP, as the server does. */
const postJson: PostJson = async (url, { body, headers, signal }) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
};

interface ReceivedRequest {
  system: string;
  user: string;
  authorization: string | undefined;
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Starts an endpoint whose responses are computed by `respond`, and records its requests. */
async function startEndpoint(respond: (request: ReceivedRequest, count: number) => string | Promise<string>) {
  const requests: ReceivedRequest[] = [];
  server = createServer(async (request, response) => {
    const { messages } = JSON.parse(await text(request));
    const received = {
      system: messages[0].content,
      user: messages[1].content,
      authorization: request.headers.authorization,
    };
    requests.push(received);
    const content = await respond(received, requests.length);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new LlmClient({
    baseUrl: `http://127.0.0.1:${port}/v1/`,
    model: 'small',
    apiKey: 'key',
    postJson,
  });
  return { client, requests };
}

const upperCaseAll = (user: string) =>
  JSON.stringify(JSON.parse(user).map((sentence: string) => sentence.toUpperCase()));

describe('LlmClient', () => {
  it('translates 45 sentences in three batches, in their order', async () => {
    const { client, requests } = await startEndpoint(({ user }) => upperCaseAll(user));
    const sentences = Array.from({ length: 45 }, (_, index) => `sentence ${index}`);
    expect(await client.translate(sentences, 'en', 'pt-BR')).toEqual(
      sentences.map((sentence) => sentence.toUpperCase()),
    );
    expect(requests).toHaveLength(3);
    expect(requests[0]?.system).toContain('Brazilian Portuguese');
    expect(requests[0]?.authorization).toBe('Bearer key');
  });

  it('extracts a fenced array that follows reasoning', async () => {
    const { client } = await startEndpoint(
      ({ user }) => `<think>[hm]</think>\n\`\`\`json\n${upperCaseAll(user)}\n\`\`\``,
    );
    expect(await client.translate(['a', 'b'], 'en', 'de')).toEqual(['A', 'B']);
  });

  it('retries a batch with the wrong number of translations', async () => {
    const { client, requests } = await startEndpoint(({ user }, count) =>
      count === 1 ? '["only one"]' : upperCaseAll(user),
    );
    expect(await client.translate(['a', 'b'], 'en', 'de')).toEqual(['A', 'B']);
    expect(requests).toHaveLength(2);
  });

  it('translates one sentence per request when a batch fails twice', async () => {
    const { client, requests } = await startEndpoint(({ user }) =>
      user.startsWith('[') ? 'sorry' : user.toUpperCase(),
    );
    expect(await client.translate(['a', 'b'], 'en', 'de')).toEqual(['A', 'B']);
    expect(requests).toHaveLength(4);
  });

  it('throws LlmError for an empty response', async () => {
    const { client } = await startEndpoint(() => ' ');
    await expect(client.translate(['Hello.'], 'en', 'de')).rejects.toThrow(LlmError);
  });

  it("throws the signal's reason when aborted during a request", async () => {
    const controller = new AbortController();
    const { client } = await startEndpoint(() => {
      controller.abort(new Error('enough'));
      return new Promise<string>(() => undefined);
    });
    await expect(client.translate(['Hello.'], 'en', 'de', controller.signal)).rejects.toThrow('enough');
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createLlmClient, LlmError, type PostJson } from './llm-client.ts';

/** Asks over real HTTP, as the server does. */
const fetchJson: PostJson = async (url, { body, headers, signal }) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
};

interface Asked {
  system: string;
  user: string;
  authorization: string | undefined;
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** An endpoint that answers as told, and remembers what it was asked. */
async function endpoint(answer: (asked: Asked, count: number) => string | Promise<string>) {
  const asked: Asked[] = [];
  server = createServer(async (request, response) => {
    const { messages } = JSON.parse(await text(request));
    const one = {
      system: messages[0].content,
      user: messages[1].content,
      authorization: request.headers.authorization,
    };
    asked.push(one);
    const content = await answer(one, asked.length);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createLlmClient({
    baseUrl: `http://127.0.0.1:${port}/v1/`,
    model: 'small',
    apiKey: 'key',
    fetchJson,
  });
  return { client, asked };
}

const shout = (user: string) => JSON.stringify(JSON.parse(user).map((one: string) => one.toUpperCase()));

describe('createLlmClient', () => {
  it('translates in batches and keeps the count', async () => {
    const { client, asked } = await endpoint(({ user }) => shout(user));
    const sentences = Array.from({ length: 45 }, (_, index) => `sentence ${index}`);
    expect(await client.translate(sentences, 'en', 'pt-BR')).toEqual(
      sentences.map((one) => one.toUpperCase()),
    );
    expect(asked).toHaveLength(3);
    expect(asked[0]?.system).toContain('Brazilian Portuguese');
    expect(asked[0]?.authorization).toBe('Bearer key');
  });

  it('reads fenced answers after thoughts', async () => {
    const { client } = await endpoint(
      ({ user }) => `<think>[hm]</think>\n\`\`\`json\n${shout(user)}\n\`\`\``,
    );
    expect(await client.translate(['a', 'b'], 'en', 'de')).toEqual(['A', 'B']);
  });

  it('asks again when the count is wrong', async () => {
    const { client, asked } = await endpoint(({ user }, count) =>
      count === 1 ? '["only one"]' : shout(user),
    );
    expect(await client.translate(['a', 'b'], 'en', 'de')).toEqual(['A', 'B']);
    expect(asked).toHaveLength(2);
  });

  it('falls back to one by one', async () => {
    const { client, asked } = await endpoint(({ user }) =>
      user.startsWith('[') ? 'sorry' : user.toUpperCase(),
    );
    expect(await client.translate(['a', 'b'], 'en', 'de')).toEqual(['A', 'B']);
    expect(asked).toHaveLength(4);
  });

  it('summarizes a text longer than its window in steps', async () => {
    const { client, asked } = await endpoint(({ user }) => user.slice(0, 50));
    const summary = await client.summarize({
      text: 'Some words. '.repeat(5000),
      language: 'en',
      maxLength: 300,
    });
    expect(summary).not.toBe('');
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.at(-1)?.system).toContain('at most 300 characters');
    expect(Math.max(...asked.map(({ user }) => user.length))).toBeLessThanOrEqual(24_000);
  });

  it('gives up on a model that does not shorten', async () => {
    const { client } = await endpoint(({ user }) => user);
    await expect(client.summarize({ text: 'word '.repeat(10_000), language: 'en' })).rejects.toThrow(
      LlmError,
    );
  });

  it('refuses an empty answer', async () => {
    const { client } = await endpoint(() => ' ');
    await expect(client.summarize({ text: 'Hello.', language: 'en' })).rejects.toThrow(LlmError);
  });

  it('stops when aborted', async () => {
    const controller = new AbortController();
    const { client } = await endpoint(async () => {
      controller.abort(new Error('enough'));
      await new Promise((resolve) => setTimeout(resolve, 200));
      return 'late';
    });
    await expect(
      client.summarize({ text: 'Hello.', language: 'en', signal: controller.signal }),
    ).rejects.toThrow();
  });
});

import { describe, expect, it } from 'vitest';
import type { ClientConfig } from '../client-config.ts';
import { QuernError } from '../quern-error.ts';
import { streamLines } from './stream-lines.ts';

/** A response whose body consists of chunks, and then ends or fails. */
function respond(chunks: readonly string[], failure?: Error): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      if (failure === undefined) controller.close();
    },
    pull(controller) {
      if (failure !== undefined) controller.error(failure);
    },
  });
  return new Response(body);
}

function createConfig(responses: (Response | Error)[]): { config: ClientConfig; paths: string[] } {
  const paths: string[] = [];
  const fetch = async (url: string | URL | Request): Promise<Response> => {
    paths.push(String(url));
    const response = responses.shift() ?? new Error('no further response');
    if (response instanceof Error) throw response;
    return response;
  };
  return {
    config: { baseUrl: '', token: 't', fetch: fetch as typeof globalThis.fetch, timeoutMs: 1000, retries: 1 },
    paths,
  };
}

async function read(config: ClientConfig, signal?: AbortSignal): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of streamLines(config, { path: () => `/${lines.length}`, signal })) lines.push(line);
  return lines;
}

describe('streamLines', () => {
  it('yields the lines, however they are divided into chunks', async () => {
    const { config } = createConfig([respond(['{"a"', ':1}\n\n{"b":2}\n{', '"c":3}\n'])]);
    expect(await read(config)).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
  });

  it('connects again after a lost connection or a line that was cut off, and continues', async () => {
    const { config, paths } = createConfig([
      respond(['1\n2\n'], new Error('reset')),
      respond(['3\n4']),
      new TypeError('fetch failed'),
      respond(['4\n']),
    ]);
    expect(await read(config)).toEqual(['1', '2', '3', '4']);
    expect(paths).toEqual(['/0', '/2', '/3', '/3']);
  });

  it('throws after as many failures in a row as other requests are retried', async () => {
    const { config, paths } = createConfig([new TypeError('fetch failed'), new TypeError('fetch failed')]);
    await expect(read(config)).rejects.toMatchObject({ code: 'network_error' });
    expect(paths).toHaveLength(2);
  });

  it('throws the error of the service at once, and the reason of the signal', async () => {
    const body = JSON.stringify({ error: 'gone', code: 'not_found', requestId: 'r' });
    const { config, paths } = createConfig([new Response(body, { status: 404 })]);
    await expect(read(config)).rejects.toBeInstanceOf(QuernError);
    expect(paths).toHaveLength(1);
    const reason = new Error('enough');
    await expect(read(createConfig([]).config, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

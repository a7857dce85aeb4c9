import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { McpBridge } from './mcp-bridge.ts';
import { messageHeaders } from './message-headers.ts';
import { readLines } from './read-lines.ts';

interface SentRequest {
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

type Respond = (request: SentRequest) => Response | Promise<Response>;

/** Passes lines to a bridge, one after another, each after the number of lines that it waits for was written. */
async function exchange(lines: readonly string[], respond: Respond, writtenMin: number): Promise<unknown[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let written = '';
  const complete = new Promise<void>((resolve) => {
    output.on('data', (chunk: Buffer) => {
      written += chunk.toString();
      if (written.split('\n').length > writtenMin) resolve();
    });
    if (writtenMin === 0) resolve();
  });
  const bridge = new McpBridge({
    input,
    output,
    endpoint: 'http://quern.test/mcp',
    apiKey: 'secret',
    fetch: async (_url, init) => {
      const body: unknown = JSON.parse(String(init?.body));
      return respond({ headers: new Headers(init?.headers), body, signal: init?.signal as AbortSignal });
    },
  });
  const ended = bridge.run();
  for (const line of lines) input.write(`${line}\n`);
  await complete;
  input.end();
  await ended;
  return written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

const request = (id: number, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const result = (id: number, value: object = {}) => ({ jsonrpc: '2.0', id, result: value });

describe('McpBridge', () => {
  it('sends messages with the key, and writes responses and events as lines', async () => {
    const sent: SentRequest[] = [];
    const events = [
      ': keep-alive',
      `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress' })}`,
      `id: 7\ndata: ${JSON.stringify(result(2, { text: 'a\nb' }))}`,
    ].join('\n\n');
    const written = await exchange(
      [request(1, 'tools/list'), request(2, 'tools/call', { name: 'a' })],
      (received) => {
        sent.push(received);
        return sent.length === 1
          ? Response.json(result(1))
          : new Response(`${events}\n\n`, { headers: { 'content-type': 'text/event-stream' } });
      },
      3,
    );
    expect(written).toHaveLength(3);
    expect(written).toEqual(
      expect.arrayContaining([
        result(1),
        { jsonrpc: '2.0', method: 'notifications/progress' },
        result(2, { text: 'a\nb' }),
      ]),
    );
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer secret',
      'Bearer secret',
    ]);
  });

  it('sends the revision that an earlier client has agreed on with later messages', async () => {
    const versions: (string | null)[] = [];
    const opened = result(1, { protocolVersion: '2025-06-18' });
    const [input, output] = [new PassThrough(), new PassThrough()];
    const bridge = new McpBridge({
      input,
      output,
      endpoint: 'http://quern.test/mcp',
      apiKey: 'secret',
      fetch: async (_url, init) => {
        versions.push(new Headers(init?.headers).get('mcp-protocol-version'));
        return Response.json(opened);
      },
    });
    const ended = bridge.run();
    input.write(`${request(1, 'initialize')}\n`);
    await new Promise((resolve) => output.once('data', resolve));
    input.write(`${request(2, 'tools/list')}\n`);
    await new Promise((resolve) => output.once('data', resolve));
    input.end();
    await ended;
    expect(versions).toEqual([null, '2025-06-18']);
  });

  it.each([
    ['{"jsonrpc":', -32_700],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600],
    ['"text"', -32_600],
    ['null', -32_600],
    ['x'.repeat(16 * 1024 * 1024 + 1), -32_600],
  ])('reports the malformed message %.30s and continues', async (line, code) => {
    const written = await exchange([line, request(2, 'ping')], () => Response.json(result(2)), 2);
    expect(written).toEqual([
      expect.objectContaining({ id: null, error: expect.objectContaining({ code }) }),
      result(2),
    ]);
  });

  it.each([
    [
      'an error of the API',
      () => Response.json({ error: 'no such key', code: 'unknown_key' }, { status: 401 }),
      'unknown_key: no such key',
    ],
    ['a page', () => new Response('<html>'), 'is not an MCP endpoint'],
    ['no connection', () => Promise.reject(new TypeError('fetch failed')), 'did not respond (fetch failed)'],
  ])('reports %s as the error of the request', async (_kind, respond: Respond, message) => {
    expect(await exchange([request(1, 'tools/list')], respond, 1)).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        error: expect.objectContaining({ code: -32_000, message: expect.stringContaining(message) }),
      },
    ]);
  });

  it('closes the connection of a request that is canceled, and writes nothing about it', async () => {
    let closed = 0;
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const written = await exchange(
      [request(1, 'tools/call'), JSON.stringify(cancel), request(2, 'ping')],
      ({ body, signal }) => {
        if ((body as { id: number }).id === 2) return Response.json(result(2));
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            closed += 1;
            reject(signal.reason);
          });
        });
      },
      1,
    );
    expect([written, closed]).toEqual([[result(2)], 1]);
  });

  it('cancels what runs when its input ends', async () => {
    let canceled = 0;
    const hold: Respond = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          canceled += 1;
          reject(signal.reason);
        });
      });
    expect(await exchange([request(1, 'a'), request(2, 'b')], hold, 0)).toEqual([]);
    expect(canceled).toBe(2);
  });

  it('writes nothing for notifications that fail', async () => {
    const lines = [
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      request(2, 'ping'),
    ];
    const written = await exchange(
      lines,
      ({ body }) =>
        'id' in (body as object)
          ? Response.json(result(2))
          : Response.json({ error: 'e', code: 'c' }, { status: 400 }),
      1,
    );
    expect(written).toEqual([result(2)]);
  });
});

describe('messageHeaders', () => {
  const params = { name: 'caf\u00e9', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };

  it('repeats the revision, the method and the name, encoded where a header cannot have it', () => {
    expect(messageHeaders({ method: 'tools/call', params }, undefined)).toEqual({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': '=?base64?Y2Fmw6k=?=',
    });
    const read = { method: 'resources/read', params: { ...params, uri: 'quern://jobs/a b/result' } };
    expect(messageHeaders(read, undefined)['mcp-name']).toBe('quern://jobs/a b/result');
    expect(messageHeaders({ method: '__proto__', params }, undefined)).not.toHaveProperty('mcp-name');
    expect(messageHeaders({ method: 'a\r\nb: c', params }, undefined)['mcp-method']).toMatch(/^=\?base64\?/);
  });

  it('has none before an earlier client has agreed on a revision', () => {
    expect(messageHeaders({ method: 'initialize', params: 7 }, undefined)).toEqual({});
    expect(messageHeaders({ method: 'ping' }, '2025-06-18')).toEqual({
      'mcp-protocol-version': '2025-06-18',
    });
  });
});

describe('readLines', () => {
  async function readAll(chunks: readonly string[], lengthMax: number): Promise<unknown[]> {
    const lines: unknown[] = [];
    const stream = (async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk, 'latin1');
    })();
    for await (const line of readLines(stream, lengthMax)) lines.push(line);
    return lines;
  }

  it('joins chunks, also within a character, and leaves out empty lines', async () => {
    const bytes = Buffer.from('\u{1F600}').toString('latin1');
    expect(await readAll(['a', 'b\nc\r\n\n', bytes.slice(0, 2), bytes.slice(2), '\nlast'], 10)).toEqual([
      'ab',
      'c',
      '\u{1F600}',
      'last',
    ]);
  });

  it('returns undefined for a line that is too long, and continues after it', async () => {
    expect(await readAll(['aaaa', 'aaaa', 'a\nb\n', 'cccccc'], 5)).toEqual([undefined, 'b', undefined]);
  });
});

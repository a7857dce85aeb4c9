import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentHeaders, currentMessage, postMcp } from './connect-mcp.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ QUERN_CORS_ORIGINS: 'https://app.example.org', QUERN_CHROMIUM: 'off' });
});
afterAll(() => service?.stop());

const list = (headers: Readonly<Record<string, string>>) =>
  postMcp(service.url, currentMessage('tools/list'), { ...currentHeaders('tools/list'), ...headers });

describe('who may send messages', () => {
  it.each([
    ['no key', { authorization: '' }, 401, 'missing_key'],
    ['an unknown key', { authorization: 'Bearer qn_live_unknown' }, 401, 'malformed_key'],
    ['a foreign site', { origin: 'https://evil.example' }, 403, 'origin_denied'],
    [
      'a site whose name resolves to the service',
      { origin: 'http://evil.example:8080' },
      403,
      'origin_denied',
    ],
    ['an opaque origin', { origin: 'null' }, 403, 'origin_denied'],
  ])('refuses %s', async (_who, headers, status, code) => {
    const response = await list(headers);
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })]);
    if (status === 401) expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /);
  });

  it.each(['https://app.example.org', 'http://localhost:3000', 'http://[::1]:8080'])(
    'serves scripts of %s',
    async (origin) => {
      expect((await list({ origin })).status).toBe(200);
    },
  );

  it('verifies the key before it reads the body', async () => {
    const response = await postMcp(service.url, '{', { authorization: 'Bearer x' });
    expect(await response.json()).toMatchObject({ code: 'unknown_key' });
  });
});

describe('a key that has used up its rate', () => {
  it('is refused before the body is read', async () => {
    const fields = { accountId: await service.bootstrapAccountId(), name: 'mcp', ratePerMinute: 1 };
    const created = await service.adminRequest('POST', '/keys', fields);
    const authorization = `Bearer ${((await created.json()) as { key: { key: string } }).key.key}`;
    const served = await list({ authorization });
    expect([served.status, served.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('r=0')]);
    const request = httpRequest(new URL('/mcp', service.url), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'content-length': 1000 },
    });
    // The body is never sent.
    request.flushHeaders();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.headers['ratelimit']).toContain('r=0');
    let text = '';
    for await (const chunk of response) text += String(chunk);
    expect(JSON.parse(text)).toMatchObject({ code: 'rate_limited' });
    request.destroy();
    expect(service.logLines.filter((line) => line.includes('"code":"rate_limited"'))).toEqual([
      expect.stringContaining('"keyId":"key_'),
    ]);
  });
});

describe('a message that is malformed', () => {
  it.each([
    ['an empty body', '', 400],
    ['invalid JSON', '{"jsonrpc":', 400],
    ['a batch', [currentMessage('tools/list'), currentMessage('tools/list')], 400],
    ['a text', '"tools/list"', 400],
    ['no method', { jsonrpc: '2.0', id: 1 }, 400],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, 400],
    ['a method that is a number', { jsonrpc: '2.0', id: 1, method: 7 }, 400],
    [
      'millions of values',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":[${'1,'.repeat(400_000)}1]}`,
      400,
    ],
    ['a body that is too large', `{"a":"${'x'.repeat(17 * 1024 * 1024)}"}`, 413],
  ])('with %s is refused', async (_kind, body, status) => {
    expect((await postMcp(service.url, body)).status).toBe(status);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'of the type %s is refused',
    async (type) => {
      const response = await postMcp(service.url, currentMessage('tools/list'), { 'content-type': type });
      expect([response.status, await response.json()]).toEqual([
        415,
        expect.objectContaining({ code: 'unsupported_media_type' }),
      ]);
    },
  );

  it.each(['GET', 'DELETE', 'PUT'])('sent by %s is refused', async (method) => {
    const response = await fetch(new URL('/mcp', service.url), { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
  });

  it.each([
    'tools/call/../list',
    'completion/complete',
    'sampling/createMessage',
    'logging/setLevel',
    '__proto__',
  ])('with the method %s is an error of the protocol', async (method) => {
    const response = await postMcp(service.url, currentMessage(method), currentHeaders(method));
    expect(await response.json()).toMatchObject({ error: { code: expect.any(Number) } });
  });

  it('subscribes to nothing', async () => {
    const method = 'subscriptions/listen';
    const response = await postMcp(
      service.url,
      currentMessage(method, { notifications: {} }),
      currentHeaders(method),
    );
    expect(await response.text()).toContain('"error"');
  });

  it('with arguments that are no object is an error of the protocol', async () => {
    for (const args of ['text', 7, ['text'], null]) {
      const call = currentMessage('tools/call', { name: 'sentiment', arguments: args });
      const response = await postMcp(service.url, call, currentHeaders('tools/call', 'sentiment'));
      expect(await response.json()).toMatchObject({ error: { code: -32602 } });
    }
  });

  it('with names of built-in properties as arguments is refused', async () => {
    const body = JSON.stringify(
      currentMessage('tools/call', { name: 'sentiment', arguments: { text: 'a' } }),
    );
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      const call = body.replace('"text":"a"', `"text":"a","${name}":{}`);
      const response = await postMcp(service.url, call, currentHeaders('tools/call', 'sentiment'));
      expect(await response.json()).toMatchObject({ result: { isError: true } });
    }
  });

  it('does not disturb those that follow', async () => {
    expect((await list({})).status).toBe(200);
  });
});

describe('a message of an earlier revision', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'of %s is served',
    async (protocolVersion) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } };
      const opened = await postMcp(service.url, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
      expect(opened.status).toBe(200);
      expect(opened.headers.get('mcp-session-id')).toBeNull();
      expect(await opened.text()).toContain(`"protocolVersion":"${protocolVersion}"`);
      const notified = await postMcp(service.url, { jsonrpc: '2.0', method: 'notifications/initialized' });
      expect(notified.status).toBe(202);
      const call = { name: 'sentiment', arguments: { text: 'Fine.' } };
      const called = await postMcp(
        service.url,
        { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call },
        { 'mcp-protocol-version': protocolVersion },
      );
      expect(await called.text()).toContain('"structuredContent":{"sentiment"');
    },
  );
});

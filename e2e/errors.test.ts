import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@quern/testing/network/find-free-port';
import {
  startTestService,
  type TestService,
  testAdminToken,
  testApiKey,
} from '@quern/testing/service/start-test-service';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorCodes } from '../apps/server/src/errors/error-codes.ts';
import { generateKey } from '../apps/server/src/keys/key-format.ts';
import { defineOperation } from '../apps/server/src/operations/define-operation.ts';
import { operations } from '../apps/server/src/operations/registry.ts';

/** Operations that fail in ways no real one can be asked to. */
const trouble = (name: string, timeLimitMs: number, run: (signal: AbortSignal) => Promise<object>) =>
  defineOperation({
    name,
    title: name,
    description: name,
    consumes: ['application/json'],
    input: z.object({}),
    output: z.object({}),
    examples: [{ input: {}, output: {} }],
    timeLimitMs,
    price: { minimum: 1, label: '1', compute: () => 1 },
    run: ({ signal }) => run(signal),
  });

/** Rejects when the signal is aborted; on a slow machine it may be already. */
const untilAborted = (signal: AbortSignal): Promise<object> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const faulty = trouble('faulty', 1000, async () => {
  throw new Error('the secret inside');
});
const endless = trouble('endless', 80, untilAborted);
/** Runs until `letGo` is called. */
const waiting = trouble('waiting', 20_000, async (signal) => {
  await Promise.race([gate.promise, untilAborted(signal)]);
  return {};
});
let gate = Promise.withResolvers<void>();
function letGo(): void {
  gate.resolve();
  gate = Promise.withResolvers<void>();
}

/** Opens the gate again and again, for those that reach it later. */
async function letGoUntil(all: Promise<unknown>): Promise<void> {
  const timer = setInterval(letGo, 20);
  await all.finally(() => clearInterval(timer));
}

let service: TestService;
let site: TestSite;
let document: OpenApiDocument;

interface OpenApiDocument {
  readonly paths: Readonly<
    Record<string, { post?: { responses: Readonly<Record<number, { description: string }>> } }>
  >;
}

beforeAll(async () => {
  service = await startTestService(
    { QUERN_RATE_LIMIT: 'running=2', QUERN_FETCH_TIME: '1s' },
    {
      operations: [...operations, faulty, endless, waiting],
      concurrencyLimits: { waitingPerKeyMax: 2, waitingMax: 3, waitMaxMs: 5000, runningMax: 1000 },
    },
  );
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApiDocument;
  site = await serveSite({
    '/gone': { status: 410 },
    '/missing': { status: 404 },
    '/broken': { status: 500 },
    '/forbidden': { status: 403 },
    '/private': { status: 302, headers: { location: 'http://10.0.0.1/' } },
    '/slow': { delayMs: 60_000 },
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /closed' },
    '/closed': '<p>closed</p>',
    '/wall':
      '<html><head><title>Just a moment...</title></head><body><script>window._cf_chl_opt={}</script></body></html>',
    '/text.png': { headers: { 'content-type': 'image/png' }, body: 'this is no image' },
  });
});
afterAll(async () => {
  await service.stop();
  await site.close();
});

interface Failure {
  readonly error: string;
  readonly code: string;
  readonly requestId: string;
}

/** Checks the whole shape of an error response, and that the OpenAPI document lists its code for the operation. */
async function expectError(
  answer: Promise<Response>,
  status: number,
  code: string,
  text?: RegExp,
): Promise<Response> {
  const response = await answer;
  const body = (await response.json()) as Failure;
  expect([response.status, body.code, body.error]).toEqual([status, code, body.error]);
  expect(body.error).toMatch(text ?? /./);
  expect(Object.keys(body).sort()).toEqual(['code', 'error', 'requestId']);
  expect(body.requestId).toMatch(/^[\w.:/+=-]+$/);
  expect(response.headers.get('x-request-id')).toBe(body.requestId);
  expect(response.headers.get('content-type')).toContain('application/json');
  const documented = document.paths[new URL(response.url).pathname]?.post?.responses;
  if (documented !== undefined && status !== 405) {
    expect(documented[status]?.description).toContain(`\`${code}\``);
  }
  return response;
}

async function withoutCharge(check: () => Promise<unknown>): Promise<void> {
  const before = await service.balance();
  await check();
  expect(await service.balance()).toBe(before);
}

const pdf = (bytes: number): File =>
  new File([Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes)])], 'a.pdf');

describe('400', () => {
  it('answers 400 invalid_json with the place for a body that is not JSON', () =>
    withoutCharge(() => expectError(service.post('sentiment', '{"text": '), 400, 'invalid_json', /JSON/)));
  it('answers 400 invalid_json for an empty body and for JSON that is no object', async () => {
    await expectError(service.post('sentiment', ''), 400, 'invalid_json', /empty/);
    await expectError(service.post('sentiment', '[1]'), 400, 'invalid_json', /object/);
  });
  it('answers 400 invalid_parameters naming a missing field', () =>
    expectError(service.post('sentiment', {}), 400, 'invalid_parameters', /text: is required/));
  it('answers 400 invalid_parameters naming an unknown field', () =>
    expectError(
      service.post('sentiment', { text: 'a', tone: 1 }),
      400,
      'invalid_parameters',
      /unknown field: "tone"/,
    ));
  it('answers 400 invalid_parameters for empty and blank text', async () => {
    await expectError(service.post('sentiment', { text: '' }), 400, 'invalid_parameters', /blank/);
    await expectError(
      service.post('extract-entities', { text: ' \n\t' }),
      400,
      'invalid_parameters',
      /blank/,
    );
    await expectError(service.postForm({ content: '  ' }), 400, 'invalid_parameters', /blank/);
  });
  it('takes 1,000,000 units of text and answers 400 for one more', async () => {
    expect((await service.post('sentiment', { text: 'good '.repeat(200_000) })).status).toBe(200);
    await expectError(
      service.post('sentiment', { text: 'a'.repeat(1_000_001) }),
      400,
      'invalid_parameters',
      /1,000,000/,
    );
  });
  it('answers 400 invalid_url for a URL without its protocol, and for another scheme', async () => {
    await expectError(service.post('scrape', { url: 'example.com' }), 400, 'invalid_url', /example\.com/);
    await expectError(service.post('map', { url: 'ftp://example.com' }), 400, 'invalid_url', /http/);
    await expectError(
      service.post('ocr', { imageUrl: 'data:image/png;base64' }),
      400,
      'invalid_url',
      /comma/,
    );
  });
  it('answers 400 invalid_parameters for both or neither of content and file', async () => {
    await expectError(
      service.postForm({ content: 'a', file: new File(['b'], 'b.txt') }),
      400,
      'invalid_parameters',
      /exactly one/,
    );
    await expectError(service.postForm({ targetLanguage: 'pt' }), 400, 'invalid_parameters', /exactly one/);
  });
  it('takes a file of 10,485,760 bytes and answers 400 file_too_large for one more', async () => {
    const text = 'word '.repeat(2_097_152);
    expect(
      (await service.postForm({ file: new File([text], 'a.txt') }, { 'x-dry-run': 'true' })).status,
    ).toBe(200);
    await withoutCharge(() =>
      expectError(service.postForm({ file: new File([`${text}.`], 'a.txt') }), 400, 'file_too_large'),
    );
  });
  it('answers 400 invalid_file for a file that is not PDF, DOCX or TXT, whatever its name', () =>
    expectError(
      service.postForm({
        file: new File([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])], 'a.txt'),
      }),
      400,
      'invalid_file',
    ));
  it('answers 400 unreadable_document for a damaged PDF', () =>
    withoutCharge(() => expectError(service.postForm({ file: pdf(200) }), 400, 'unreadable_document')));
  it('answers 400 unsupported_language for a targetLanguage that is none, and for a pair without a model', async () => {
    await expectError(
      service.postForm({ content: 'Hello world.', targetLanguage: 'qqq' }),
      400,
      'unsupported_language',
      /qqq/,
    );
    await expectError(
      service.postForm({ content: 'The mill grinds the grain of the village.', targetLanguage: 'yo' }),
      400,
      'unsupported_language',
    );
  });
  it('answers 400 forbidden_address for a private address, also behind a redirect', () =>
    withoutCharge(async () => {
      await expectError(
        service.post('scrape', { url: 'http://169.254.169.254/latest/' }),
        400,
        'forbidden_address',
        /169\.254/,
      );
      await expectError(
        service.post('scrape', { url: `${site.origin}/private` }),
        400,
        'forbidden_address',
        /10\.0\.0\.1/,
      );
      await expectError(
        service.post('ocr', { imageUrl: 'http://[::ffff:10.1.2.3]/' }),
        400,
        'forbidden_address',
      );
      await expectError(service.post('map', { url: 'http://192.168.0.1/' }), 400, 'forbidden_address');
    }));
  it('answers 400 invalid_image for what is no image', () =>
    withoutCharge(() =>
      expectError(service.post('ocr', { imageUrl: `${site.origin}/text.png` }), 400, 'invalid_image'),
    ));
  it('answers 400 for limit 0, 5001, 1.5 and "10", and for sitemapOnly with ignoreSitemap', async () => {
    for (const limit of [0, 5001, 1.5, '10']) {
      await expectError(service.post('map', { url: site.origin, limit }), 400, 'invalid_parameters', /limit/);
    }
    await expectError(
      service.post('map', { url: site.origin, sitemapOnly: true, ignoreSitemap: true }),
      400,
      'invalid_parameters',
      /exclude each other/,
    );
  });
});

describe('401', () => {
  const withKey = (key: string) => service.post('sentiment', { text: 'a' }, { authorization: key });
  const expectChallenge = async (answer: Promise<Response>, code: string): Promise<void> => {
    const response = await expectError(answer, 401, code);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
  };
  it('answers 401 missing_key without a key', async () => {
    await expectChallenge(withKey(''), 'missing_key');
    await expectChallenge(withKey('Basic abc'), 'missing_key');
  });
  it('answers 401 malformed_key for a mistyped key', () => {
    const key = generateKey();
    return expectChallenge(
      withKey(`Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`),
      'malformed_key',
    );
  });
  it('answers 401 unknown_key for a key of another service', () =>
    expectChallenge(withKey(`Bearer ${generateKey()}`), 'unknown_key'));
  it('answers 401 expired_key and 401 revoked_key', async () => {
    const expiresAt = new Date(Date.now() + 300).toISOString();
    const expiring = await makeKey({ expiresAt });
    const revoked = await makeKey({});
    expect((await withKey(`Bearer ${revoked.key}`)).status).toBe(200);
    await service.adminRequest('DELETE', `/keys/${revoked.id}`);
    await expectChallenge(withKey(`Bearer ${revoked.key}`), 'revoked_key');
    await sleep(320);
    await expectChallenge(withKey(`Bearer ${expiring.key}`), 'expired_key');
  });
});

async function makeKey(order: object, credits = 10): Promise<{ id: string; key: string; accountId: string }> {
  const made = await service.adminRequest('POST', '/accounts', { name: 'test', credits });
  const { account } = (await made.json()) as { account: { id: string } };
  const issued = await service.adminRequest('POST', '/keys', {
    accountId: account.id,
    name: 'test',
    ...order,
  });
  const { key } = (await issued.json()) as { key: { id: string; key: string } };
  return { ...key, accountId: account.id };
}

describe('402 and 403', () => {
  it('answers 402 insufficient_credits with balance and price, before any work', async () => {
    const { key } = await makeKey({}, 1);
    const authorization = { authorization: `Bearer ${key}` };
    await expectError(
      service.postForm({ content: 'A text.' }, authorization),
      402,
      'insufficient_credits',
      /costs 2 .* has 1/,
    );
    await expectError(
      service.post('map', { url: site.origin }, authorization),
      402,
      'insufficient_credits',
      /costs 5 .* has 1/,
    );
  });
  it('answers 402 key_budget_exceeded when the key has spent its own budget', async () => {
    const { key } = await makeKey({ budget: 1 });
    const authorization = { authorization: `Bearer ${key}` };
    expect((await service.post('sentiment', { text: 'good' }, authorization)).status).toBe(200);
    await expectError(
      service.post('sentiment', { text: 'good' }, authorization),
      402,
      'key_budget_exceeded',
      /budget of 1/,
    );
  });
  it('answers 403 scope_denied outside the scopes of the key', async () => {
    const { key } = await makeKey({ scopes: ['ocr'] });
    await expectError(
      service.post('sentiment', { text: 'a' }, { authorization: `Bearer ${key}` }),
      403,
      'scope_denied',
      /ocr/,
    );
  });
});

describe('404, 405, 409', () => {
  it('answers 404 not_found for an unknown path', () =>
    expectError(service.post('nothing', {}), 404, 'not_found'));
  it('answers 404 not_found for a scrape of another account', async () => {
    const { key } = await makeKey({});
    const answer = fetch(`${service.url}/v0/scrapes/scr_x`, { headers: { authorization: `Bearer ${key}` } });
    await expectError(answer, 404, 'not_found', /scr_x/);
  });
  it('answers 405 method_not_allowed with Allow', async () => {
    const response = await expectError(fetch(`${service.url}/v0/sentiment`), 405, 'method_not_allowed');
    expect(response.headers.get('allow')).toBe('POST');
  });
  it('answers 409 idempotency_mismatch for the same key with another body', async () => {
    const headers = { 'idempotency-key': 'mismatch' };
    expect((await service.post('sentiment', { text: 'one' }, headers)).status).toBe(200);
    await expectError(service.post('sentiment', { text: 'two' }, headers), 409, 'idempotency_mismatch');
  });
  it('answers 409 idempotency_running while the first request runs', async () => {
    const headers = { 'idempotency-key': 'running' };
    const answers = [1, 2].map(() => service.post('waiting', {}, headers));
    const response = await expectError(Promise.race(answers), 409, 'idempotency_running');
    expect(response.headers.get('retry-after')).toBe('1');
    await letGoUntil(Promise.all(answers));
    expect((await Promise.all(answers)).map((answer) => answer.status).sort()).toEqual([200, 409]);
  });
});

describe('413 and 415', () => {
  it('answers 413 body_too_large for a body that says so, and for one that is cut off while streaming', async () => {
    const body = JSON.stringify({ text: 'a'.repeat(17 * 1024 * 1024) });
    await expectError(service.post('sentiment', body), 413, 'body_too_large');
    const streamed = await stream('/v0/sentiment', 'application/json', body);
    expect([streamed.status, JSON.parse(streamed.body).code]).toEqual([413, 'body_too_large']);
  });
  it('answers 415 unsupported_media_type naming what is taken', async () => {
    const answer = service.post('sentiment', 'text=a', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    await expectError(answer, 415, 'unsupported_media_type', /application\/json/);
    await expectError(
      service.post('ocr', '{}', { 'content-type': 'text/plain' }),
      415,
      'unsupported_media_type',
    );
  });
});

/** Sends a body in chunks, without Content-Length. */
function stream(path: string, type: string, body: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${testApiKey}`, 'content-type': type };
    const sent = request(`${service.url}${path}`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on('error', reject);
    for (let at = 0; at < body.length; at += 65_536) sent.write(body.slice(at, at + 65_536));
    sent.end();
  });
}

describe('429', () => {
  it('answers 429 rate_limited with Retry-After and the RateLimit fields', async () => {
    const { key } = await makeKey({ ratePerMinute: 2 });
    const send = () => service.post('sentiment', { text: 'a' }, { authorization: `Bearer ${key}` });
    const first = await send();
    expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=2;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"minute";r=1;t=\d+$/);
    await send();
    const response = await expectError(send(), 429, 'rate_limited', /2 requests a minute/);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
  });
  it('lets 2 run, 2 wait, and answers 429 too_many_running to the fifth', async () => {
    const answers = [1, 2, 3, 4, 5].map(() => service.post('waiting', {}));
    await expectError(Promise.race(answers), 429, 'too_many_running');
    await letGoUntil(Promise.all(answers));
    expect((await Promise.all(answers)).map((answer) => answer.status).sort()).toEqual([
      200, 200, 200, 200, 429,
    ]);
  });
});

describe('500 to 504', () => {
  it('answers 500 internal_error without detail, finds it in the log by the request id, and charges nothing', () =>
    withoutCharge(async () => {
      const response = await service.post('faulty', {}, { 'x-request-id': 'find-me' });
      const text = await response.text();
      expect([response.status, JSON.parse(text).code]).toEqual([500, 'internal_error']);
      expect(text).not.toContain('secret');
      const line = service.logLines.find((logged) => logged.includes('"find-me"'));
      expect(line).toContain('the secret inside');
    }));
  it('answers 502 target_status for a target that answers 404, 410 or 500', () =>
    withoutCharge(async () => {
      for (const path of ['/missing', '/gone', '/broken']) {
        await expectError(service.post('scrape', { url: site.origin + path }), 502, 'target_status');
        await expectError(service.post('ocr', { imageUrl: site.origin + path }), 502, 'target_status');
      }
    }));
  it('logs a 404 of the target in one line, without a stack trace and without the query of the URL', async () => {
    const headers = { 'x-request-id': 'missing-target' };
    await service.post('scrape', { url: `${site.origin}/missing?token=hidden` }, headers);
    const line = service.logLines.find((logged) => logged.includes('"missing-target"')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      code: 'target_status',
      reason: `${site.origin}/missing responded with 404`,
    });
    expect(line).not.toMatch(/hidden|stack/);
  });
  it('answers 502 blocked for a bot wall, a refusal and robots.txt', () =>
    withoutCharge(async () => {
      for (const path of ['/wall', '/forbidden', '/closed']) {
        await expectError(service.post('scrape', { url: site.origin + path }), 502, 'blocked');
      }
    }));
  it('answers 502 fetch_failed for a host that refuses the connection', async () => {
    const port = await findFreePort();
    await expectError(service.post('scrape', { url: `http://127.0.0.1:${port}/` }), 502, 'fetch_failed');
    await expectError(service.post('map', { url: `http://127.0.0.1:${port}/` }), 502, 'fetch_failed');
  });
  it('answers 503 overloaded when the node has too many waiting', async () => {
    const { key } = await makeKey({});
    const mine = [1, 2, 3, 4].map(() => service.post('waiting', {}));
    const others = [1, 2, 3, 4].map(() => service.post('waiting', {}, { authorization: `Bearer ${key}` }));
    const response = await expectError(Promise.race([...mine, ...others]), 503, 'overloaded');
    expect(response.headers.get('retry-after')).toBe('2');
    await letGoUntil(Promise.all([...mine, ...others]));
  });
  it('answers 503 model_unavailable for a translation whose model was never pulled, and says how to get it', () =>
    withoutCharge(async () => {
      const content = 'The old mill by the river grinds the grain of the whole village.';
      const response = await expectError(
        service.postForm({ content, targetLanguage: 'pt' }),
        503,
        'model_unavailable',
        /QUERN_MODELS_/,
      );
      expect(response.headers.get('retry-after')).not.toBeNull();
    }));
  it('answers 503 engine_unavailable when the language model set does not answer', async () => {
    const port = await findFreePort();
    const other = await startTestService({
      QUERN_LLM_BASE_URL: `http://127.0.0.1:${port}/v1`,
      QUERN_LLM_MODEL: 'none',
    });
    const answer = other.postForm({
      content: 'The old mill grinds the grain of the village.',
      targetLanguage: 'yo',
    });
    await expectError(answer, 503, 'engine_unavailable');
    await other.stop();
  });
  it('answers 504 fetch_timeout for a target that is too slow, and charges nothing', () =>
    withoutCharge(async () => {
      await expectError(service.post('scrape', { url: `${site.origin}/slow` }), 504, 'fetch_timeout');
      await expectError(service.post('ocr', { imageUrl: `${site.origin}/slow` }), 504, 'fetch_timeout');
    }));
  it('answers 504 time_limit when an operation takes too long, and charges nothing', () =>
    withoutCharge(() => expectError(service.post('endless', {}), 504, 'time_limit', /0\.08 s/)));
});

describe('the forms of an error', () => {
  it('is problem details (RFC 9457) for a client that accepts them', async () => {
    const response = await service.post('sentiment', {}, { accept: 'application/problem+json' });
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const body = (await response.json()) as { type: string };
    expect(body).toMatchObject({
      status: 400,
      code: 'invalid_parameters',
      title: errorCodes.invalid_parameters.title,
    });
    expect(body.type).toBe(`${service.url}/docs/errors/invalid_parameters`);
    expect((await fetch(body.type)).status).toBe(200);
  });
  it('is in kind for what is no HTTP', async () => {
    const text = await rawRequest('NONSENSE\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"code":"invalid_parameters"');
  });
  it('never has a key or a text in the log', async () => {
    await service.post('sentiment', { text: 'a most private remark' });
    const log = service.logLines.join('');
    expect(log).not.toContain('private remark');
    expect(log).not.toContain(testApiKey);
    expect(log).not.toContain(testAdminToken);
  });
});

async function rawRequest(text: string): Promise<string> {
  const { connect } = await import('node:net');
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

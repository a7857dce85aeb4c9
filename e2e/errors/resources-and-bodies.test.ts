import { request } from 'node:http';
import { type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createKey,
  type ErrorTestService,
  expectError,
  type Gate,
  startErrorTestService,
} from './error-test-service.ts';

let fixture: ErrorTestService;
let service: TestService;
let gate: Gate;

beforeAll(async () => {
  fixture = await startErrorTestService();
  ({ service, gate } = fixture);
});
afterAll(() => fixture.stop());

describe('404, 405, 409', () => {
  it('returns 404 not_found for an unknown path', () =>
    expectError(service.post('nothing', {}), 404, 'not_found'));
  it('returns 404 not_found for an unknown scrape id', async () => {
    const { key } = await createKey(service);
    const response = fetch(`${service.url}/v0/scrapes/scr_x`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await expectError(response, 404, 'not_found', /scr_x/);
  });
  it('returns 405 method_not_allowed with Allow', async () => {
    const response = await expectError(fetch(`${service.url}/v0/sentiment`), 405, 'method_not_allowed');
    expect(response.headers.get('allow')).toBe('POST');
  });
  it('returns 409 idempotency_mismatch for the same key with another body', async () => {
    const headers = { 'idempotency-key': 'mismatch' };
    expect((await service.post('instant', { text: 'one' }, headers)).status).toBe(200);
    await expectError(service.post('instant', { text: 'two' }, headers), 409, 'idempotency_mismatch');
  });
  it('returns 409 idempotency_running while the first request runs', async () => {
    const headers = { 'idempotency-key': 'running' };
    const responses = [1, 2].map(() => service.post('waiting', {}, headers));
    const response = await expectError(Promise.race(responses), 409, 'idempotency_running');
    expect(response.headers.get('retry-after')).toBe('1');
    await gate.openUntil(Promise.all(responses));
    expect((await Promise.all(responses)).map((response) => response.status).sort()).toEqual([200, 409]);
  });
});

describe('413 and 415', () => {
  it('returns 413 body_too_large for a large Content-Length, and for a large body without one', async () => {
    const body = JSON.stringify({ text: 'a'.repeat(17 * 1024 * 1024) });
    await expectError(service.post('sentiment', body), 413, 'body_too_large');
    const streamed = await stream('/v0/sentiment', 'application/json', body);
    expect([streamed.status, JSON.parse(streamed.body).code]).toEqual([413, 'body_too_large']);
  });
  it('returns 415 unsupported_media_type with the accepted types', async () => {
    const response = service.post('sentiment', 'text=a', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    await expectError(response, 415, 'unsupported_media_type', /application\/json/);
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

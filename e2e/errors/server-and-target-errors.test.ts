import { openRefusingPort } from '@quern/testing/network/refusing-port';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import type { TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createKey,
  type ErrorTestService,
  expectError,
  expectNoCharge,
  type Gate,
  startErrorTestService,
} from './error-test-service.ts';

let fixture: ErrorTestService;
let service: TestService;
let site: TestSite;
let gate: Gate;

beforeAll(async () => {
  fixture = await startErrorTestService();
  ({ service, site, gate } = fixture);
});
afterAll(() => fixture.stop());

describe('500 to 504', () => {
  it('returns 500 internal_error without details, logs them with the request id, and charges nothing', () =>
    expectNoCharge(service, async () => {
      const response = await service.post('faulty', {}, { 'x-request-id': 'find-me' });
      const text = await response.text();
      expect([response.status, JSON.parse(text).code]).toEqual([500, 'internal_error']);
      expect(text).not.toContain('secret');
      const line = service.logLines.find((logged) => logged.includes('"find-me"'));
      expect(line).toContain('the secret inside');
    }));
  it('returns 502 target_status for a target that responds with 404, 410 or 500', () =>
    expectNoCharge(service, async () => {
      for (const path of ['/missing', '/gone', '/broken']) {
        await expectError(service.post('scrape', { url: site.origin + path }), 502, 'target_status');
        await expectError(service.post('ocr', { imageUrl: site.origin + path }), 502, 'target_status');
      }
    }));
  it('returns 502 blocked for a bot challenge, a 403 and a robots.txt rule', () =>
    expectNoCharge(service, async () => {
      for (const path of ['/challenge', '/forbidden', '/closed']) {
        await expectError(service.post('scrape', { url: site.origin + path }), 502, 'blocked');
      }
    }));
  it('returns 502 fetch_failed for a host that refuses the connection', async () => {
    const { port, close } = await openRefusingPort();
    await expectError(service.post('scrape', { url: `http://127.0.0.1:${port}/` }), 502, 'fetch_failed');
    await expectError(service.post('map', { url: `http://127.0.0.1:${port}/` }), 502, 'fetch_failed');
    await close();
  });
  it('returns 503 overloaded when too many requests of all keys wait', async () => {
    const { key } = await createKey(service);
    const mine = [1, 2, 3, 4].map(() => service.post('waiting', {}));
    const others = [1, 2, 3, 4].map(() => service.post('waiting', {}, { authorization: `Bearer ${key}` }));
    const response = await expectError(Promise.race([...mine, ...others]), 503, 'overloaded');
    expect(response.headers.get('retry-after')).toBe('2');
    await gate.openUntil(Promise.all([...mine, ...others]));
  });
  it('returns 503 model_unavailable with the setting to change if the translation model is not installed', () =>
    expectNoCharge(service, async () => {
      const content = 'The old mill by the river grinds the grain of the whole village.';
      const response = await expectError(
        service.postForm({ content, targetLanguage: 'pt' }),
        503,
        'model_unavailable',
        /QUERN_MODELS_/,
      );
      expect(response.headers.get('retry-after')).not.toBeNull();
    }));
  it('returns 503 engine_unavailable if the language model endpoint does not respond', async () => {
    const { port, close } = await openRefusingPort();
    const other = await startTestService({
      QUERN_LLM_BASE_URL: `http://127.0.0.1:${port}/v1`,
      QUERN_LLM_MODEL: 'none',
    });
    const response = other.postForm({
      content: 'The old mill grinds the grain of the village.',
      targetLanguage: 'yo',
    });
    await expectError(response, 503, 'engine_unavailable');
    await other.stop();
    await close();
  });
  it('returns 504 fetch_timeout for a target that does not respond, and charges nothing', async () => {
    const hurried = await startErrorTestService({ QUERN_FETCH_TIME: '300ms', QUERN_ROBOTS: 'ignore' });
    const { service, site } = hurried;
    await expectNoCharge(service, async () => {
      await expectError(service.post('scrape', { url: `${site.origin}/slow` }), 504, 'fetch_timeout');
      await expectError(service.post('ocr', { imageUrl: `${site.origin}/slow` }), 504, 'fetch_timeout');
    });
    await hurried.stop();
  });
  it('returns 504 time_limit when an operation takes too long, and charges nothing', () =>
    expectNoCharge(service, () => expectError(service.post('endless', {}), 504, 'time_limit', /0\.08 s/)));
});

import { createQuern, createQuernAdmin } from '@quern/sdk';
import {
  startTestService,
  type TestService,
  testAdminToken,
  testApiKey,
} from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('the last requests', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ QUERN_CHROMIUM: 'off' });
    await service.post('sentiment', { text: 'A confidential text.' });
    await service.post('sentiment', { text: 'A confidential text.' }, { 'x-dry-run': 'true' });
    await service.post('sentiment', { text: '' });
  });
  afterAll(() => service.stop());

  it('are listed for their key, with the time they took and their errors, and without their content', async () => {
    const { data } = await createQuern({ baseUrl: service.url, apiKey: testApiKey }).requests({ limit: 10 });
    expect(data.requests).toMatchObject([
      { operation: 'sentiment', status: 400, code: 'invalid_parameters', creditsUsed: 0 },
      { operation: 'sentiment', status: 200, code: null, creditsUsed: 1, jobId: null },
    ]);
    expect(data.latency).toMatchObject([{ operation: 'sentiment', count: 1 }]);
    expect(data.latency[0]?.p50Ms).toBe(data.requests[1]?.durationMs);
    expect(data.errors).toEqual([{ code: 'invalid_parameters', count: 1 }]);
    expect(JSON.stringify(data)).not.toContain('confidential');
  });

  it('are not those of other keys, except for administrators', async () => {
    const admin = createQuernAdmin({ baseUrl: service.url, adminToken: testAdminToken });
    const accountId = await service.bootstrapAccountId();
    const { id, key } = await admin.keys.create({ accountId, name: 'other' });
    const other = createQuern({ baseUrl: service.url, apiKey: key });
    expect((await other.requests()).data).toEqual({ requests: [], latency: [], errors: [] });
    await other.sentiment({ text: 'Fine.' });
    expect((await other.requests()).data.requests).toHaveLength(1);
    expect(await admin.requests.list({ accountId })).toHaveLength(3);
    expect(await admin.requests.list({ keyId: id })).toMatchObject([{ keyId: id, accountId, status: 200 }]);
    expect(await admin.requests.list({ code: 'invalid_parameters' })).toHaveLength(1);
    expect(await admin.requests.list({ limit: 1 })).toMatchObject([{ keyId: id }]);
  });
});

import type { TestService } from '@quern/testing/service/start-test-service';
import type { TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { generateKey } from '../../apps/server/src/keys/key-format.ts';
import {
  createKey,
  type ErrorTestService,
  expectError,
  startErrorTestService,
} from './error-test-service.ts';

let fixture: ErrorTestService;
let service: TestService;
let site: TestSite;

beforeAll(async () => {
  // Only dates are faked: they stand still.
  vi.useFakeTimers({ toFake: ['Date'] });
  fixture = await startErrorTestService();
  ({ service, site } = fixture);
});
afterAll(async () => {
  await fixture.stop();
  vi.useRealTimers();
});

describe('401', () => {
  const withKey = (key: string) => service.post('instant', { text: 'a' }, { authorization: key });
  const expectChallenge = async (request: Promise<Response>, code: string): Promise<void> => {
    const response = await expectError(request, 401, code);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
  };
  it('returns 401 missing_key without a key', async () => {
    await expectChallenge(withKey(''), 'missing_key');
    await expectChallenge(withKey('Basic abc'), 'missing_key');
  });
  it('returns 401 malformed_key for a key with a wrong checksum', () => {
    const key = generateKey();
    return expectChallenge(
      withKey(`Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`),
      'malformed_key',
    );
  });
  it('returns 401 unknown_key for an unknown key', () =>
    expectChallenge(withKey(`Bearer ${generateKey()}`), 'unknown_key'));
  it('returns 401 expired_key and 401 revoked_key', async () => {
    const expiresAt = new Date(Date.now() + 60_000); // clock: faked
    const expiring = await createKey(service, { expiresAt: expiresAt.toISOString() });
    const revoked = await createKey(service);
    expect((await withKey(`Bearer ${revoked.key}`)).status).toBe(200);
    await service.adminRequest('DELETE', `/keys/${revoked.id}`);
    await expectChallenge(withKey(`Bearer ${revoked.key}`), 'revoked_key');
    expect((await withKey(`Bearer ${expiring.key}`)).status).toBe(200);
    vi.setSystemTime(expiresAt);
    await expectChallenge(withKey(`Bearer ${expiring.key}`), 'expired_key');
  });
});

describe('402 and 403', () => {
  it('returns 402 insufficient_credits with balance and price, before the operation runs', async () => {
    const { key } = await createKey(service, {}, 1);
    const authorization = { authorization: `Bearer ${key}` };
    await expectError(
      service.postForm({ content: 'A text.' }, authorization),
      402,
      'insufficient_credits',
      /costs at least 2 .* has 1/,
    );
    await expectError(
      service.post('map', { url: site.origin }, authorization),
      402,
      'insufficient_credits',
      /costs 5 .* has 1/,
    );
  });
  it('returns 402 key_budget_exceeded when the key has spent its budget', async () => {
    const { key } = await createKey(service, { budget: 1 });
    const authorization = { authorization: `Bearer ${key}` };
    expect((await service.post('instant', { text: 'a' }, authorization)).status).toBe(200);
    await expectError(
      service.post('instant', { text: 'a' }, authorization),
      402,
      'key_budget_exceeded',
      /budget of 1/,
    );
  });
  it('returns 403 scope_denied outside the scopes of the key', async () => {
    const { key } = await createKey(service, { scopes: ['ocr'] });
    await expectError(
      service.post('sentiment', { text: 'a' }, { authorization: `Bearer ${key}` }),
      403,
      'scope_denied',
      /ocr/,
    );
  });
  it('returns 403 account_disabled while the account of the key is disabled', async () => {
    const { key, accountId } = await createKey(service);
    const authorization = { authorization: `Bearer ${key}` };
    const send = () => service.post('instant', { text: 'a' }, authorization);
    const setDisabled = (disabled: boolean) =>
      service.adminRequest('PATCH', `/accounts/${accountId}`, { disabled });
    expect((await send()).status).toBe(200);
    const { account } = (await (await setDisabled(true)).json()) as { account: { disabledAt: number } };
    expect(account.disabledAt).toBe(Date.now()); // clock: faked
    await expectError(send(), 403, 'account_disabled', /account of the API key qn_live_\S+ is disabled/);
    const jobs = fetch(`${service.url}/v0/jobs`, { headers: authorization });
    await expectError(jobs, 403, 'account_disabled');
    expect((await setDisabled(false)).status).toBe(200);
    expect((await send()).status).toBe(200);
  });
  it('applies changed scopes, rate and budget of a key to the next request', async () => {
    const { id, key } = await createKey(service, { budget: 1, scopes: ['ocr'] });
    const send = () => service.post('instant', { text: 'a' }, { authorization: `Bearer ${key}` });
    const change = async (changes: object): Promise<void> =>
      expect((await service.adminRequest('PATCH', `/keys/${id}`, changes)).status).toBe(200);
    await expectError(send(), 403, 'scope_denied');
    await change({ scopes: ['*'] });
    expect((await send()).status).toBe(200);
    await expectError(send(), 402, 'key_budget_exceeded');
    await change({ budget: null });
    expect((await send()).status).toBe(200);
    await change({ ratePerMinute: 1 });
    expect((await send()).status).toBe(200);
    await expectError(send(), 429, 'rate_limited');
    await change({ ratePerMinute: null, expiresAt: '2020-01-01T00:00:00Z' });
    await expectError(send(), 401, 'expired_key');
    await service.adminRequest('DELETE', `/keys/${id}`);
    await expectError(service.adminRequest('PATCH', `/keys/${id}`, { expiresAt: null }), 409, 'conflict');
  });
});

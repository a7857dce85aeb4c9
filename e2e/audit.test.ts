import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startTestService,
  type TestService,
  testAdminToken,
  testApiKey,
} from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPrefix, listAdminEndpoints } from '../apps/server/src/http/admin/endpoints.ts';

interface Entry {
  readonly id: number;
  readonly createdAt: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly requestId: string | null;
}

const modelsDir = mkdtempSync(join(tmpdir(), 'quern-models-'));
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ QUERN_MODELS_DIR: modelsDir });
});
afterAll(async () => {
  await service.stop();
  rmSync(modelsDir, { recursive: true, force: true });
});

const list = async (query = ''): Promise<readonly Entry[]> => {
  const response = await service.adminRequest('GET', `/audit${query}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { entries: Entry[] }).entries;
};

/** Sends a change. @returns its response and the entries it has added */
async function change(method: string, path: string, body?: object) {
  const [newest] = await list('?limit=1');
  const response = await service.adminRequest(method, path, body);
  const data = (await response.json()) as Record<string, { id: string; key: string }>;
  const added = (await list()).filter(({ id }) => id > (newest?.id ?? 0));
  return { status: response.status, requestId: response.headers.get('x-request-id'), data, added };
}

async function createAccount(): Promise<string> {
  return (await change('POST', '/accounts', { name: 'audited', credits: 5 })).data['account']?.id ?? '';
}

async function createKey(): Promise<string> {
  const accountId = await createAccount();
  return (await change('POST', '/keys', { accountId, name: 'audited' })).data['key']?.id ?? '';
}

/** Copies the files of a model, which are not used. */
async function installModel(): Promise<string> {
  mkdirSync(join(modelsDir, 'en-pt'), { recursive: true });
  for (const file of ['model.enpt.bin', 'lex.enpt.bin', 'vocab.enpt.spm']) {
    writeFileSync(join(modelsDir, 'en-pt', file), 'x');
  }
  return 'en-pt';
}

/** A successful call of each endpoint that changes something, and the action that it is recorded as. */
const calls: Readonly<
  Record<string, { action: string; createTarget?: () => Promise<string>; body?: () => Promise<object> }>
> = {
  createAccount: { action: 'account.create', body: async () => ({ name: 'new', credits: 7 }) },
  updateAccount: {
    action: 'account.update',
    createTarget: createAccount,
    body: async () => ({ name: 'renamed', disabled: true }),
  },
  grantCredits: { action: 'credits.grant', createTarget: createAccount, body: async () => ({ amount: -2 }) },
  createKey: {
    action: 'key.create',
    body: async () => ({ accountId: await createAccount(), name: 'new', scopes: ['ocr'] }),
  },
  updateKey: { action: 'key.update', createTarget: createKey, body: async () => ({ budget: 9 }) },
  revokeKey: { action: 'key.revoke', createTarget: createKey },
  rotateKey: { action: 'key.rotate', createTarget: createKey, body: async () => ({}) },
  pullModel: { action: 'model.pull', body: async () => ({ id: 'en-de' }) },
  verifyModel: { action: 'model.verify', createTarget: installModel },
  removeModel: { action: 'model.remove', createTarget: installModel },
};

const changing = listAdminEndpoints([]).filter(({ method }) => method !== 'GET');

describe('the audit log', () => {
  it.each(changing)('records one entry and one log line for a successful $operationId', async (endpoint) => {
    const call = calls[endpoint.operationId];
    if (call === undefined) throw new Error(`add a call of ${endpoint.operationId}, which must be audited`);
    const target = await call.createTarget?.();
    const body = await call.body?.();
    const from = service.logLines.length;
    const path = endpoint.path.replace(':id', target ?? '');
    const { status, requestId, added, data } = await change(endpoint.method, path, body);
    expect([status, added.length]).toEqual([endpoint.status, 1]);
    const [entry] = added;
    expect(entry).toMatchObject({ actor: 'admin', action: call.action, requestId });
    expect(requestId).toMatch(/^req_/);
    const created = Object.values(data)[0]?.id;
    expect(entry?.target).toBe(target ?? created);
    const lines = service.logLines.slice(from).filter((line) => line.includes('"admin action"'));
    const { id: _id, createdAt: _createdAt, ...fields } = entry ?? {};
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 30, time: expect.any(Number), msg: 'admin action', ...fields },
    ]);
    const secret = data['key']?.key;
    if (secret !== undefined) expect(JSON.stringify([added, lines])).not.toContain(secret);
  });

  it('records nothing for changes that fail, and for reads', async () => {
    const accountId = await createAccount();
    const keyId = await createKey();
    await change('DELETE', `/keys/${keyId}`);
    const failing: ReadonlyArray<readonly [string, string, object?]> = [
      ['POST', '/accounts', { name: '' }],
      ['PATCH', '/accounts/acc_none', { name: 'a' }],
      ['POST', `/accounts/${accountId}/credits`, { amount: -100 }],
      ['POST', '/accounts/acc_none/credits', { amount: 1 }],
      ['POST', '/keys', { accountId: 'acc_none', name: 'a' }],
      ['PATCH', `/keys/${keyId}`, { name: 'a' }],
      ['DELETE', '/keys/key_none'],
      ['POST', `/keys/${keyId}/rotate`, {}],
      ['POST', '/models/xx-yy/verification'],
      ['DELETE', '/models/xx-yy'],
    ];
    for (const [method, path, body] of failing) {
      const { status, added } = await change(method, path, body);
      expect([path, status >= 400, added]).toEqual([path, true, []]);
    }
    for (const endpoint of listAdminEndpoints([]).filter(({ method }) => method === 'GET')) {
      const { added } = await change('GET', endpoint.path.replace(':id', accountId));
      expect(added).toEqual([]);
    }
  });

  it('contains the values before and after a change, and no others', async () => {
    const keyId = await createKey();
    const { added: updated } = await change('PATCH', `/keys/${keyId}`, { budget: 9, scopes: ['ocr'] });
    expect(updated).toMatchObject([
      { before: { budget: null, scopes: ['*'] }, after: { budget: 9, scopes: ['ocr'] } },
    ]);
    expect(Object.keys(updated[0]?.before ?? {}).sort()).toEqual(['budget', 'scopes']);
    const { added: revoked } = await change('DELETE', `/keys/${keyId}`);
    expect(revoked).toMatchObject([
      { before: { revokedAt: null }, after: { revokedAt: expect.any(Number) } },
    ]);
    const accountId = await createAccount();
    const { added: granted } = await change('POST', `/accounts/${accountId}/credits`, {
      amount: 3,
      note: 'May',
    });
    expect(granted).toMatchObject([{ before: null, after: { amount: 3, note: 'May' } }]);
    const { added: disabled } = await change('PATCH', `/accounts/${accountId}`, { disabled: true });
    expect(disabled).toMatchObject([
      { before: { disabledAt: null }, after: { disabledAt: expect.any(Number) } },
    ]);
  });

  it('records the account and the key of the first start as bootstrap, without the key', async () => {
    const entries = (await list('?limit=1000')).filter(({ actor }) => actor === 'bootstrap');
    expect(entries).toMatchObject([
      { action: 'key.create', before: null, after: { name: 'bootstrap' }, requestId: null },
      { action: 'account.create', before: null, after: { name: 'bootstrap' }, requestId: null },
    ]);
    expect(JSON.stringify(entries)).not.toContain(testApiKey);
  });

  it('filters by action, target and time, and pages with before', async () => {
    const accountId = await createAccount();
    await change('POST', `/accounts/${accountId}/credits`, { amount: 1 });
    await change('POST', `/accounts/${accountId}/credits`, { amount: 2 });
    const ofTarget = await list(`?target=${accountId}`);
    expect(ofTarget.map(({ action }) => action)).toEqual([
      'credits.grant',
      'credits.grant',
      'account.create',
    ]);
    const first = await list(`?target=${accountId}&limit=2`);
    const second = await list(`?target=${accountId}&limit=2&before=${first[1]?.id}`);
    expect([...first, ...second]).toEqual(ofTarget);
    expect(await list(`?target=${accountId}&action=account.create`)).toEqual(ofTarget.slice(2));
    const [newest] = ofTarget;
    const at = new Date(newest?.createdAt ?? 0).toISOString();
    expect(await list(`?target=${accountId}&action=credits.grant&to=${at}`)).toContainEqual(newest);
    expect(await list(`?target=${accountId}&to=${at.slice(0, 10)}`)).toEqual(ofTarget);
    expect(await list(`?from=2100-01-01`)).toEqual([]);
    for (const query of ['from=yesterday', 'to=2026-02-31T99:00Z', 'before=x', 'limit=0']) {
      expect((await service.adminRequest('GET', `/audit?${query}`)).status).toBe(400);
    }
  });

  it('has the id that a client sends with the request', async () => {
    const response = await fetch(`${service.url}${adminPrefix}/accounts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${testAdminToken}`,
        'content-type': 'application/json',
        'x-request-id': 'ticket-4711',
      },
      body: JSON.stringify({ name: 'new' }),
    });
    expect(response.headers.get('x-request-id')).toBe('ticket-4711');
    expect(await list('?limit=1')).toMatchObject([{ requestId: 'ticket-4711' }]);
  });
});

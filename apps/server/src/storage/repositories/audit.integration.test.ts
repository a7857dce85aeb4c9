import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditAction, AuditChange } from '../driver/audit-change.ts';
import { createTestAccount, liveNodeId, uniqueText } from '../fixtures/create-test-account.ts';
import { describeDatabases } from '../fixtures/describe-databases.ts';
import type { Store } from '../store.ts';

const change = (action: AuditAction, target: string, createdAt = 1): AuditChange => ({
  actor: 'admin',
  action,
  target,
  before: { name: 'a' },
  after: null,
  requestId: 'req_1',
  createdAt,
});

describeDatabases('the audit log', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.nodes.recordHeartbeat(liveNodeId, 1_000_000);
  }, 60_000);
  afterAll(() => store.close());

  const actionsOf = async (target: string): Promise<string[]> =>
    (await store.audit.list({ target, before: Number.MAX_SAFE_INTEGER, limit: 100 })).map(
      ({ action }) => action,
    );

  it('stores a change with each kind of write, in the same transaction', async () => {
    const { accountId, keyId } = await createTestAccount(store, 10);
    await store.accounts.update(accountId, { name: 'new' }, change('account.update', accountId));
    const audit = change('credits.grant', accountId);
    await store.ledger.grant({ accountId, amount: 5, note: '', now: 2, audit });
    expect(await actionsOf(accountId)).toEqual(['credits.grant', 'account.update']);
    const successor = { id: uniqueText('key'), hash: uniqueText('hash'), hint: '' };
    await store.keys.update(keyId, { budget: 7 }, 3, change('key.update', keyId));
    await store.keys.rotate(keyId, successor, 4, 9, change('key.rotate', keyId));
    await store.keys.revoke(keyId, 5, change('key.revoke', keyId));
    expect(await actionsOf(keyId)).toEqual(['key.revoke', 'key.rotate', 'key.update']);
    const id = uniqueText('acc');
    const account = { id, name: 'a', credits: 3, note: '', now: 1, audit: change('account.create', id) };
    const opened = await Promise.all([1, 2, 3].map(() => store.ledger.openAccount(account)));
    expect(opened.filter((isCreated) => isCreated)).toHaveLength(1);
    expect(await actionsOf(id)).toEqual(['account.create']);
  });

  it('stores nothing if nothing has changed', async () => {
    const { accountId, keyId } = await createTestAccount(store, 10);
    const none = uniqueText('key');
    await store.accounts.update(none, { name: 'new' }, change('account.update', none));
    await store.keys.update(none, { budget: 7 }, 3, change('key.update', none));
    await store.keys.revoke(none, 5, change('key.revoke', none));
    expect(await actionsOf(none)).toEqual([]);
    const audit = change('credits.grant', accountId);
    const grant = { accountId, amount: -100, note: '', now: 2, audit };
    expect(await store.ledger.grant(grant)).toBeUndefined();
    expect(await actionsOf(accountId)).toEqual([]);
    const hash = (await store.keys.find(keyId))?.hash ?? '';
    await store.keys.revoke(keyId, 5);
    await store.keys.update(keyId, { budget: 7 }, 6, change('key.update', keyId));
    const successor = { id: uniqueText('key'), hash, hint: '' };
    await store.keys.rotate(keyId, successor, 6, 9, change('key.rotate', keyId));
    expect(await actionsOf(keyId)).toEqual([]);
  });

  it('lists entries as they were stored, the newest first, by time and action', async () => {
    const target = uniqueText('en-pt');
    for (const at of [10, 20, 30]) await store.audit.insert(change('model.pull', target, at));
    await store.audit.insert({ ...change('model.remove', target, 30), requestId: null, before: null });
    const filter = { target, before: Number.MAX_SAFE_INTEGER, limit: 100 };
    const entries = await store.audit.list(filter);
    expect(entries.map(({ createdAt }) => createdAt)).toEqual([30, 30, 20, 10]);
    expect(entries[1]).toEqual({ id: entries[1]?.id, ...change('model.pull', target, 30) });
    const period = await store.audit.list({ ...filter, from: 20, to: 30 });
    expect(period.map(({ createdAt }) => createdAt)).toEqual([20]);
    expect(await store.audit.list({ ...filter, action: 'model.remove' })).toEqual(entries.slice(0, 1));
    const older = await store.audit.list({ ...filter, before: entries[1]?.id ?? 0, limit: 1 });
    expect(older).toEqual(entries.slice(2, 3));
  });
});

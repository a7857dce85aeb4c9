import { afterAll, beforeAll, expect, it } from 'vitest';
import { KeyVerifier } from '../../keys/key-verifier.ts';
import { createTestAccount, liveNodeId, uniqueText } from '../fixtures/create-test-account.ts';
import { describeDatabases } from '../fixtures/describe-databases.ts';
import type { Store } from '../store.ts';

describeDatabases('keys', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.nodes.recordHeartbeat(liveNodeId, 1_000_000);
  }, 60_000);
  afterAll(() => store.close());

  it('leaves a key unchanged if its successor cannot be stored, or if it is revoked or expired', async () => {
    const { keyId } = await createTestAccount(store, 1);
    const other = await createTestAccount(store, 1, { expiresAt: 40 });
    const taken = (await store.keys.find(keyId))?.hash ?? '';
    const successor = { id: uniqueText('key'), hash: uniqueText('hash'), hint: '' };
    await expect(store.keys.rotate(keyId, { ...successor, hash: taken }, 50, 90)).rejects.toThrow();
    expect(await store.keys.find(keyId)).toMatchObject({ revokedAt: null });
    expect(await store.keys.rotate(other.keyId, successor, 50, 90)).toBeUndefined();
    expect(await store.keys.find(other.keyId)).toMatchObject({ revokedAt: null });
    await store.keys.revoke(keyId, 45);
    expect(await store.keys.rotate(keyId, successor, 50, 90)).toBeUndefined();
    expect(await store.keys.find(keyId)).toMatchObject({ revokedAt: 45 });
  });

  it('changes only the given settings of a key, and the budget of all keys it was rotated to', async () => {
    const { keyId } = await createTestAccount(store, 1, { budget: 5, expiresAt: 90_000, ratePerMinute: 3 });
    const before = await store.keys.find(keyId);
    const successor = { id: uniqueText('key'), hash: uniqueText('hash'), hint: '' };
    await store.keys.rotate(keyId, successor, 50, 80_000);
    const changes = { name: 'new', scopes: ['ocr', 'map'], expiresAt: null };
    const renamed = await store.keys.update(keyId, changes, 60);
    expect(renamed).toEqual({ ...before, ...changes, revokedAt: 80_000 });
    await store.keys.update(successor.id, { budget: 7, ratePerMinute: null }, 60);
    expect(await store.keys.find(keyId)).toMatchObject({ budget: 7, ratePerMinute: 3 });
    expect(await store.keys.find(successor.id)).toMatchObject({ budget: 7, ratePerMinute: null });
    await store.keys.update(successor.id, { budget: null }, 60);
    expect(await store.keys.find(keyId)).toMatchObject({ budget: null });
  });

  it('does not change a revoked key, and returns undefined for one that does not exist', async () => {
    const { keyId } = await createTestAccount(store, 1, { budget: 5 });
    const revoked = await store.keys.revoke(keyId, 45);
    const changes = { name: 'new', scopes: ['ocr'], expiresAt: 1, ratePerMinute: 1, budget: 1 };
    expect(await store.keys.update(keyId, changes, 50)).toEqual(revoked);
    expect(await store.keys.update('key_none', changes, 50)).toBeUndefined();
  });

  it('finds the keys of a disabled account as such', async () => {
    const { keyId, request } = await createTestAccount(store, 1);
    const { accountId } = request(1);
    expect(await store.accounts.update(accountId, { disabledAt: 70 })).toMatchObject({ disabledAt: 70 });
    expect(await store.keys.find(keyId)).toMatchObject({ isAccountDisabled: true });
    await store.accounts.update(accountId, { name: 'new' });
    expect(await store.accounts.find(accountId)).toMatchObject({ name: 'new', disabledAt: 70 });
    await store.accounts.update(accountId, { disabledAt: null });
    expect(await store.keys.find(keyId)).toMatchObject({ isAccountDisabled: false });
    expect(await store.accounts.update('acc_none', { name: 'new' })).toBeUndefined();
  });

  it('is refused by other nodes within two seconds after its account was disabled', async () => {
    const { keyId, accountId } = await createTestAccount(store, 1);
    let now = 1000;
    const [here, elsewhere] = [0, 1].map(() => new KeyVerifier(store.keys, () => now));
    for (const node of [here, elsewhere]) await node?.verifyId(keyId);
    await store.accounts.update(accountId, { disabledAt: now });
    here?.invalidateAll();
    await expect(here?.verifyId(keyId)).rejects.toMatchObject({ code: 'account_disabled' });
    now += 2000;
    await expect(elsewhere?.verifyId(keyId)).rejects.toMatchObject({ code: 'account_disabled' });
    await store.accounts.update(accountId, { disabledAt: null });
    now += 2000;
    expect(await elsewhere?.verifyId(keyId)).toMatchObject({ id: keyId });
  });

  it('rotates a key while it reserves and refunds, without a deadlock or a lost credit', async () => {
    const { request, keyId, find } = await createTestAccount(store, 1000, { budget: 1000 });
    const rotations = Array.from({ length: 20 }, () =>
      store.keys.rotate(keyId, { id: uniqueText('key'), hash: uniqueText('hash'), hint: '' }, 50, 90_000),
    );
    const requests = Array.from({ length: 100 }, async () => {
      const reservation = request(1);
      await store.ledger.reserve(reservation);
      await store.ledger.refund(reservation.reservationId, 2);
    });
    const successors = await Promise.all(rotations);
    await Promise.all(requests);
    expect(successors.every((successor) => successor !== undefined)).toBe(true);
    expect(await find()).toMatchObject({ available: 1000, held: 0 });
    expect(await store.keys.find(keyId)).toMatchObject({ spent: 0 });
  });
});

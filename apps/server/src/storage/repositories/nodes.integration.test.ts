import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount, liveNodeId, uniqueText } from '../fixtures/create-test-account.ts';
import { describeDatabases } from '../fixtures/describe-databases.ts';
import type { Store } from '../store.ts';

describeDatabases('nodes', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.nodes.recordHeartbeat(liveNodeId, 1_000_000);
  }, 60_000);
  afterAll(() => store.close());

  it('releases the reservations of nodes that are not registered, and no others', async () => {
    const { request, find } = await createTestAccount(store, 10);
    await store.nodes.recordHeartbeat('node_dead', 10);
    await store.ledger.reserve(request(3, { nodeId: 'node_dead' }));
    await store.ledger.reserve(request(2, { nodeId: 'node_never_seen' }));
    await store.ledger.reserve(request(1));
    await store.nodes.removeIfUnchanged({ id: 'node_dead', beats: 1 });
    expect(await store.nodes.releaseOrphanedReservations(600)).toBe(2);
    expect(await find()).toMatchObject({ available: 9, held: 1 });
    expect(await store.nodes.releaseOrphanedReservations(600)).toBe(0);
  });

  it('does not remove a node that has sent a heartbeat since its counter was read', async () => {
    const nodeId = uniqueText('node');
    await store.nodes.recordHeartbeat(nodeId, 9_000_000);
    const [read] = (await store.nodes.list()).filter(({ id }) => id === nodeId);
    expect(read).toEqual({ id: nodeId, beats: 1 });
    await store.nodes.recordHeartbeat(nodeId, 1);
    await store.nodes.removeIfUnchanged({ id: nodeId, beats: 1 });
    expect(await store.nodes.list()).toContainEqual({ id: nodeId, beats: 2 });
    await store.nodes.removeIfUnchanged({ id: nodeId, beats: 2 });
    expect((await store.nodes.list()).filter(({ id }) => id === nodeId)).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { createTestAccount } from '../storage/fixtures/create-test-account.ts';
import { describeDatabases } from '../storage/fixtures/describe-databases.ts';
import { deadAfterMs, heartbeatIntervalMs } from './node-failure-detector.ts';
import { NodeHeartbeat } from './node-heartbeat.ts';

describeDatabases('NodeHeartbeat', (open) => {
  it('releases the reservations of a node once it has not sent a heartbeat for 3.5 s', async () => {
    const store = await open();
    let monotonicMs = 0;
    const create = (nodeId: string) =>
      new NodeHeartbeat({
        ...{ nodes: store.nodes, nodeId, role: 'all' as const },
        ...{ now: () => 1000, monotonicNow: () => monotonicMs },
      });
    const [live, silent] = [create('node_a'), create('node_b')];
    await live.register(true);
    await silent.register(false);
    const { request, find } = await createTestAccount(store, 10);
    await store.ledger.reserve(request(3, { nodeId: 'node_a' }));
    await store.ledger.reserve(request(4, { nodeId: 'node_b' }));
    for (; monotonicMs < deadAfterMs; monotonicMs += heartbeatIntervalMs) {
      await live.send();
      expect(await find()).toMatchObject({ available: 3, held: 7 });
    }
    await live.send();
    expect(await find()).toMatchObject({ available: 7, held: 3 });
    await live.deregister();
    await create('node_c').register(false);
    expect(await find()).toMatchObject({ available: 10, held: 0 });
    await store.close();
  });
});

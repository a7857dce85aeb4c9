import { describe, expect, it } from 'vitest';
import { deadAfterMs, heartbeatIntervalMs, NodeFailureDetector } from './node-failure-detector.ts';

const looksUntilDead = deadAfterMs / heartbeatIntervalMs;

describe('watching the heartbeats of other nodes', () => {
  it('declares a node dead after 3.5 s without a change of its counter, and not before', () => {
    const watch = new NodeFailureDetector();
    const silent = { id: 'node_silent', beats: 7 };
    for (let look = 0; look < looksUntilDead; look += 1) {
      expect(watch.observe([silent, { id: 'node_live', beats: look }], look * heartbeatIntervalMs)).toEqual(
        [],
      );
    }
    expect(watch.observe([silent, { id: 'node_live', beats: 99 }], deadAfterMs)).toEqual([silent]);
  });

  it('frees what a dead node had within 5 s of its last heartbeat, at the latest possible look', () => {
    // The last beat comes just after a look; each look takes 20 ms longer than planned.
    const watch = new NodeFailureDetector();
    const period = heartbeatIntervalMs + 20;
    watch.observe([{ id: 'node_dead', beats: 1 }], 0);
    let look = 1;
    while (watch.observe([{ id: 'node_dead', beats: 2 }], look * period).length === 0) look += 1;
    expect(look * period).toBeLessThan(5000);
  });

  it('spares nodes after its own interruption or an outage of the database', () => {
    const watch = new NodeFailureDetector();
    const node = { id: 'node_other', beats: 1 };
    watch.observe([node], 0);
    watch.observe([node], heartbeatIntervalMs);
    expect(watch.observe([node], 3_600_000)).toEqual([]);
    expect(watch.observe([{ ...node, beats: 2 }], 3_600_000 + heartbeatIntervalMs)).toEqual([]);
  });

  it('takes a node that comes back, also with a smaller counter, as alive', () => {
    const watch = new NodeFailureDetector();
    for (let look = 0; look < looksUntilDead; look += 1)
      watch.observe([{ id: 'node_a', beats: 7 }], look * heartbeatIntervalMs);
    expect(watch.observe([{ id: 'node_a', beats: 1 }], deadAfterMs)).toEqual([]);
  });
});

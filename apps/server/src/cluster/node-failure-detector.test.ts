import { describe, expect, it } from 'vitest';
import { deadAfterMs, heartbeatIntervalMs, NodeFailureDetector } from './node-failure-detector.ts';

const observationsUntilDead = deadAfterMs / heartbeatIntervalMs;

describe('NodeFailureDetector', () => {
  it('reports a node as dead once its counter has not changed for 3.5 s, and not before', () => {
    const detector = new NodeFailureDetector();
    const silent = { id: 'node_silent', beats: 7 };
    for (let at = 0; at < observationsUntilDead; at += 1) {
      expect(detector.observe([silent, { id: 'node_live', beats: at }], at * heartbeatIntervalMs)).toEqual(
        [],
      );
    }
    expect(detector.observe([silent, { id: 'node_live', beats: 99 }], deadAfterMs)).toEqual([silent]);
  });

  it('reports a dead node within 5 s of its last heartbeat in the worst case', () => {
    // The last heartbeat is sent just after an observation; each observation is 20 ms late.
    const detector = new NodeFailureDetector();
    const period = heartbeatIntervalMs + 20;
    detector.observe([{ id: 'node_dead', beats: 1 }], 0);
    let observation = 1;
    while (detector.observe([{ id: 'node_dead', beats: 2 }], observation * period).length === 0)
      observation += 1;
    expect(observation * period).toBeLessThan(5000);
  });

  it('does not report nodes after the observer was interrupted or an outage of the database', () => {
    const detector = new NodeFailureDetector();
    const node = { id: 'node_other', beats: 1 };
    detector.observe([node], 0);
    detector.observe([node], heartbeatIntervalMs);
    expect(detector.observe([node], 3_600_000)).toEqual([]);
    expect(detector.observe([{ ...node, beats: 2 }], 3_600_000 + heartbeatIntervalMs)).toEqual([]);
  });

  it('regards a node whose counter changes as alive, even if it becomes smaller', () => {
    const detector = new NodeFailureDetector();
    for (let at = 0; at < observationsUntilDead; at += 1)
      detector.observe([{ id: 'node_a', beats: 7 }], at * heartbeatIntervalMs);
    expect(detector.observe([{ id: 'node_a', beats: 1 }], deadAfterMs)).toEqual([]);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from './storage/open-store.ts';

const beatMs = 2500;
/** A node not seen for so long is dead, and its reservations are given back. */
const deadAfterMs = 15_000;
const refundTries = 12;
const sweepMs = 3_600_000;

export interface NodePresence {
  readonly refundLater: (reservationId: string) => void;
  /** Says good-bye; what could not be refunded until now is left to the other nodes. */
  stop(): Promise<void>;
}

/**
 * Keeps this node known as alive, gives back what dead nodes had reserved, refunds what could not be
 * refunded at once, and sweeps out what has expired. The embedded database has one process at a time, so
 * there every other node is dead already at the start.
 */
export async function startPresence(
  store: Store,
  nodeId: string,
  now: () => number,
  onError: (error: unknown) => void,
): Promise<NodePresence> {
  /** Reservations to give back, with the tries left: one that is gone may yet arrive, if its connection was lost. */
  const unrefunded = new Map<string, number>();
  const stopping = new AbortController();
  const startedAt = await store.now();
  await store.nodes.beat(nodeId, startedAt);
  await store.nodes.releaseDead(store.dialect === 'sqlite' ? startedAt : startedAt - deadAfterMs, startedAt);

  const beat = async (): Promise<void> => {
    const at = await store.now();
    await store.nodes.beat(nodeId, at);
    for (const [reservationId, tries] of unrefunded) {
      const outcome = await store.ledger.refund(reservationId, at);
      if (outcome.kind === 'done' || tries <= 1) unrefunded.delete(reservationId);
      else unrefunded.set(reservationId, tries - 1);
    }
    if (store.dialect === 'postgres') await store.nodes.releaseDead(at - deadAfterMs, at);
  };
  const live = async (): Promise<void> => {
    let sweptAt = 0;
    while (!stopping.signal.aborted) {
      try {
        if (now() - sweptAt > sweepMs) {
          await store.results.sweep(now());
          sweptAt = now();
        }
        await beat();
      } catch (error) {
        onError(error);
      }
      await sleep(beatMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  const living = live();
  return {
    refundLater: (reservationId) => void unrefunded.set(reservationId, refundTries),
    stop: async () => {
      stopping.abort();
      await living;
      await store.nodes.leave(nodeId).catch(onError);
    },
  };
}

import type { ApiKey } from '@quern/sdk';

/** The part of a timeline in which a key is valid. */
export interface TimelineBar {
  readonly key: ApiKey;
  /** Share of the width, 0 to 1. */
  readonly start: number;
  readonly end: number;
  /** The end in milliseconds since the epoch; undefined if the key stays valid. */
  readonly endsAt: number | undefined;
}

/** The keys of one chain of rotations. */
export interface Timeline {
  readonly bars: readonly TimelineBar[];
  /** Share of the width at which the present is. */
  readonly now: number;
}

/**
 * Arranges the keys that were rotated: a timeline for each chain of at least two keys, the last rotation first.
 *
 * @param nowMs milliseconds since the epoch
 */
export function toTimelines(keys: readonly ApiKey[], nowMs: number): Timeline[] {
  const chains = [...Map.groupBy(keys, ({ budgetKeyId }) => budgetKeyId).values()]
    .filter(({ length }) => length > 1)
    .map((chain) => chain.toSorted((a, b) => a.createdAt - b.createdAt));
  const lastCreated = (chain: readonly ApiKey[]): number => chain.at(-1)?.createdAt ?? 0;
  chains.sort((a, b) => lastCreated(b) - lastCreated(a));
  return chains.map((chain) => toTimeline(chain, nowMs));
}

function toTimeline(chain: readonly ApiKey[], nowMs: number): Timeline {
  const ends = chain.map(endOf);
  const from = Math.min(...chain.map(({ createdAt }) => createdAt));
  const to = Math.max(nowMs, ...ends.filter((end) => end !== undefined));
  const share = (time: number): number => (time - from) / Math.max(1, to - from);
  return {
    bars: chain.map((key, index) => {
      const endsAt = ends[index];
      return { key, start: share(key.createdAt), end: endsAt === undefined ? 1 : share(endsAt), endsAt };
    }),
    now: share(nowMs),
  };
}

function endOf({ revokedAt, expiresAt }: ApiKey): number | undefined {
  const ends = [revokedAt, expiresAt].filter((time) => time !== null);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

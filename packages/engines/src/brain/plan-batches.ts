/** What one run of the network takes at most. */
const sequencesMax = 8;
const paddedTokensMax = 1024;
/** Of the padded tokens at most this share is padding: runs of short texts are cheap, padding is not. */
const paddingShareMax = 0.2;

/**
 * Puts sequences of the given lengths into micro-batches of similar length, shortest first. Answers the indices of each
 * batch; every index is in exactly one.
 */
export function planBatches(lengths: readonly number[]): number[][] {
  const order = lengths.map((_, index) => index);
  order.sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
  const batches: number[][] = [];
  let batch: number[] = [];
  let tokens = 0;
  for (const index of order) {
    const length = lengths[index] ?? 0;
    const padded = (batch.length + 1) * length;
    const isFull = batch.length === sequencesMax || padded > paddedTokensMax;
    if (batch.length > 0 && (isFull || padded - tokens - length > padded * paddingShareMax)) {
      batches.push(batch);
      batch = [];
      tokens = 0;
    }
    batch.push(index);
    tokens += length;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** Windows whose results are kept. */
const cacheSizeMax = 256;

/**
 * Wraps `run` so that identical windows of one call run once: logs and tables repeat whole passages, and a result
 * depends only on the window's subwords. Keeps the last 256 results, first in, first out. Errors are not cached.
 */
export function cacheWindows<Result>(
  run: (subwordIds: Int32Array) => Promise<Result>,
): (subwordIds: Int32Array) => Promise<Result> {
  const cache = new Map<string, Result>();
  return async (subwordIds) => {
    const key = subwordIds.join(' ');
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const result = await run(subwordIds);
    const oldest = cache.size < cacheSizeMax ? undefined : cache.keys().next().value;
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(key, result);
    return result;
  };
}

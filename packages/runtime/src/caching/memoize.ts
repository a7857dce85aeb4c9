/** Results that are kept; many languages and combinations of them fit. */
const resultsMax = 256;

/**
 * Caches the results of a pure function by its argument. The oldest result is dropped when there are too many: arguments may
 * come from requests.
 *
 * @param compute arguments are compared as keys of a Map
 */
export function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const cache = new Map<Key, Value>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    cache.set(key, value);
    const [oldest] = cache.keys();
    if (cache.size > resultsMax && oldest !== undefined) cache.delete(oldest);
    return value;
  };
}

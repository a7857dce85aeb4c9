/**
 * Caches the results of a pure function by its argument, for tables that are few and small.
 *
 * @param compute called once for each argument; arguments are compared as keys of a Map
 */
export function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const cache = new Map<Key, Value>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
}

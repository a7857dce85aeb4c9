/** Many languages and combinations of them fit. */
const usualGeneration = 128;

/**
 * Caches the results of a pure function by its argument. Arguments may come from requests, so that results are dropped that were
 * not asked for in the last `generation` new arguments: two generations of results are kept, and a result of the older one that is asked for joins the
 * younger one.
 *
 * @param compute arguments are compared as keys of a Map
 * @param generation number of results; twice as many are kept at most
 */
export function memoize<Key, Value>(
  compute: (key: Key) => Value,
  generation = usualGeneration,
): (key: Key) => Value {
  let recent = new Map<Key, Value>();
  let older = new Map<Key, Value>();
  return (key) => {
    const cached = recent.get(key);
    if (cached !== undefined) return cached;
    const value = older.get(key) ?? compute(key);
    if (recent.size >= generation) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, value);
    return value;
  };
}

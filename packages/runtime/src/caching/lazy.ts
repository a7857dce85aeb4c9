/**
 * Wraps an asynchronous loader so that it runs once, on the first call. After a failure the next call runs it again.
 *
 * @returns a function that resolves to the loaded value
 */
export function lazy<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** Reads the logs of the services that run in or for this process, by their description. */
const logs = new Map<() => string, string>();

/**
 * Prints the log of a service when a test fails while the service runs.
 *
 * @param name the service, such as its process
 * @returns a function to call when the service has ended as expected
 */
export function keepLog(name: string, read: () => string): () => void {
  logs.set(read, name);
  return () => void logs.delete(read);
}

// Services are also started by benchmarks and scripts, where there are no tests.
if (process.env['VITEST'] !== undefined) {
  const { afterEach } = await import('vitest');
  afterEach(({ task }) => {
    if (task.result?.state !== 'fail') return;
    for (const [read, name] of logs) console.error(`log of the service in ${name}:\n${read()}`);
  });
}

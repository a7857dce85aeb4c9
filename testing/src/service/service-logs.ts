/** Functions that return the logs of the services that run in or for this process, with their descriptions. */
const logs = new Map<() => string, string>();

/**
 * Keeps the log of a service for tests that fail while the service runs.
 *
 * @param name the service, such as its process
 * @returns a function to call when the service has ended as expected
 */
export function keepLog(name: string, read: () => string): () => void {
  logs.set(read, name);
  return () => void logs.delete(read);
}

/** Prints the logs of the services that run now. */
export function printLogs(): void {
  for (const [read, name] of logs) console.error(`log of the service in ${name}:\n${read()}`);
}

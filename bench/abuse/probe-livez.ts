/**
 * Requests /livez every 20 ms until it receives a message, and then sends the durations in milliseconds. Runs in its own
 * thread, so that the other clients of the benchmark do not delay it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { timedRequest } from './timed-request.ts';

const intervalMs = 20;

async function main(): Promise<void> {
  const { url } = workerData as { url: string };
  const durationsMs: number[] = [];
  let isRunning = true;
  parentPort?.once('message', () => {
    isRunning = false;
  });
  while (isRunning) {
    durationsMs.push((await timedRequest(`${url}/livez`, { method: 'GET' })).durationMs);
    await sleep(intervalMs);
  }
  parentPort?.postMessage(durationsMs);
}

await main();

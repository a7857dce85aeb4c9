import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { timedRequest } from './timed-request.ts';

/** Requests /livez every 20 ms in a separate thread, which the readers of the benchmark do not slow down, until it gets a message. */
const { url } = workerData as { url: string };
const times: number[] = [];
let isRunning = true;
parentPort?.once('message', () => {
  isRunning = false;
});
while (isRunning) {
  times.push((await timedRequest(`${url}/livez`, { method: 'GET' })).durationMs);
  await sleep(20);
}
parentPort?.postMessage(times);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMeasuredService } from './start-measured-service.ts';
import { quantile, roundToSignificant, type TimedResponse, timedRequest } from './timed-request.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 60) / 2;
const clients = 32;
const keyCount = 4;
const overloadFactor = 3;

const news = readFileSync(join(import.meta.dirname, '../../testing/fixtures/news.txt'), 'utf8');

/**
 * Capacity in a closed loop of 32 clients with four keys, then three times as many requests a second as the service
 * completed: how long accepted requests take against capacity, and how soon the others are refused.
 */
export async function measureOverload(): Promise<object> {
  const service = await startMeasuredService();
  const keys: string[] = [];
  for (let at = 0; at < keyCount; at += 1) keys.push(await service.createKey(`key ${at}`));
  let serial = 0;
  const send = (): Promise<TimedResponse> => {
    serial += 1;
    const text = `${news.replaceAll(/\d+/g, (digits) => String(Number(digits) + serial)).slice(0, 600)} ${serial}`;
    const body = JSON.stringify({ text });
    return timedRequest(`${service.url}/v0/extract-entities`, { key: keys[serial % keyCount] ?? '', body });
  };
  const closedLoop = async (forSeconds: number): Promise<number[]> => {
    const times: number[] = [];
    const endAt = performance.now() + forSeconds * 1000;
    const client = async (): Promise<void> => {
      while (performance.now() < endAt) {
        const { status, durationMs: ms } = await send();
        if (status === 200) times.push(ms);
        else await sleep(100);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return times;
  };
  await closedLoop(8);
  const startedAt = performance.now();
  const atCapacity = await closedLoop(seconds);
  const perSecond = atCapacity.length / ((performance.now() - startedAt) / 1000);

  const responses: Promise<TimedResponse>[] = [];
  const overloadStartedAt = performance.now();
  for (;;) {
    const elapsed = (performance.now() - overloadStartedAt) / 1000;
    if (elapsed > seconds) break;
    while (responses.length < elapsed * perSecond * overloadFactor) responses.push(send());
    await sleep(5);
  }
  const all = await Promise.all(responses);
  await service.stop();
  const accepted = all.filter(({ status }) => status === 200).map(({ durationMs: ms }) => ms);
  const refused = all.filter(({ status }) => status === 429 || status === 503);
  const p99AtCapacity = quantile(atCapacity, 0.99);
  return {
    clients,
    seconds,
    capacityPerSecond: roundToSignificant(perSecond),
    offeredPerSecond: roundToSignificant(all.length / seconds),
    acceptedPerSecond: roundToSignificant(accepted.length / seconds),
    p99AtCapacityMs: roundToSignificant(p99AtCapacity),
    p99AcceptedMs: roundToSignificant(quantile(accepted, 0.99)),
    p99Ratio: roundToSignificant(quantile(accepted, 0.99) / p99AtCapacity),
    refused: refused.length,
    refusedP99Ms: roundToSignificant(
      quantile(
        refused.map(({ durationMs: ms }) => ms),
        0.99,
      ),
    ),
    refusedWithoutRetryAfter: refused.filter(({ retryAfterSeconds }) => !(retryAfterSeconds > 0)).length,
    otherStatuses: all.length - accepted.length - refused.length,
  };
}

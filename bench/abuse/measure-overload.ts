import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, roundToSignificant } from '../../eval/metrics/statistics.ts';
import { type MeasuredService, startMeasuredService } from './start-measured-service.ts';
import { type TimedResponse, timedRequest } from './timed-request.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 60) / 2;
const warmUpSeconds = 8;
const clients = 32;
const keyCount = 4;
const overloadFactor = 3;
const textLength = 600;
const pauseAfterRefusalMs = 100;
/** Short, so that the queue is full within the time that is measured. */
const queueSeconds = 2;
const isRefusal = ({ status }: TimedResponse): boolean => status === 429 || status === 503;

const news = readFileSync(join(import.meta.dirname, '../../testing/fixtures/news.txt'), 'utf8');

/** Sends entity requests with texts that differ, the keys in turns. */
class RequestSender {
  readonly #url: string;
  readonly #keys: readonly string[];
  #serial = 0;

  constructor(url: string, keys: readonly string[]) {
    this.#url = `${url}/v0/extract-entities`;
    this.#keys = keys;
  }

  static async create(service: MeasuredService): Promise<RequestSender> {
    const keys: string[] = [];
    for (let index = 0; index < keyCount; index += 1) keys.push(await service.createKey(`key ${index}`));
    return new RequestSender(service.url, keys);
  }

  send(): Promise<TimedResponse> {
    this.#serial += 1;
    const serial = this.#serial;
    const varied = news.replaceAll(/\d+/g, (digits) => String(Number(digits) + serial));
    const body = JSON.stringify({ text: `${varied.slice(0, textLength)} ${serial}` });
    return timedRequest(this.#url, { key: this.#keys[serial % keyCount] ?? '', body });
  }
}

/** Each client sends its next request when the last has completed. @returns durations of the accepted requests */
async function runClosedLoop(sender: RequestSender, forSeconds: number): Promise<number[]> {
  const durationsMs: number[] = [];
  const endAt = performance.now() + forSeconds * 1000;
  const runClient = async (): Promise<void> => {
    while (performance.now() < endAt) {
      const response = await sender.send();
      if (response.status === 200) durationsMs.push(response.durationMs);
      else await sleep(pauseAfterRefusalMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, runClient));
  return durationsMs;
}

/** Sends requests at a fixed rate, whether or not earlier ones have completed. */
async function runAtRate(sender: RequestSender, perSecond: number): Promise<TimedResponse[]> {
  const responses: Promise<TimedResponse>[] = [];
  const startedAt = performance.now();
  for (;;) {
    const elapsedSeconds = (performance.now() - startedAt) / 1000;
    if (elapsedSeconds > seconds) break;
    while (responses.length < elapsedSeconds * perSecond) responses.push(sender.send());
    await sleep(5);
  }
  return Promise.all(responses);
}

/**
 * Measures the capacity with 32 clients and four keys, and then offers three times as many requests per second: the
 * duration of accepted requests compared with that at capacity, and how soon the others are refused.
 */
export async function measureOverload(): Promise<object> {
  const service = await startMeasuredService({ QUERN_QUEUE_TIME: `${queueSeconds}s` });
  const sender = await RequestSender.create(service);
  await runClosedLoop(sender, warmUpSeconds);
  const startedAt = performance.now();
  const atCapacityMs = await runClosedLoop(sender, seconds);
  const perSecond = atCapacityMs.length / ((performance.now() - startedAt) / 1000);
  const responses = await runAtRate(sender, perSecond * overloadFactor);
  await service.stop();
  const acceptedMs = responses.filter(({ status }) => status === 200).map(({ durationMs }) => durationMs);
  const refused = responses.filter(isRefusal);
  const p99AtCapacityMs = quantile(atCapacityMs, 0.99);
  const p99AcceptedMs = quantile(acceptedMs, 0.99);
  const refusedMs = refused.map(({ durationMs }) => durationMs);
  return {
    clients,
    queueSeconds,
    seconds,
    capacityPerSecond: roundToSignificant(perSecond),
    offeredPerSecond: roundToSignificant(responses.length / seconds),
    acceptedPerSecond: roundToSignificant(acceptedMs.length / seconds),
    p99AtCapacityMs: roundToSignificant(p99AtCapacityMs),
    p99AcceptedMs: roundToSignificant(p99AcceptedMs),
    p99Ratio: roundToSignificant(p99AcceptedMs / p99AtCapacityMs),
    refused: refused.length,
    refusedP99Ms: roundToSignificant(quantile(refusedMs, 0.99)),
    refusedWithoutRetryAfter: refused.filter(({ retryAfterSeconds }) => !(retryAfterSeconds > 0)).length,
    otherStatuses: responses.length - acceptedMs.length - refused.length,
  };
}

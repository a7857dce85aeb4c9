import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quantile, roundToSignificant } from '../../eval/metrics/statistics.ts';
import { startMeasuredService } from './start-measured-service.ts';
import { type TimedResponse, timedRequest } from './timed-request.ts';

const requests = 1200;
const concurrency = 4;
/** Each twentieth request takes some seconds; the others take milliseconds. */
const heavyEvery = 20;
const heavyLength = 40_000;

const news = readFileSync(join(import.meta.dirname, '../../testing/fixtures/news.txt'), 'utf8');

/** Returns the body of a request. Texts differ, since results of equal windows are cached. */
function createBody(serial: number): { text: string; isHeavy: boolean } {
  const isHeavy = serial % heavyEvery === 0;
  if (!isHeavy) return { text: `Ann Lee met Tim Cook in Paris on 3 May at gate ${serial}.`, isHeavy };
  const varied = news.replaceAll(/\d+/g, (digits) => String(Number(digits) + serial));
  return { text: varied.repeat(Math.ceil(heavyLength / varied.length)).slice(0, heavyLength), isHeavy };
}

/**
 * One key sends 1,200 requests, four at a time, one of twenty of them long, to a service that has nothing else to do.
 * Measures how many are refused, and how long the short ones take next to the long ones.
 */
export async function measureOneKey(): Promise<object> {
  const service = await startMeasuredService({ QUERN_RATE_LIMIT: '1000000/m,running=64' });
  const key = await service.createKey('only');
  const responses: { response: TimedResponse; isHeavy: boolean }[] = [];
  let serial = 0;
  const client = async (): Promise<void> => {
    while (serial < requests) {
      serial += 1;
      const { text, isHeavy } = createBody(serial);
      const body = JSON.stringify({ text });
      const response = await timedRequest(`${service.url}/v0/extract-entities`, { key, body });
      responses.push({ response, isHeavy });
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: concurrency }, client));
  const seconds = (performance.now() - startedAt) / 1000;
  await service.stop();
  const durations = (heavy: boolean): number[] =>
    responses.filter(({ isHeavy }) => isHeavy === heavy).map(({ response }) => response.durationMs);
  return {
    requests,
    concurrency,
    seconds: roundToSignificant(seconds),
    refused: responses.filter(({ response }) => response.status !== 200).length,
    shortMedianMs: roundToSignificant(quantile(durations(false), 0.5)),
    shortP99Ms: roundToSignificant(quantile(durations(false), 0.99)),
    longMedianMs: roundToSignificant(quantile(durations(true), 0.5)),
  };
}

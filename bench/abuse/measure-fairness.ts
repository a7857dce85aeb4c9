import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pdfGenerators } from '@quern/testing/hostile-input/pdf-generators';
import { quantile, roundToSignificant } from '../../eval/metrics/statistics.ts';
import { encodeMultipart } from './encode-multipart.ts';
import { type MeasuredService, startMeasuredService } from './start-measured-service.ts';
import { timedRequest } from './timed-request.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const warmUpSeconds = 20;
const heavyTexts = 16;
const hostilePdfs = 4;
const lightPauseMs = 200;
const idleRequests = 40;

const news = readFileSync(join(import.meta.dirname, '../../testing/fixtures/news.txt'), 'utf8');

/**
 * A text of 1,000,000 characters. It repeats a passage, so that several such texts complete within the time that is
 * measured.
 */
function createLongText(seed: number): string {
  const passage = `${news.replaceAll(/\d+/g, (digits) => String(Number(digits) + seed))}\n\n`;
  return passage.repeat(Math.ceil(1_000_000 / passage.length)).slice(0, 1_000_000);
}

/** A PDF of one page with 250,000 saved graphics states in under 2 KB. */
async function createHostilePdf(): Promise<Buffer> {
  const generator = pdfGenerators.find(({ name }) => name === 'many-saved-states');
  if (generator === undefined) throw new Error('there is no generator "many-saved-states"');
  return Buffer.from(await generator.generate(generator.size));
}

/** Sends heavy requests of one key in closed loops, each waiting as long as Retry-After asks. */
async function runHeavy(service: MeasuredService, key: string, endAt: number) {
  const statuses: Record<string, number> = {};
  let texts = 0;
  const loop = async (send: () => ReturnType<typeof timedRequest>, isText: boolean): Promise<void> => {
    while (performance.now() < endAt) {
      const { status, retryAfterSeconds } = await send();
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (isText && status === 200 && performance.now() < endAt) texts += 1;
      if (status === 429 || status === 503) await sleep(Math.min(retryAfterSeconds * 1000, 5000));
    }
  };
  const { body: pdf, contentType } = encodeMultipart(await createHostilePdf(), 'a.pdf');
  await Promise.all([
    ...Array.from({ length: heavyTexts }, (_, index) => {
      const body = JSON.stringify({ text: createLongText(index * 1000) });
      return loop(() => timedRequest(`${service.url}/v0/extract-entities`, { key, body }), true);
    }),
    ...Array.from({ length: hostilePdfs }, () =>
      loop(() => timedRequest(`${service.url}/v0/summarize`, { key, body: pdf }, contentType), false),
    ),
  ]);
  return { texts, statuses };
}

/** Returns the seconds that engines have worked for the operations that only the heavy key uses. */
async function readHeavyWork({ url }: MeasuredService): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const samples = metrics.matchAll(
    /^quern_work_seconds_total\{operation="(?:extract-entities|summarize)"[^}]*\} (\S+)$/gm,
  );
  return [...samples].reduce((sum, [, value]) => sum + Number(value), 0);
}

/** Sends one-line requests of the other key. */
class LightClient {
  readonly #service: MeasuredService;
  readonly #key: string;
  #serial = 0;

  constructor(service: MeasuredService, key: string) {
    this.#service = service;
    this.#key = key;
  }

  /** Sends one request. @returns its duration in milliseconds */
  async send(): Promise<number> {
    this.#serial += 1;
    const body = JSON.stringify({ text: `The tea at table ${this.#serial} was lovely.` });
    const response = await timedRequest(`${this.#service.url}/v0/sentiment`, { key: this.#key, body });
    if (response.status !== 200)
      throw new Error(`a light request returned ${response.status}: ${response.body}`);
    return response.durationMs;
  }

  /** Sends requests with pauses until a time of `performance.now()`. */
  async sendUntil(endAt: number): Promise<number[]> {
    const durationsMs: number[] = [];
    while (performance.now() < endAt) {
      durationsMs.push(await this.send());
      await sleep(lightPauseMs);
    }
    return durationsMs;
  }
}

/**
 * One key sends 16 texts of 1,000,000 characters and 4 hostile PDFs at a time, another key one-line requests. Measures
 * the duration of the latter, and the share of the computation that the first key gets alone which it retains.
 */
export async function measureFairness(): Promise<object> {
  const service = await startMeasuredService();
  const heavyKey = await service.createKey('heavy');
  const light = new LightClient(service, await service.createKey('light'));
  const idleMs: number[] = [];
  for (let count = 0; count < idleRequests; count += 1) idleMs.push(await light.send());
  const after = (forSeconds: number): number => performance.now() + forSeconds * 1000;
  // Threads start, code is compiled and cost estimates are learned before the measurement.
  await runHeavy(service, heavyKey, after(warmUpSeconds));
  /** Runs a phase. @returns what it returns, and the heavy key's seconds of work per second of it */
  const measure = async <Value>(run: (endAt: number) => Promise<Value>): Promise<[Value, number]> => {
    const [workBefore, startedAt] = [await readHeavyWork(service), performance.now()];
    const value = await run(after(seconds));
    const elapsedSeconds = (performance.now() - startedAt) / 1000;
    return [value, ((await readHeavyWork(service)) - workBefore) / elapsedSeconds];
  };
  const [alone, aloneRate] = await measure((endAt) => runHeavy(service, heavyKey, endAt));
  const [[shared, lightMs], sharedRate] = await measure((endAt) =>
    Promise.all([runHeavy(service, heavyKey, endAt), light.sendUntil(endAt)]),
  );
  await service.stop();
  return {
    seconds,
    lightRequests: lightMs.length,
    lightMedianMs: {
      idle: roundToSignificant(quantile(idleMs, 0.5)),
      nextToHeavy: roundToSignificant(quantile(lightMs, 0.5)),
    },
    lightP99Ms: roundToSignificant(quantile(lightMs, 0.99)),
    lightMaxMs: roundToSignificant(Math.max(...lightMs)),
    heavyTextsAlone: alone.texts,
    heavyTextsShared: shared.texts,
    heavyWorkPerSecond: { alone: roundToSignificant(aloneRate), shared: roundToSignificant(sharedRate) },
    heavyShareRetained: roundToSignificant(sharedRate / aloneRate),
    heavyStatuses: { alone: alone.statuses, shared: shared.statuses },
  };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { type MeasuredService, startMeasuredService } from './start-measured-service.ts';
import { quantile, roundToSignificant, timedRequest } from './timed-request.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const warmUpSeconds = 20;
const heavyTexts = 16;
const hostilePdfs = 4;
const lightPauseMs = 200;

const news = readFileSync(join(import.meta.dirname, '../../testing/fixtures/news.txt'), 'utf8');

/** A text of 1,000,000 characters. It repeats itself, so that many of them end within the time that is measured. */
function longText(seed: number): string {
  const passage = `${news.replaceAll(/\d+/g, (digits) => String(Number(digits) + seed))}\n\n`;
  return passage.repeat(Math.ceil(1_000_000 / passage.length)).slice(0, 1_000_000);
}

/** A PDF of one page whose content stream is 250,000 times `q`, under 1 KB. */
export function createHostilePdf(operators = 250_000): Buffer {
  const stream = deflateSync(Buffer.from('q '.repeat(operators)));
  const parts = [
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>endobj\n',
    `4 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream\n`,
    stream,
    '\nendstream endobj\ntrailer<</Root 1 0 R>>\n',
  ];
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

function multipart(file: Buffer): { body: Buffer; contentType: string } {
  const boundary = 'quern-bench';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

/** Sends heavy requests of one key in closed loops, as a client does that heeds Retry-After. */
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
  const { body: pdf, contentType } = multipart(createHostilePdf());
  await Promise.all([
    ...Array.from({ length: heavyTexts }, (_, at) => {
      const body = JSON.stringify({ text: longText(at * 1000) });
      return loop(() => timedRequest(`${service.url}/v0/extract-entities`, { key, body }), true);
    }),
    ...Array.from({ length: hostilePdfs }, () =>
      loop(() => timedRequest(`${service.url}/v0/summarize`, { key, body: pdf }, contentType), false),
    ),
  ]);
  return { texts, statuses };
}

/**
 * One key sends 16 texts of 1,000,000 characters and 4 hostile PDFs at a time, another one-line requests: what the second waits, and what
 * the first loses against being alone.
 */
export async function measureFairness(): Promise<object> {
  const service = await startMeasuredService();
  const [heavyKey, lightKey] = [await service.createKey('heavy'), await service.createKey('light')];
  const light = async (serial: number): Promise<number> => {
    const [operation, text] =
      serial % 2 === 0
        ? ['sentiment', `The tea at table ${serial} was lovely.`]
        : ['extract-entities', `Ann Lee met Tim Cook in Paris on 3 May at gate ${serial}.`];
    const response = await timedRequest(`${service.url}/v0/${operation}`, {
      key: lightKey,
      body: JSON.stringify({ text }),
    });
    if (response.status !== 200) throw new Error(`a light request got ${response.status}: ${response.body}`);
    return response.durationMs;
  };
  const idle: number[] = [];
  for (let serial = 0; serial < 40; serial += 1) idle.push(await light(serial));
  // Threads start, code is compiled and estimates are learned before anything is measured.
  await runHeavy(service, heavyKey, performance.now() + warmUpSeconds * 1000);
  const alone = await runHeavy(service, heavyKey, performance.now() + seconds * 1000);
  const endAt = performance.now() + seconds * 1000;
  const during: number[] = [];
  const lightLoop = async (): Promise<void> => {
    for (let serial = 100; performance.now() < endAt; serial += 1) {
      during.push(await light(serial));
      await sleep(lightPauseMs);
    }
  };
  const [shared] = await Promise.all([runHeavy(service, heavyKey, endAt), lightLoop()]);
  await service.stop();
  return {
    seconds,
    lightRequests: during.length,
    lightMedianMs: {
      idle: roundToSignificant(quantile(idle, 0.5)),
      nextToHeavy: roundToSignificant(quantile(during, 0.5)),
    },
    lightP99Ms: roundToSignificant(quantile(during, 0.99)),
    lightMaxMs: roundToSignificant(Math.max(...during)),
    heavyTextsAlone: alone.texts,
    heavyTextsShared: shared.texts,
    heavyShareKept: roundToSignificant(shared.texts / alone.texts),
    heavyStatuses: { alone: alone.statuses, shared: shared.statuses },
  };
}

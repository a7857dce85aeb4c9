import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pdfDrawingGenerators } from '@quern/testing/hostile-input/pdf-drawing-generators';
import { repositoryRoot } from '@quern/testing/repository-root';
import { quantile, roundToSignificant } from '../../eval/metrics/statistics.ts';
import { encodeMultipart } from './encode-multipart.ts';
import { type MeasuredService, startMeasuredService } from './start-measured-service.ts';
import { timedRequest } from './timed-request.ts';

const seconds = 40;
const hostileAtOnce = 3;
const idleRounds = 3;
const pauseMs = 200;
const receipts = join(repositoryRoot, '../shared/data/ocr/sroie/images');

/** Reads receipts with one key. */
class ReceiptReader {
  readonly #service: MeasuredService;
  readonly #key: string;
  readonly #images: readonly Buffer[];
  #serial = 0;

  constructor(service: MeasuredService, key: string) {
    [this.#service, this.#key] = [service, key];
    if (!existsSync(receipts)) throw new Error(`the receipts are missing: ${receipts}`);
    this.#images = readdirSync(receipts).map((name) => readFileSync(join(receipts, name)));
  }

  /** Number of different receipts. */
  get count(): number {
    return this.#images.length;
  }

  /** Reads the next receipt. @returns milliseconds */
  async read(): Promise<number> {
    const image = this.#images[this.#serial % this.count] ?? Buffer.alloc(0);
    this.#serial += 1;
    const { body, contentType } = encodeMultipart(image, 'a.jpg');
    const url = `${this.#service.url}/v0/ocr`;
    const { status, durationMs } = await timedRequest(url, { key: this.#key, body }, contentType);
    if (status !== 200) throw new Error(`a receipt returned ${status}`);
    return durationMs;
  }
}

/**
 * One key sends three PDFs at a time, of a few kilobytes, that take as much time to draw as one page may take. Measures how
 * much longer the receipts of another key take than without them.
 */
export async function measureHostilePdfs(): Promise<object> {
  const service = await startMeasuredService();
  const key = await service.createKey('hostile');
  const reader = new ReceiptReader(service, await service.createKey('receipts'));
  const readAll = async (rounds: number, pages: number[] = []): Promise<number[]> => {
    for (let at = 0; at < rounds * reader.count; at += 1) pages.push(await reader.read());
    return pages;
  };
  await readAll(1);
  const idleMs = await readAll(idleRounds);
  const pdfs = await Promise.all(
    pdfDrawingGenerators.map(async ({ generate, size }) => Buffer.from(await generate(size))),
  );
  const endAt = performance.now() + seconds * 1000;
  let sent = 0;
  const attack = async (): Promise<void> => {
    while (performance.now() < endAt) {
      const { body, contentType } = encodeMultipart(pdfs[sent++ % pdfs.length] ?? Buffer.alloc(0), 'a.pdf');
      await timedRequest(`${service.url}/v0/ocr`, { key, body }, contentType);
    }
  };
  const attacks = Array.from({ length: hostileAtOnce }, attack);
  // All threads are drawing before the first receipt is sent.
  await sleep(1000);
  const nextToMs: number[] = [];
  while (performance.now() < endAt) {
    nextToMs.push(await reader.read());
    await sleep(pauseMs);
  }
  await Promise.all(attacks);
  await service.stop();
  const idleMedianMs = quantile(idleMs, 0.5);
  return {
    seconds,
    hostileAtOnce,
    hostilePdfs: sent,
    receipts: nextToMs.length,
    idleMedianMs: roundToSignificant(idleMedianMs),
    nextToMedianMs: roundToSignificant(quantile(nextToMs, 0.5)),
    nextToMaxMs: roundToSignificant(Math.max(...nextToMs)),
    waitMaxMs: roundToSignificant(Math.max(...nextToMs) - idleMedianMs),
  };
}

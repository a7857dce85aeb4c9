import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { quantile } from '../../eval/metrics/statistics.ts';
import { type SpawnedService, spawnService } from '../../testing/src/service/spawn-service.ts';
import { residentMb } from '../resident-memory.ts';
import { createBatchTexts } from './batch-texts.ts';

/** A batch of real work, next to the engines alone and to the requests of another key. */
export interface BatchMeasurement {
  readonly requests: number;
  readonly engineTextsPerSecond: number;
  readonly batchTextsPerSecond: number;
  readonly shareOfEngines: number;
  readonly idleMb: number;
  /** Largest resident memory while the batch ran, above the memory before it. */
  readonly memoryAboveIdleMb: number;
  readonly otherKeyMs: { readonly requests: number; readonly p50: number; readonly p99: number };
}

const batchKey = 'bench-key-of-the-batch-0123456789';
const adminToken = 'bench-admin-token-0123456789';
const pauseMs = 200;
const warmUpRequests = 160;
/** So that all threads have loaded their models before the memory is read. */
const warmUpConcurrency = 8;

/** Measures a batch of `count` requests for extract-entities on a service with the embedded database. */
export async function measureBatch(count: number): Promise<BatchMeasurement> {
  // Before and after the batch, half of the texts each, since the speed of a shared machine drifts.
  const before = await measureEngine(Math.ceil(count / 2));
  const dataDir = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  const service = await spawnService({
    launcher: 'node',
    environment: {
      QUERN_DATA_DIR: dataDir,
      QUERN_BOOTSTRAP_KEY: batchKey,
      QUERN_BOOTSTRAP_CREDITS: '1000000',
      QUERN_ADMIN_TOKEN: adminToken,
      QUERN_OFFLINE: '1',
      QUERN_CHROMIUM: 'off',
      QUERN_RATE_LIMIT: 'off',
      QUERN_LOG_LEVEL: 'warn',
    },
  });
  try {
    const { otherTextsPerSecond, ...batch } = await measureService(service, count);
    const after = await measureEngine(Math.ceil(count / 2));
    const engineTextsPerSecond = 2 / (1 / before + 1 / after);
    // The requests of the other key use the engines, too.
    const shareOfEngines = (batch.batchTextsPerSecond + otherTextsPerSecond) / engineTextsPerSecond;
    return { engineTextsPerSecond, shareOfEngines, ...batch };
  } finally {
    await service.terminate('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureEngine(count: number): Promise<number> {
  const script = join(import.meta.dirname, 'engine-alone.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=source',
    script,
    String(count),
  ]);
  return (JSON.parse(stdout) as { perSecond: number }).perSecond;
}

async function measureService(service: SpawnedService, count: number) {
  const texts = createBatchTexts(warmUpRequests + count);
  const otherKey = await createOtherKey(service.url);
  for (let at = 0; at < warmUpRequests; at += warmUpConcurrency) {
    const group = texts.slice(at, at + warmUpConcurrency);
    await Promise.all(group.map((text) => extract(service.url, otherKey, text)));
  }
  const pid = service.process.pid ?? Number.NaN;
  const idleMb = residentMb(pid);
  const lines = texts.slice(warmUpRequests).map((text) => JSON.stringify({ input: { text } }));
  const startedAt = performance.now();
  const id = await createBatch(service.url, lines.join('\n'));
  let [memoryMaxMb, isRunning] = [0, true];
  const latenciesMs: number[] = [];
  const sample = async (): Promise<void> => {
    while (isRunning) {
      memoryMaxMb = Math.max(memoryMaxMb, residentMb(pid));
      const sentAt = performance.now();
      await extract(service.url, otherKey, texts[latenciesMs.length % warmUpRequests] ?? '');
      latenciesMs.push(performance.now() - sentAt);
      await sleep(pauseMs);
    }
  };
  const sampling = sample();
  while ((await readBatch(service.url, id)).status === 'running') await sleep(100);
  const seconds = (performance.now() - startedAt) / 1000;
  isRunning = false;
  await sampling;
  const { counts } = await readBatch(service.url, id);
  if (counts['succeeded'] !== count) throw new Error(`the batch ended with ${JSON.stringify(counts)}`);
  const batchTextsPerSecond = count / seconds;
  return {
    requests: count,
    batchTextsPerSecond,
    otherTextsPerSecond: latenciesMs.length / seconds,
    idleMb,
    memoryAboveIdleMb: memoryMaxMb - idleMb,
    otherKeyMs: {
      requests: latenciesMs.length,
      p50: quantile(latenciesMs, 0.5),
      p99: quantile(latenciesMs, 0.99),
    },
  };
}

const headersOf = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

async function createOtherKey(url: string): Promise<string> {
  const post = async (path: string, body: object) =>
    (await (
      await fetch(`${url}/admin/v0${path}`, {
        method: 'POST',
        headers: headersOf(adminToken),
        body: JSON.stringify(body),
      })
    ).json()) as { account: { id: string }; key: { key: string } };
  const { account } = await post('/accounts', { name: 'other', credits: 1_000_000 });
  const { key } = await post('/keys', { accountId: account.id, name: 'other', scopes: ['*'] });
  return key.key;
}

async function extract(url: string, key: string, text: string): Promise<void> {
  const response = await fetch(`${url}/v0/extract-entities`, {
    method: 'POST',
    headers: headersOf(key),
    body: JSON.stringify({ text }),
  });
  if (response.status !== 200) throw new Error(`extract-entities returned ${response.status}`);
  await response.arrayBuffer();
}

async function createBatch(url: string, lines: string): Promise<string> {
  const response = await fetch(`${url}/v0/batches?operation=extract-entities`, {
    method: 'POST',
    headers: { ...headersOf(batchKey), 'content-type': 'application/x-ndjson' },
    body: lines,
  });
  return ((await response.json()) as { data: { id: string } }).data.id;
}

async function readBatch(url: string, id: string) {
  const response = await fetch(`${url}/v0/batches/${id}`, { headers: headersOf(batchKey) });
  return ((await response.json()) as { data: { status: string; counts: Record<string, number> } }).data;
}

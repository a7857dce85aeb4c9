import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { quantile, roundToSignificant } from '../../eval/metrics/statistics.ts';
import { type MeasuredService, startMeasuredService } from './start-measured-service.ts';
import { timedRequest } from './timed-request.ts';

const pageBytes = 30_000_000;
const clients = 150;
const seconds = 20;
const baselineReads = 10;
const settleMs = 5000;
const memorySampleMs = 50;

/** A stored result and the key that may read it. */
interface StoredScrape {
  readonly key: string;
  readonly id: string;
}

/** Serves a page whose script makes it as long as `pageBytes`. */
async function servePage(): Promise<{ url: string; close(): void }> {
  const noise = randomBytes(pageBytes / 2).toString('hex');
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<h1>Title</h1><p>A page.</p><script type="application/json">"${noise}"</script>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

async function storeScrape(service: MeasuredService, key: string, url: string): Promise<StoredScrape> {
  const { body } = await timedRequest(`${service.url}/v0/scrape`, { key, body: JSON.stringify({ url }) });
  return { key, id: (JSON.parse(body) as { data: { scrape_id: string } }).data.scrape_id };
}

/** Reads a stored result completely. @returns the duration in milliseconds */
async function readScrape(service: MeasuredService, { key, id }: StoredScrape): Promise<number> {
  const response = await timedRequest(`${service.url}/v0/scrapes/${id}`, { key, method: 'GET' });
  if (response.status !== 200)
    throw new Error(`reading a result returned ${response.status}: ${response.body}`);
  return response.durationMs;
}

/** Requests a stored result on a connection that is never read. */
function openStalledReader(service: MeasuredService, { key, id }: StoredScrape): Socket {
  const socket = connect(service.port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write(`GET /v0/scrapes/${id} HTTP/1.1\r\nhost: quern\r\nauthorization: Bearer ${key}\r\n\r\n`);
  return socket;
}

/** Reads all results in turns for some time while the stalled readers are connected. */
async function measureWithStalledReaders(
  service: MeasuredService,
  scrapes: readonly StoredScrape[],
  stalled: StoredScrape,
) {
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, service.residentMb());
  }, memorySampleMs);
  const probe = new Worker(new URL('./probe-livez.ts', import.meta.url), {
    workerData: { url: service.url },
  });
  const sockets = Array.from({ length: clients }, () => openStalledReader(service, stalled));
  const readMs: number[] = [];
  const endAt = performance.now() + seconds * 1000;
  while (performance.now() < endAt)
    for (const scrape of scrapes) readMs.push(await readScrape(service, scrape));
  clearInterval(watch);
  probe.postMessage('stop');
  const [livezMs] = (await once(probe, 'message')) as [number[]];
  for (const socket of sockets) socket.destroy();
  return { peakMb, readMs, livezMs };
}

/**
 * 150 clients request a stored result of 30 MB and read nothing of it. Measures the memory above idle, the duration of
 * /livez, and how long other readers take, with and without these clients.
 */
export async function measureStalledReaders(): Promise<object> {
  const page = await servePage();
  const service = await startMeasuredService();
  const stalled = await storeScrape(service, await service.createKey('stalled'), page.url);
  const other = await storeScrape(service, await service.createKey('reader'), page.url);
  page.close();
  const scrapes = [stalled, other];
  const readInTurns = async (): Promise<number[]> => {
    const readMs: number[] = [];
    for (let round = 0; round < baselineReads; round += 1)
      for (const scrape of scrapes) readMs.push(await readScrape(service, scrape));
    return readMs;
  };
  await readInTurns();
  await sleep(settleMs);
  const idleMb = service.residentMb();
  const baselineMs = await readInTurns();
  const { peakMb, readMs, livezMs } = await measureWithStalledReaders(service, scrapes, stalled);
  await service.stop();
  return {
    clients,
    resultMb: roundToSignificant(pageBytes / 1e6),
    idleMb: roundToSignificant(idleMb),
    peakAboveIdleMb: roundToSignificant(peakMb - idleMb),
    livezMaxMs: roundToSignificant(Math.max(...livezMs)),
    livezP99Ms: roundToSignificant(quantile(livezMs, 0.99)),
    readerMedianMs: {
      without: roundToSignificant(quantile(baselineMs, 0.5)),
      with: roundToSignificant(quantile(readMs, 0.5)),
    },
  };
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startMeasuredService } from './start-measured-service.ts';
import { quantile, roundToSignificant, timedRequest } from './timed-request.ts';

const pageBytes = 30_000_000;
const clients = 150;
const seconds = 20;
const readerCount = 10;

/**
 * 150 clients request a stored result of 30 MB and read nothing of it: memory above idle, the delay of /livez, and
 * how long normal readers take, against the same without them.
 */
export async function measureStalledReaders(): Promise<object> {
  const noise = randomBytes(pageBytes / 2).toString('hex');
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<h1>Title</h1><p>A page.</p><script type="application/json">"${noise}"</script>`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const service = await startMeasuredService();
  const [key, otherKey] = [await service.createKey('abuser'), await service.createKey('reader')];
  const scrape = async (of: string): Promise<string> => {
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const made = await timedRequest(`${service.url}/v0/scrape`, { key: of, body: JSON.stringify({ url }) });
    return (JSON.parse(made.body) as { data: { scrape_id: string } }).data.scrape_id;
  };
  const [id, otherId] = [await scrape(key), await scrape(otherKey)];
  site.close();
  const read = async (of: string, result: string): Promise<number> => {
    const response = await timedRequest(`${service.url}/v0/scrapes/${result}`, { key: of, method: 'GET' });
    if (response.status !== 200) throw new Error(`a reader got ${response.status}: ${response.body}`);
    return response.durationMs;
  };
  const readAll = async (): Promise<number[]> => {
    const times: number[] = [];
    for (let at = 0; at < readerCount; at += 1) {
      times.push(await read(key, id), await read(otherKey, otherId));
    }
    return times;
  };
  await readAll();
  await sleep(5000);
  const idleMb = service.residentMb();
  const before = await readAll();

  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, service.residentMb());
  }, 50);
  const probe = new Worker(new URL('./probe-livez.ts', import.meta.url), {
    workerData: { url: service.url },
  });
  const sockets = Array.from({ length: clients }, () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.on('error', () => undefined).pause();
    socket.write(`GET /v0/scrapes/${id} HTTP/1.1\r\nhost: quern\r\nauthorization: Bearer ${key}\r\n\r\n`);
    return socket;
  });
  const during: number[] = [];
  const endAt = performance.now() + seconds * 1000;
  while (performance.now() < endAt) during.push(await read(key, id), await read(otherKey, otherId));
  clearInterval(watch);
  probe.postMessage('stop');
  const [live] = (await once(probe, 'message')) as [number[]];
  for (const socket of sockets) socket.destroy();
  await service.stop();
  return {
    clients,
    resultMb: roundToSignificant(pageBytes / 1e6),
    idleMb: roundToSignificant(idleMb),
    peakAboveIdleMb: roundToSignificant(peakMb - idleMb),
    livezMaxMs: roundToSignificant(Math.max(...live)),
    livezP99Ms: roundToSignificant(quantile(live, 0.99)),
    readerMedianMs: {
      without: roundToSignificant(quantile(before, 0.5)),
      with: roundToSignificant(quantile(during, 0.5)),
    },
  };
}

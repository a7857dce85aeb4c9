import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import { WorkerPool } from '@quern/runtime/pool/worker-pool';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { startService } from './compose-service.ts';

it('closes everything that a failed start has opened', async () => {
  const occupied = createServer().listen(0, '127.0.0.1');
  await once(occupied, 'listening');
  const dataDir = mkdtempSync(join(tmpdir(), 'quern-failed-start-'));
  const { port } = occupied.address() as AddressInfo;
  const config = readConfig({ PORT: String(port), HOST: '127.0.0.1', QUERN_DATA_DIR: dataDir });
  const closed = [vi.spyOn(OcrEngine.prototype, 'close'), vi.spyOn(WorkerPool.prototype, 'close')];
  const log = pino({ level: 'silent' });
  await expect(startService(config, log)).rejects.toThrow('EADDRINUSE');
  for (const close of closed) expect(close).toHaveBeenCalled();
  occupied.close();
  // The data folder can be opened again.
  await expect(
    startService({ ...config, port: 0 }, log).then((service) => service.drain()),
  ).resolves.toBeUndefined();
  rmSync(dataDir, { recursive: true });
});

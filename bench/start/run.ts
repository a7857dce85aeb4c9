/**
 * Measures how long `npm start` takes until /readyz responds with 200, with a new data directory each time, next to the
 * start of an HTTP server of bare Node, and how much memory the idle process holds (resident set).
 *
 *     npm run bench:start
 *
 * BENCH_ROUNDS sets the number of starts (5).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@quern/testing/network/find-free-port';
import { spawnService } from '@quern/testing/service/spawn-service';
import { median } from '../../eval/metrics/statistics.ts';
import { residentMb } from '../resident-memory.ts';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const idleMs = 3000;

interface StartMeasurement {
  readonly readyMs: number;
  readonly idleMb: number;
}

/** Starts the service once. Memory is read after it has been idle, and is that of Node without npm for `node`. */
async function measureStart(launcher: 'npm' | 'node'): Promise<StartMeasurement> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quern-start-'));
  const service = await spawnService({
    port: await findFreePort(),
    environment: { QUERN_DATA_DIR: dataDir },
    launcher,
  });
  if (launcher === 'node') await sleep(idleMs);
  const idleMb = residentMb(service.process.pid ?? 'self');
  await service.terminate('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
  return { readyMs: service.readyMs, idleMb };
}

/** Measures how long Node takes until an HTTP server without any code listens. */
async function measureBareStart(): Promise<number> {
  const script = "require('node:http').createServer().listen(0, '127.0.0.1', () => process.exit())";
  const startedAt = performance.now();
  await once(spawn(process.execPath, ['-e', script]), 'exit');
  return performance.now() - startedAt;
}

async function main(): Promise<void> {
  const readyMs: number[] = [];
  const bareReadyMs: number[] = [];
  const idleMb: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    readyMs.push((await measureStart('npm')).readyMs);
    bareReadyMs.push(await measureBareStart());
    idleMb.push((await measureStart('node')).idleMb);
  }
  const result = {
    readyMs: Math.round(median(readyMs)),
    bareReadyMs: Math.round(median(bareReadyMs)),
    readyMaxMs: Math.round(Math.max(...readyMs)),
    idleMb: Math.round(median(idleMb)),
  };
  console.log(result);
  writeBenchResult('start', { ...describeRun(), rounds, result });
}

await main();

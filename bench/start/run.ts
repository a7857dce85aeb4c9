import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@quern/testing/network/find-free-port';
import { spawnService } from '@quern/testing/service/spawn-service';

/**
 * How long `npm start` takes until /readyz answers 200, on a new data folder each time, and what the idle process
 * then holds in memory (resident set, from /proc).
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const idleMs = 3000;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const residentMb = (pid: number | undefined): number => {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
};

const readyMs: number[] = [];
const idleMb: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  for (const through of ['npm', 'node'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'quern-start-'));
    const service = await spawnService({
      port: await findFreePort(),
      environment: { QUERN_DATA_DIR: folder },
      launcher: through,
    });
    if (through === 'npm') readyMs.push(service.readyMs);
    else {
      await sleep(idleMs);
      idleMb.push(residentMb(service.process.pid));
    }
    await service.terminate('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}
const result = {
  readyMs: Math.round(median(readyMs)),
  readyMaxMs: Math.round(Math.max(...readyMs)),
  idleMb: Math.round(median(idleMb)),
};
console.log(
  `npm start to ready: ${result.readyMs} ms (at most ${result.readyMaxMs} of ${rounds}); idle: ${result.idleMb} MB`,
);
const results = resolve(import.meta.dirname, '../results');
mkdirSync(results, { recursive: true });
const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, rounds };
writeFileSync(join(results, 'start.json'), `${JSON.stringify({ machine, result }, null, 2)}\n`);

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { benchKey } from './bench-key.ts';
import { runLoad } from './load-client.ts';
import { measureLedger } from './measure-ledger.ts';
import { measurePipeline } from './measure-pipeline.ts';
import type { TargetReport } from './target-report.ts';

/**
 * What the runner costs: the whole service with an operation that does nothing, against the embedded ledger's
 * own durable throughput and against the bare framework, in one run, rounds taken in turn. Ratios are what counts.
 */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);

interface Round {
  readonly ledgerPerSecond: number;
  readonly runnerPerSecond: number;
  readonly quern: Measured;
  readonly bare: Measured;
}

interface Measured {
  readonly perSecond: number;
  readonly cpuUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly loopDelayMaxMs: number;
  readonly loopDelayP99Ms: number;
}

async function measureTarget(mode: 'quern' | 'bare', clients: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  const child: ChildProcess = fork(join(import.meta.dirname, 'target.ts'), [mode, folder], {
    execArgv: ['--conditions=source'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const order = {
    port,
    path: '/v0/nothing',
    headers: { authorization: `Bearer ${benchKey}`, 'content-type': 'application/json' },
    body: '{"text":"a request of the usual small size, as a client would send it"}',
    clients,
  };
  await runLoad({ ...order, seconds: 1.5 });
  child.send('begin');
  await once(child, 'message');
  const result = await runLoad({ ...order, seconds });
  child.send('end');
  const [report] = (await once(child, 'message')) as [TargetReport];
  child.kill('SIGKILL');
  await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`);
  return {
    ...report,
    ...result,
    perSecond: result.requests / result.seconds,
    cpuUs: report.cpuUs / result.requests,
  };
}

async function measureRound(clients: number): Promise<Round> {
  const ledgerPerSecond = await inFolder((folder) => measureLedger(folder, clients, seconds));
  const runnerPerSecond = await inFolder((folder) => measurePipeline(folder, clients, seconds));
  const quern = await measureTarget('quern', clients);
  const bare = await measureTarget('bare', clients);
  return { ledgerPerSecond, runnerPerSecond, quern, bare };
}

async function inFolder(measure: (folder: string) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  const perSecond = await measure(folder);
  rmSync(folder, { recursive: true, force: true });
  return perSecond;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const table: string[] = [];
const results: object[] = [];
for (const clients of [32, 256]) {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(clients));
  const of = (pick: (round: Round) => number): number => median(measured.map(pick));
  const row = {
    clients,
    ledgerPerSecond: of((round) => round.ledgerPerSecond),
    runnerPerSecond: of((round) => round.runnerPerSecond),
    runnerOfLedger: of((round) => round.runnerPerSecond / round.ledgerPerSecond),
    quernPerSecond: of((round) => round.quern.perSecond),
    barePerSecond: of((round) => round.bare.perSecond),
    httpOfLedger: of((round) => round.quern.perSecond / round.ledgerPerSecond),
    quernCpuUs: of((round) => round.quern.cpuUs),
    bareCpuUs: of((round) => round.bare.cpuUs),
    cpuRatio: of((round) => round.quern.cpuUs / round.bare.cpuUs),
    p50Ms: of((round) => round.quern.p50Ms),
    p99Ms: of((round) => round.quern.p99Ms),
    loopDelayMaxMs: of((round) => round.quern.loopDelayMaxMs),
    loopDelayP99Ms: of((round) => round.quern.loopDelayP99Ms),
  };
  results.push(row);
  table.push(
    `${clients} clients: ledger ${row.ledgerPerSecond.toFixed(0)}/s, runner ${row.runnerPerSecond.toFixed(0)}/s = ${row.runnerOfLedger.toFixed(2)} of it, ` +
      `through HTTP ${row.quernPerSecond.toFixed(0)}/s = ${row.httpOfLedger.toFixed(2)}; ` +
      `CPU a request ${row.quernCpuUs.toFixed(0)} µs against ${row.bareCpuUs.toFixed(0)} µs bare = ${row.cpuRatio.toFixed(2)} ×; ` +
      `p50 ${row.p50Ms.toFixed(1)} ms, p99 ${row.p99Ms.toFixed(1)} ms; event loop held up ${row.loopDelayMaxMs.toFixed(1)} ms at most (p99 ${row.loopDelayP99Ms.toFixed(1)})`,
  );
}
console.log(table.join('\n'));
const folder = resolve(import.meta.dirname, '../results');
mkdirSync(folder, { recursive: true });
const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, rounds, seconds };
writeFileSync(join(folder, 'http.json'), `${JSON.stringify({ machine, results }, null, 2)}\n`);

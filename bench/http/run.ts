/**
 * Measures the cost of the request pipeline: the whole service with an operation that does no work, next to the
 * throughput of the embedded ledger alone and to the bare HTTP framework, in rounds taken in turns. The ratios are the
 * result; absolute figures depend on the machine.
 *
 *     npm run bench:http
 *
 * BENCH_SECONDS sets the duration of a measurement (5), BENCH_ROUNDS the number of rounds (3).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../../eval/metrics/statistics.ts';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';
import { benchKey } from './bench-key.ts';
import { runLoad } from './load-client.ts';
import { measureLedger } from './measure-ledger.ts';
import { measurePipeline } from './measure-pipeline.ts';
import type { TargetReport } from './target-report.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
/**
 * Requests before a measurement, until V8 has compiled their functions. V8 counts calls, so the same number for both:
 * within the same time, the bare framework would be warmed up by several times as many as the service.
 */
const warmUpRequests = 100_000;
const clientCounts = [32, 256];

interface TargetMeasurement {
  readonly perSecond: number;
  readonly cpuUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly loopDelayMaxMs: number;
  readonly loopDelayP99Ms: number;
}

interface Round {
  readonly ledgerPerSecond: number;
  readonly pipelinePerSecond: number;
  readonly quern: TargetMeasurement;
  readonly bare: TargetMeasurement;
}

async function withTemporaryDir<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures target.ts as a separate process. @throws Error when a request fails */
async function measureTarget(
  mode: 'quern' | 'bare',
  clients: number,
  folder: string,
): Promise<TargetMeasurement> {
  const child = fork(join(import.meta.dirname, 'target.ts'), [mode, folder], {
    execArgv: ['--conditions=source'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const load = {
    port,
    path: '/v0/noop',
    headers: { authorization: `Bearer ${benchKey}`, 'content-type': 'application/json' },
    body: '{"text":"a request of the usual small size, as a client would send it"}',
    clients,
  };
  for (let requests = 0; requests < warmUpRequests; ) {
    requests += (await runLoad({ ...load, seconds: 1 })).requests;
  }
  child.send('begin');
  await once(child, 'message');
  const result = await runLoad({ ...load, seconds });
  child.send('end');
  const [report] = (await once(child, 'message')) as [TargetReport];
  child.kill('SIGKILL');
  await once(child, 'exit');
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`);
  return {
    ...report,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    perSecond: result.requests / result.seconds,
    cpuUs: report.cpuUs / result.requests,
  };
}

async function measureRound(clients: number): Promise<Round> {
  return {
    ledgerPerSecond: await withTemporaryDir((folder) => measureLedger(folder, clients, seconds)),
    pipelinePerSecond: await withTemporaryDir((folder) => measurePipeline(folder, clients, seconds)),
    quern: await withTemporaryDir((folder) => measureTarget('quern', clients, folder)),
    bare: await withTemporaryDir((folder) => measureTarget('bare', clients, folder)),
  };
}

/** The medians of the rounds; ratios are taken within each round. */
function summarize(clients: number, measured: readonly Round[]) {
  const medianOf = (pick: (round: Round) => number): number => median(measured.map(pick));
  return {
    clients,
    ledgerPerSecond: medianOf((round) => round.ledgerPerSecond),
    pipelinePerSecond: medianOf((round) => round.pipelinePerSecond),
    pipelineShareOfLedger: medianOf((round) => round.pipelinePerSecond / round.ledgerPerSecond),
    quernPerSecond: medianOf((round) => round.quern.perSecond),
    barePerSecond: medianOf((round) => round.bare.perSecond),
    httpShareOfLedger: medianOf((round) => round.quern.perSecond / round.ledgerPerSecond),
    quernCpuUs: medianOf((round) => round.quern.cpuUs),
    bareCpuUs: medianOf((round) => round.bare.cpuUs),
    cpuRatio: medianOf((round) => round.quern.cpuUs / round.bare.cpuUs),
    p50Ms: medianOf((round) => round.quern.p50Ms),
    p99Ms: medianOf((round) => round.quern.p99Ms),
    loopDelayMaxMs: medianOf((round) => round.quern.loopDelayMaxMs),
    loopDelayP99Ms: medianOf((round) => round.quern.loopDelayP99Ms),
  };
}

async function main(): Promise<void> {
  const results = [];
  for (const clients of clientCounts) {
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(clients));
    const summary = summarize(clients, measured);
    results.push(summary);
    console.log(summary);
  }
  writeBenchResult('http', { ...describeRun(), rounds, seconds, results });
}

await main();

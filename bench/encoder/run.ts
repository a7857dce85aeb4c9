/**
 * Speed and memory of the brain: `npm run bench:brain [-- <folder of make_bert_base.py>]`.
 * Tokens a second on one core at 128 tokens, beside an encoder of BERT-base's size in the same runtime, quantised alike, in
 * turns; a text of 100 tokens alone; what two threads with the model hold in memory above none; how long the event loop
 * of the process stands still while they work.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { EncoderModel } from '@quern/nlp/encoder/encoder-model';
import { EncoderSession } from '@quern/nlp/encoder/encoder-session';
import { bundledModelDir } from '@quern/nlp/encoder/load-encoder';
import { readManifest } from '@quern/nlp/encoder/read-manifest';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { createEnginePool } from '../../apps/server/src/engines/engine-pool.ts';

const rounds = 40;
const length = 128;
const bertHidden = 768;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const residentMb = (): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function openBertBase(folder: string | undefined): Promise<(() => Promise<unknown>) | undefined> {
  if (folder === undefined || !existsSync(join(folder, 'bert-base.onnx'))) return undefined;
  const session = await InferenceSession.create(join(folder, 'bert-base.onnx'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const values = Float32Array.from({ length: length * bertHidden }, () => Math.random() - 0.5);
  const feeds = {
    embedded: new Tensor('float32', values, [1, length, bertHidden]),
    mask: new Tensor('float32', new Float32Array(length).fill(1), [1, length]),
  };
  return () => session.run(feeds);
}

// Memory first, in a process that has not loaded a model before.
const text =
  'The European Commission said on Tuesday that it would open talks with Kenya, Brazil and the Port of Rotterdam about a common register for freight. '.repeat(
    3,
  );
const pool = createEnginePool({ threads: 2 });
await Promise.all([pool.run('prepareText', { content: text }), pool.run('prepareText', { content: text })]);
await sleep(2000);
const before = residentMb();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
/** Sentences that differ: equal windows run once. */
const long = Array.from({ length: 60 }, (_, at) => `${at}. ${text}`).join('\n');
for (let round = 0; round < 4; round += 1)
  await Promise.all([
    pool.run('extractEntities', { text: long, referenceTimeMs: 0 }),
    pool.run('analyzeSentiment', { text: long }),
  ]);
delay.disable();
await sleep(1000);
const aboveMb = residentMb() - before;
await pool.close();

const encoder = new EncoderSession(bundledModelDir, await readManifest(bundledModelDir));
const pieces = Int32Array.from({ length: length - 2 }, (_, at) => 100 + at * 37);
const bertBase = await openBertBase(process.argv[2]);
for (let round = 0; round < 3; round += 1) {
  await encoder.tagLogits(pieces);
  await encoder.sentimentLogits(pieces);
  await bertBase?.();
}
const [tagMs, feelMs, bertMs]: [number[], number[], number[]] = [[], [], []];
for (let round = 0; round < rounds; round += 1) {
  tagMs.push(await millisecondsOf(() => encoder.tagLogits(pieces)));
  feelMs.push(await millisecondsOf(() => encoder.sentimentLogits(pieces)));
  if (bertBase !== undefined) bertMs.push(await millisecondsOf(bertBase));
}
const brain = await EncoderModel.open(bundledModelDir);
await brain.tagEntities(text);
const textMs: number[] = [];
for (let round = 0; round < rounds; round += 1)
  textMs.push(await millisecondsOf(() => brain.tagEntities(text)));
await brain.close();
await encoder.close();

const perSecond = (milliseconds: readonly number[]) => Math.round((length / median(milliseconds)) * 1000);
const result = {
  tokensASecondNames: perSecond(tagMs),
  tokensASecondFeelings: perSecond(feelMs),
  tokensASecondBertBase: bertMs.length === 0 ? null : perSecond(bertMs),
  timesBertBase: bertMs.length === 0 ? null : Number((median(bertMs) / median(tagMs)).toFixed(2)),
  hundredTokensMs: Number(median(textMs).toFixed(1)),
  twoThreadsAboveMb: Math.round(aboveMb),
  eventLoopDelayMaxMs: Number((delay.max / 1e6).toFixed(1)),
};
console.log(result);
const results = join(import.meta.dirname, '../results');
mkdirSync(results, { recursive: true });
const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, rounds };
writeFileSync(join(results, 'brain.json'), `${JSON.stringify({ machine, result }, null, 2)}\n`);

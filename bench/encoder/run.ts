/**
 * Measures the speed and memory of the encoder: tokens per second on one thread at 128 tokens, in turns with an encoder of
 * the size of BERT base in the same runtime, quantized alike; the time of a text of 100 tokens; the memory that two
 * threads with the model add; and the longest delay of the event loop while they work.
 *
 *     npm run bench:encoder -- FOLDER
 *
 * FOLDER is the output of make_bert_base.py; without it the comparison is left out and no result is written.
 */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { EncoderModel } from '@quern/nlp/encoder/encoder-model';
import { bundledModelDir } from '@quern/nlp/encoder/load-encoder';
import { EncoderSession } from '@quern/nlp/encoder/session/encoder-session';
import { readManifest } from '@quern/nlp/encoder/session/read-manifest';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { createEnginePool } from '../../apps/server/src/engines/engine-pool.ts';
import { median } from '../../eval/metrics/statistics.ts';
import { residentMb } from '../resident-memory.ts';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';

const rounds = 40;
const warmUpRounds = 3;
/** Tokens of one input. */
const length = 128;
const bertHidden = 768;
/** A text of about 100 tokens. */
const text =
  'The European Commission said on Tuesday that it would open talks with Kenya, Brazil and the Port of Rotterdam about a common register for freight. '.repeat(
    3,
  );

async function durationMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Opens the model of make_bert_base.py. @returns a function that runs it once on random input */
async function openBertBase(folder: string): Promise<() => Promise<unknown>> {
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

/** Runs entities and sentiment in two threads. Call it before this process loads a model itself. */
async function measureThreads(): Promise<{ twoThreadsAddedMb: number; eventLoopDelayMaxMs: number }> {
  const pool = createEnginePool({ threads: 2 });
  const content = { content: text };
  await Promise.all([pool.run('prepareText', content), pool.run('prepareText', content)]);
  await sleep(2000);
  const beforeMb = residentMb('self');
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // Numbered, because equal windows run once.
  const longText = Array.from({ length: 60 }, (_, index) => `${index}. ${text}`).join('\n');
  for (let round = 0; round < 4; round += 1)
    await Promise.all([
      pool.run('extractEntities', { text: longText, referenceTimeMs: 0 }),
      pool.run('analyzeSentiment', { text: longText }),
    ]);
  delay.disable();
  await sleep(1000);
  const twoThreadsAddedMb = Math.round(residentMb('self') - beforeMb);
  await pool.close();
  return { twoThreadsAddedMb, eventLoopDelayMaxMs: Number((delay.max / 1e6).toFixed(1)) };
}

async function measureTokensPerSecond(bertFolder: string | undefined) {
  const session = new EncoderSession(bundledModelDir, await readManifest(bundledModelDir));
  const subwords = Int32Array.from({ length: length - 2 }, (_, index) => 100 + index * 37);
  const works = {
    ner: () => session.tagLogits(subwords),
    sentiment: () => session.sentimentLogits(subwords),
    ...(bertFolder === undefined ? {} : { bertBase: await openBertBase(bertFolder) }),
  };
  const times = new Map(Object.keys(works).map((name) => [name, [] as number[]]));
  for (let round = -warmUpRounds; round < rounds; round += 1)
    for (const [name, work] of Object.entries(works)) {
      const ms = await durationMs(work);
      if (round >= 0) times.get(name)?.push(ms);
    }
  await session.close();
  const medianMs = (name: string) => median(times.get(name) ?? []);
  const tokensPerSecond = (name: string) => Math.round((length / medianMs(name)) * 1000);
  return {
    nerTokensPerSecond: tokensPerSecond('ner'),
    sentimentTokensPerSecond: tokensPerSecond('sentiment'),
    bertBaseTokensPerSecond: bertFolder === undefined ? null : tokensPerSecond('bertBase'),
    speedOverBertBase:
      bertFolder === undefined ? null : Number((medianMs('bertBase') / medianMs('ner')).toFixed(2)),
  };
}

async function measureTextMs(): Promise<number> {
  const encoder = await EncoderModel.open(bundledModelDir);
  await encoder.tagEntities(text);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    times.push(await durationMs(() => encoder.tagEntities(text)));
  await encoder.close();
  return Number(median(times).toFixed(1));
}

async function main(): Promise<void> {
  const [bertFolder] = process.argv.slice(2);
  const threads = await measureThreads();
  const result = {
    ...(await measureTokensPerSecond(bertFolder)),
    textOf100TokensMs: await measureTextMs(),
    ...threads,
  };
  console.log(result);
  if (bertFolder !== undefined) writeBenchResult('encoder', { ...describeRun(), rounds, result });
}

await main();

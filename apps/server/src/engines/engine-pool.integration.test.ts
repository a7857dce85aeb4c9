// clock: tasks that are canceled take a minute, and the tests pass at whatever moment they are.
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkObserver } from '@quern/runtime/scheduling/work-observer';
import { afterAll, describe, expect, it } from 'vitest';
import { createEnginePool } from './engine-pool.ts';

/** Sentences that differ, since equal ones are analyzed once. */
const sentences = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `Ann Lee met Tim Cook at gate ${index}, and it was great.`,
  ).join(' ');
const long = sentences(50);
/** Takes a minute, so that no machine finishes before it is canceled. */
const endless = sentences(4000);
const noObserver: WorkObserver = {
  queued: () => undefined,
  started: () => undefined,
  finished: () => undefined,
};
const pool = createEnginePool({ threads: 1 });
afterAll(() => pool.close());

describe('the engine pool', () => {
  it('survives tasks aborted during model inference and runs the next task', async () => {
    await pool.run('analyzeSentiment', { text: 'It loads.' });
    for (const waitMs of [5, 40, 90, 200]) {
      const stop = new AbortController();
      const work = pool.run(
        'extractEntities',
        { text: endless, referenceTimeMs: 0 },
        { signal: stop.signal },
      );
      await sleep(waitMs);
      stop.abort(new Error('enough'));
      await expect(work).rejects.toThrow('enough');
    }
    const { analysis } = await pool.run('analyzeSentiment', { text: 'I love it.' });
    expect(analysis.sentiment).toBe('positive');
  });

  it('rejects an aborted task that waits, without running it', async () => {
    const first = pool.run('analyzeSentiment', { text: long });
    const stop = new AbortController();
    const second = pool.run('analyzeSentiment', { text: long }, { signal: stop.signal });
    stop.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    expect((await first).analysis.sentences.length).toBe(50);
  });

  it('closes while a thread runs model inference', async () => {
    const closing = createEnginePool({ threads: 1 });
    const work = closing.run('analyzeSentiment', { text: endless });
    const ended = expect(work).rejects.toThrow();
    await expect.poll(() => closing.running).toBe(1);
    await sleep(1000);
    await closing.close();
    await ended;
  });

  it('runs the texts of other flows before long ones of the first', async () => {
    const fair = createEnginePool({ threads: 1 });
    const stop = new AbortController();
    const ended: string[] = [];
    const run = async (flow: string, text: string, signal?: AbortSignal) => {
      await fair.run('analyzeSentiment', { text }, { caller: { flow }, signal });
      ended.push(flow);
    };
    const heavy = [run('heavy', endless, stop.signal), run('heavy', endless, stop.signal)];
    const stopped = Promise.allSettled(heavy);
    await Promise.all([run('medium', sentences(30)), run('light', 'I love it.')]);
    expect(ended.toSorted()).toEqual(['light', 'medium']);
    stop.abort(new Error('enough'));
    expect((await stopped).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect.poll(() => [fair.running, fair.waiting]).toEqual([0, 0]);
    await fair.close();
  });

  it('cancels tasks at any moment, paused or active, and keeps the others of the same thread', async () => {
    const fair = createEnginePool({ threads: 1 });
    await fair.run('analyzeSentiment', { text: 'It loads.' });
    const run = (flow: string, text: string, signal?: AbortSignal) =>
      fair.run('analyzeSentiment', { text }, { caller: { flow }, signal });
    for (const waitMs of [20, 130, 180, 260, 330]) {
      const stop = new AbortController();
      const stopped = run('one', endless, stop.signal);
      const other = run('two', sentences(30));
      await sleep(waitMs);
      stop.abort(new Error('enough'));
      await expect(stopped).rejects.toThrow('enough');
      expect((await other).analysis.sentences).toHaveLength(30);
      await expect.poll(() => [fair.running, fair.waiting]).toEqual([0, 0]);
    }
    await fair.close();
  });

  it('restarts paused tasks when another task loses their thread', async () => {
    const fair = createEnginePool({ threads: 1 });
    await fair.run('warmUp', undefined);
    const page = {
      url: 'http://a.example/',
      contentType: 'text/html',
      charset: 'utf-8',
      status: 200,
      headers: {},
      body: Buffer.from(`<p>${'<i>a</i> <b>b</b> '.repeat(60_000)}</p>`),
    };
    const flows = ['one', 'two', 'three', 'four', 'five', 'six'];
    const texts = flows.map((flow) =>
      fair.run('analyzeSentiment', { text: sentences(60) }, { caller: { flow } }),
    );
    const stop = new AbortController();
    const observer = {
      ...noObserver,
      // clock: the thread is lost at whatever moment the conversion, which does not pause, is canceled.
      started: () => void setTimeout(() => stop.abort(new Error('enough')), 50),
    };
    const converting = fair.run('analyzeResource', page, {
      caller: { flow: 'page', observer },
      signal: stop.signal,
    });
    await expect(converting).rejects.toThrow('enough');
    const results = await Promise.all(texts);
    expect(results.map(({ analysis }) => analysis.sentences.length)).toEqual(flows.map(() => 60));
    expect([fair.running, fair.waiting]).toEqual([0, 0]);
    await fair.close();
  });

  it('reports the time used by tasks that were canceled', async () => {
    const stop = new AbortController();
    const events: [string, number][] = [];
    const observer: WorkObserver = {
      queued: () => void events.push(['queued', 0]),
      started: (ms: number) => void events.push(['started', ms]),
      finished: (ms: number) => void events.push(['finished', ms]),
    };
    const work = pool.run(
      'analyzeSentiment',
      { text: endless },
      { caller: { flow: 'a', observer }, signal: stop.signal },
    );
    await expect.poll(() => events.map(([name]) => name)).toContain('started');
    await sleep(100);
    stop.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    expect(events.map(([name]) => name)).toEqual(['queued', 'started', 'finished']);
    expect(events[2]?.[1]).toBeGreaterThan(0);
  });

  it('closes while tasks are paused', async () => {
    const closing = createEnginePool({ threads: 1 });
    const run = (flow: string) => closing.run('analyzeSentiment', { text: endless }, { caller: { flow } });
    const works = [run('one'), run('two'), run('three')];
    const ended = Promise.all(works.map((work) => expect(work).rejects.toThrow()));
    await expect.poll(() => closing.running).toBeGreaterThan(1);
    await closing.close();
    await ended;
  });

  it('returns the requested fields as JSON written in the thread', async () => {
    const { analysis } = await pool.run(
      'analyzeSentiment',
      { text: 'I love it. It rains.' },
      { jsonFields: ['analysis.sentences'] },
    );
    const parsed: unknown = JSON.parse(Buffer.from(analysis.sentences.bytes).toString());
    expect(parsed).toMatchObject([{ text: 'I love it.' }, { text: 'It rains.' }]);
    expect(analysis.sentiment).toBe('positive');
  });
});

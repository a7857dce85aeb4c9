import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createEnginePool } from './engine-pool.ts';

/** Sentences that differ: equal ones are read once. */
const sentences = (count: number) =>
  Array.from({ length: count }, (_, at) => `Ann Lee met Tim Cook at gate ${at}, and it was great.`).join(' ');
const long = sentences(300);
const noObserver = { queued: () => undefined, started: () => undefined, finished: () => undefined };
const pool = createEnginePool({ threads: 1 });
afterAll(() => pool.close());

describe('a pool', () => {
  it('survives what is aborted inside the network, and goes on', async () => {
    await pool.run('analyzeSentiment', { text: 'It loads.' });
    for (const waitMs of [5, 40, 90, 200]) {
      const stop = new AbortController();
      const work = pool.run('extractEntities', { text: long, referenceTimeMs: 0 }, { signal: stop.signal });
      await sleep(waitMs);
      stop.abort(new Error('enough'));
      await expect(work).rejects.toThrow('enough');
    }
    const { analysis } = await pool.run('analyzeSentiment', { text: 'I love it.' });
    expect(analysis.sentiment).toBe('positive');
  });

  it('takes what waits out of the line', async () => {
    const first = pool.run('analyzeSentiment', { text: long });
    const stop = new AbortController();
    const second = pool.run('analyzeSentiment', { text: long }, { signal: stop.signal });
    stop.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    expect((await first).analysis.sentences.length).toBe(300);
  });

  it('closes while a thread is inside the network', async () => {
    const closing = createEnginePool({ threads: 1 });
    const work = closing.run('analyzeSentiment', { text: sentences(2000) });
    const ended = expect(work).rejects.toThrow();
    await sleep(1500);
    await closing.close();
    await ended;
  });

  it('lets a short text of another flow pass long ones of the first, which go on afterwards', async () => {
    const fair = createEnginePool({ threads: 1 });
    const ended: string[] = [];
    const run = async (flow: string, text: string) => {
      await fair.run('analyzeSentiment', { text }, { caller: { flow } });
      ended.push(flow);
    };
    await Promise.all([
      run('heavy', sentences(150)),
      run('heavy', sentences(150)),
      run('medium', sentences(60)),
      run('light', 'I love it.'),
    ]);
    expect(ended).toEqual(['light', 'medium', 'heavy', 'heavy']);
    expect([fair.running, fair.waiting]).toEqual([0, 0]);
    await fair.close();
  });

  it('stops tasks at any moment, paused or active, and keeps the others of the same thread', async () => {
    const fair = createEnginePool({ threads: 1 });
    await fair.run('analyzeSentiment', { text: 'It loads.' });
    const run = (flow: string, count: number, signal?: AbortSignal) =>
      fair.run('analyzeSentiment', { text: sentences(count) }, { caller: { flow }, signal });
    for (const waitMs of [20, 130, 180, 260, 330]) {
      const stop = new AbortController();
      const stopped = run('one', 300, stop.signal);
      const other = run('two', 60);
      await sleep(waitMs);
      stop.abort(new Error('enough'));
      await expect(stopped).rejects.toThrow('enough');
      expect((await other).analysis.sentences).toHaveLength(60);
      await expect.poll(() => [fair.running, fair.waiting]).toEqual([0, 0]);
    }
    await fair.close();
  });

  it('begins a paused task again when another one loses the thread, and serves further flows beside many', async () => {
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
      fair.run('analyzeSentiment', { text: sentences(120) }, { caller: { flow } }),
    );
    const stop = new AbortController();
    const observer = {
      ...noObserver,
      started: () => void setTimeout(() => stop.abort(new Error('enough')), 50),
    };
    const converting = fair.run('convertResource', page, {
      caller: { flow: 'page', observer },
      signal: stop.signal,
    });
    await expect(converting).rejects.toThrow('enough');
    const analyses = await Promise.all(texts);
    expect(analyses.map(({ analysis }) => analysis.sentences.length)).toEqual(flows.map(() => 120));
    expect([fair.running, fair.waiting]).toEqual([0, 0]);
    await fair.close();
  });

  it('counts the time of tasks that were stopped', async () => {
    const stop = new AbortController();
    const events: [string, number][] = [];
    const observer = {
      queued: () => void events.push(['queued', 0]),
      started: (ms: number) => void events.push(['started', ms]),
      finished: (ms: number) => void events.push(['finished', ms]),
    };
    const work = pool.run(
      'analyzeSentiment',
      { text: long },
      { caller: { flow: 'a', observer }, signal: stop.signal },
    );
    await sleep(150);
    stop.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    expect(events.map(([name]) => name)).toEqual(['queued', 'started', 'finished']);
    expect(events[2]?.[1]).toBeGreaterThan(100);
  });

  it('closes while tasks are paused', async () => {
    const closing = createEnginePool({ threads: 1 });
    const run = (flow: string) =>
      closing.run('analyzeSentiment', { text: sentences(2000) }, { caller: { flow } });
    const works = [run('one'), run('two'), run('three')];
    const ended = Promise.all(works.map((work) => expect(work).rejects.toThrow()));
    await expect.poll(() => closing.running, { timeout: 20_000 }).toBeGreaterThan(1);
    await closing.close();
    await ended;
  });

  it('gives fields as JSON that was written in the thread', async () => {
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

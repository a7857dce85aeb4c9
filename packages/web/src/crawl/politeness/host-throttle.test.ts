import { describe, expect, it } from 'vitest';
import { createHostThrottle } from './host-throttle.ts';

const now = () => performance.now();
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How many pieces of work ran at once. */
async function peakOf(
  pacer: ReturnType<typeof createHostThrottle>,
  host: string,
  pieces: number,
): Promise<number> {
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await sleep(10);
    running--;
  };
  await Promise.all(Array.from({ length: pieces }, () => pacer.run(host, work)));
  return most;
}

describe('createHostPacer', () => {
  it('runs eight at once for a host, each host for itself', async () => {
    const pacer = createHostThrottle(now, new AbortController().signal);
    expect(await Promise.all([peakOf(pacer, 'a', 30), peakOf(pacer, 'b', 30)])).toEqual([8, 8]);
  });

  it('runs one at a time with the delay between the beginnings', async () => {
    const pacer = createHostThrottle(now, new AbortController().signal);
    pacer.setDelay('a', 40);
    const started = now();
    expect(await peakOf(pacer, 'a', 4)).toBe(1);
    expect(now() - started).toBeGreaterThanOrEqual(118);
  });

  it('asks nothing during a pause, unless it is cancelled', async () => {
    const cancel = new AbortController();
    const pacer = createHostThrottle(now, cancel.signal);
    pacer.pause('a', 60);
    const started = now();
    await pacer.run('a', async () => undefined);
    expect(now() - started).toBeGreaterThanOrEqual(58);
    pacer.pause('a', 60_000);
    setTimeout(() => cancel.abort(), 20);
    await pacer.run('a', async () => undefined);
    expect(now() - started).toBeLessThan(20_000);
  });

  it('slows down as failures follow each other, and recovers with success', async () => {
    const pacer = createHostThrottle(now, new AbortController().signal);
    for (let count = 0; count < 4; count++) pacer.reportOutcome('a', 'failed');
    const started = now();
    expect(await peakOf(pacer, 'a', 8)).toBe(2);
    expect(now() - started).toBeGreaterThanOrEqual(390);
    for (let count = 0; count < 8; count++) pacer.reportOutcome('a', 'served');
    expect(await peakOf(pacer, 'a', 20)).toBe(8);
    expect(await peakOf(pacer, 'b', 20)).toBe(8);
  });

  it('lets two failures be chance, and gives up after sixteen in a row or a refusal', () => {
    const pacer = createHostThrottle(now, new AbortController().signal);
    for (let count = 0; count < 15; count++) pacer.reportOutcome('a', 'failed');
    expect(pacer.isDisabled('a')).toBe(false);
    pacer.reportOutcome('a', 'failed');
    expect(pacer.isDisabled('a')).toBe(true);
    pacer.reportOutcome('b', 'refused');
    expect([pacer.isDisabled('b'), pacer.isDisabled('c')]).toEqual([true, false]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Serves the queue until it is empty or `times` items were taken; each costs 1 ms. */
function serve(queue: FairQueue<string>, times = Number.POSITIVE_INFINITY): string[] {
  const served: string[] = [];
  while (served.length < times) {
    const item = queue.dequeue();
    if (item === undefined) break;
    queue.charge(item.split(' ')[0] ?? '', 1);
    served.push(item);
  }
  return served;
}

const addMany = (queue: FairQueue<string>, flow: string, count: number): void => {
  for (let index = 0; index < count; index += 1) queue.enqueue(flow, `${flow} ${index}`);
};

describe('FairQueue', () => {
  it('serves flows in turn, regardless of their number of items, and the items of a flow in order', () => {
    const queue = new FairQueue<string>();
    addMany(queue, 'heavy', 100);
    expect(serve(queue, 20)).toHaveLength(20);
    addMany(queue, 'light', 3);
    expect(serve(queue, 6).filter((item) => item.startsWith('light'))).toEqual([
      'light 0',
      'light 1',
      'light 2',
    ]);
    expect(queue.length).toBe(77);
  });

  it('gives an idle flow no credit for its idle time', () => {
    const queue = new FairQueue<string>();
    addMany(queue, 'early', 1);
    addMany(queue, 'busy', 1000);
    serve(queue, 500);
    addMany(queue, 'early', 200);
    const served = serve(queue, 100);
    expect(served.filter((item) => item.startsWith('early')).length).toBeLessThanOrEqual(51);
  });

  it('charges a flow nothing for work it did while no other flow waited', () => {
    const queue = new FairQueue<string>();
    queue.charge('alone', 60_000);
    addMany(queue, 'late', 100);
    addMany(queue, 'alone', 100);
    const served = serve(queue, 50);
    expect(served.filter((item) => item.startsWith('alone')).length).toBeGreaterThanOrEqual(24);
  });

  it('serves a flow with longer items less often', () => {
    const queue = new FairQueue<string>();
    addMany(queue, 'slow', 100);
    addMany(queue, 'quick', 100);
    let slow = 0;
    for (let round = 0; round < 110; round += 1) {
      const item = queue.dequeue() ?? '';
      const isSlow = item.startsWith('slow');
      if (isSlow) slow += 1;
      queue.charge(isSlow ? 'slow' : 'quick', isSlow ? 10 : 1);
    }
    expect(slow).toBeGreaterThanOrEqual(9);
    expect(slow).toBeLessThanOrEqual(11);
  });

  it('gives active flows equal shares, within one item, for any arrivals', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 30, max: 60 }), { minLength: 2, maxLength: 8 }), (counts) => {
        const queue = new FairQueue<string>();
        for (const [index, count] of counts.entries()) addMany(queue, `flow${index}`, count);
        const served = serve(queue, counts.length * 25);
        const shares = counts.map(
          (_, index) => served.filter((item) => item.startsWith(`flow${index} `)).length,
        );
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('skips items that are not eligible and items that were removed', () => {
    const queue = new FairQueue<string>();
    queue.enqueue('a', 'a large');
    queue.enqueue('a', 'a small');
    queue.enqueue('b', 'b large');
    expect(queue.dequeue((item) => item.endsWith('small'))).toBe('a small');
    expect(queue.dequeue((item) => item.endsWith('small'))).toBeUndefined();
    expect(queue.remove('b', 'b large')).toBe(true);
    expect(queue.remove('b', 'b large')).toBe(false);
    expect(queue.hasOtherFlow('a')).toBe(false);
    expect(queue.clear()).toEqual(['a large']);
    expect(queue.length).toBe(0);
  });

  it('serves the items of a flow by rank, and those of equal rank in order', () => {
    const queue = new FairQueue<string>();
    for (const [item, rank] of [
      ['a long', 900],
      ['a short', 10],
      ['a short too', 10],
      ['a later', 50],
    ] as const)
      queue.enqueue('a', item, { rank });
    expect([queue.first('a'), queue.first('b')]).toEqual(['a short', undefined]);
    expect([queue.hasOtherFlow('a'), queue.hasOtherFlow('b')]).toEqual([false, true]);
    expect(serve(queue)).toEqual(['a short', 'a short too', 'a later', 'a long']);
  });

  it('serves deferred flows after all others, and fairly while there are no others', () => {
    const queue = new FairQueue<string>();
    let isInDebt = true;
    for (const flow of ['debtor', 'other debtor'])
      for (let at = 0; at < 3; at += 1) queue.enqueue(flow, `${flow} ${at}`, { isDeferred: () => isInDebt });
    addMany(queue, 'payer', 20);
    expect(serve(queue, 20).every((item) => item.startsWith('payer'))).toBe(true);
    expect(serve(queue, 2).toSorted()).toEqual(['debtor 0', 'other debtor 0']);
    addMany(queue, 'late', 1);
    expect(serve(queue, 1)).toEqual(['late 0']);
    addMany(queue, 'late', 5);
    isInDebt = false;
    const next = serve(queue, 6);
    expect(next.filter((item) => !item.startsWith('late')).length).toBeGreaterThanOrEqual(3);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BinaryHeap } from './binary-heap.ts';

it('returns items by descending priority', () => {
  // Adding 0 turns -0 into 0: the two have the same priority, but toEqual distinguishes them.
  const priority = fc.double({ noNaN: true }).map((value) => value + 0);
  fc.assert(
    fc.property(fc.array(priority), (priorities) => {
      const heap = new BinaryHeap();
      for (const [item, priority] of priorities.entries()) heap.push(item, priority);
      const popped: number[] = [];
      for (let item = heap.pop(); item !== undefined; item = heap.pop()) popped.push(priorities[item] ?? 0);
      expect(popped).toEqual(priorities.toSorted((left, right) => right - left));
      expect(heap.size).toBe(0);
    }),
  );
});

it('reports the highest priority, and none when it is empty', () => {
  const heap = new BinaryHeap();
  expect(heap.topPriority).toBe(Number.NEGATIVE_INFINITY);
  heap.push(7, 2);
  heap.push(8, 5);
  expect(heap.topPriority).toBe(5);
  expect(heap.pop()).toBe(8);
  expect(heap.topPriority).toBe(2);
});

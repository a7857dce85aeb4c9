import { expect, it } from 'vitest';
import { HeapCollector } from './heap-collector.ts';

it('HeapCollector collects after tasks that leave much garbage, and keeps what is in use', () => {
  const mb = 1024 * 1024;
  let held = 100 * mb;
  let collections = 0;
  const collect = () => {
    collections += 1;
    held = 300 * mb;
  };
  const collector = new HeapCollector({ heldBytes: () => held, collect });
  expect(collector.collectIfGrown()).toBe(false);
  held = 1000 * mb;
  expect(collector.collectIfGrown()).toBe(true);
  // The rest is in use: no collection would free it.
  expect(collector.collectIfGrown()).toBe(false);
  held = 600 * mb;
  expect(collector.collectIfGrown()).toBe(true);
  expect(collections).toBe(2);
});

it('HeapCollector reads and collects the heap of its thread', () => {
  expect(new HeapCollector().collectIfGrown()).toEqual(expect.any(Boolean));
});

import { expect, it } from 'vitest';
import { findClocks } from './find-clocks.ts';

it('finds timers, clocks and memory figures', () => {
  const source = ['await wait();', 'setTimeout(done, 5);', 'expect(performance.now()).toBe(1);'].join('\n');
  expect(findClocks(source)).toEqual([
    { line: 2, name: 'setTimeout' },
    { line: 3, name: 'performance.now' },
  ]);
});

it('finds waits with a default limit', () => {
  expect(findClocks('await vi.waitFor(() => expect(held.size).toBe(2));')).toEqual([
    { line: 1, name: 'vi.waitFor' },
  ]);
});

it('accepts a reason in the same line or the line before', () => {
  expect(findClocks('const now = Date.now; // clock: only passed on')).toEqual([]);
  expect(findClocks('// clock: the server never answers\nsetInterval(write, 5);')).toEqual([]);
});

it('does not accept an empty reason', () => {
  expect(findClocks('// clock:\nsetInterval(write, 5);')).toHaveLength(1);
});

it('ignores fake timers', () => {
  expect(findClocks("vi.useFakeTimers({ toFake: ['setTimeout'] });")).toEqual([]);
});

it('ignores comments and longer names', () => {
  expect(findClocks('// setTimeout is not replaced\nconst setTimeoutMs = 5;')).toEqual([]);
});

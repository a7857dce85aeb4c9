import { describe, expect, it } from 'vitest';
import { prefersAsync } from './prefers-async.ts';

describe('prefersAsync', () => {
  it.each([
    'respond-async',
    'Respond-Async',
    'return=minimal, respond-async',
    'respond-async; foo="a", wait=10',
  ])('is true for %s', (header) => {
    expect(prefersAsync(header)).toBe(true);
  });

  it.each([undefined, '', 'wait=10', 'respond-asynchronously', 'x="respond-async"'])(
    'is false for %s',
    (header) => {
      expect(prefersAsync(header)).toBe(false);
    },
  );
});

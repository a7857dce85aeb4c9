import { describe, expect, it } from 'vitest';
import { readIdempotencyKey } from './read-idempotency-key.ts';

describe('readIdempotencyKey', () => {
  it.each([undefined, 'a', 'order 7/é', 'x'.repeat(255)])('accepts %j', (value) => {
    expect(readIdempotencyKey(value, 'Idempotency-Key')).toBe(value);
  });

  it.each(['', 'x'.repeat(256), 'a\nb', 'a\u0000', '\u007f', '鍵', 7, null, ['a'], {}])(
    'refuses %j',
    (value) => {
      expect(() => readIdempotencyKey(value, 'Idempotency-Key')).toThrow(
        /^Idempotency-Key: must have 1 to 255/,
      );
    },
  );
});

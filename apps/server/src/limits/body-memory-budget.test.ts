import { describe, expect, it } from 'vitest';
import { BodyMemoryBudget } from './body-memory-budget.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Allocates bodies of four keys that use all 512 MiB. */
function fill(memory: BodyMemoryBudget) {
  return ['a', 'b', 'c', 'd'].flatMap((key) =>
    Array.from({ length: 8 }, () => {
      const body = memory.allocate(key);
      for (let mib = 0; mib < 16; mib += 1) body.grow(mebibyte);
      return body;
    }),
  );
}

describe('BodyMemoryBudget', () => {
  it('accepts 128 MiB of a key with 10,000 bodies of which nothing has been received', () => {
    const memory = new BodyMemoryBudget();
    for (let count = 0; count < 10_000; count += 1) memory.allocate('a');
    const body = memory.allocate('a');
    expect(() => body.grow(128 * mebibyte)).not.toThrow();
    expect(() => body.grow(1)).toThrow(expect.objectContaining({ code: 'too_many_running' }));
  });
  it('accepts 128 MiB of received bytes per key', () => {
    const memory = new BodyMemoryBudget();
    const bodies = Array.from({ length: 64 }, () => memory.allocate('a'));
    for (const body of bodies) body.grow(2 * mebibyte);
    for (const body of bodies) {
      expect(() => body.grow(1)).toThrow('running requests have 134217728 bytes; the limit is 134217728');
    }
    memory.allocate('b').grow(16 * mebibyte);
    bodies[0]?.release();
    bodies[1]?.grow(2 * mebibyte);
    expect(() => bodies[1]?.grow(1)).toThrow(expect.objectContaining({ code: 'too_many_running' }));
  });
  it('accepts 512 MiB of all keys, and beyond it only bodies of up to 64 KiB', () => {
    const memory = new BodyMemoryBudget();
    fill(memory);
    const small = memory.allocate('e');
    small.grow(60 * kibibyte);
    small.grow(4 * kibibyte);
    expect(() => small.grow(1)).toThrow(expect.objectContaining({ code: 'overloaded' }));
    expect(() => memory.allocate('e').grow(64 * kibibyte + 1)).toThrow('on this node');
  });
  it('releases the bytes of a body once, and not those it was refused', () => {
    const memory = new BodyMemoryBudget();
    const [first] = fill(memory);
    const rejected = memory.allocate('e');
    expect(() => rejected.grow(mebibyte)).toThrow('on this node');
    rejected.release();
    first?.release();
    first?.release();
    memory.allocate('e').grow(16 * mebibyte);
    expect(() => memory.allocate('e').grow(mebibyte)).toThrow('on this node');
  });
});

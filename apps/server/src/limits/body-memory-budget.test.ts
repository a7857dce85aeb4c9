import { describe, expect, it } from 'vitest';
import { BodyMemoryBudget } from './body-memory-budget.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Bodies of four keys that take all 512 MiB. */
function fill(memory: BodyMemoryBudget) {
  return ['a', 'b', 'c', 'd'].flatMap((key) =>
    Array.from({ length: 8 }, () => {
      const body = memory.allocate(key);
      for (let mib = 0; mib < 16; mib += 1) body.grow(mebibyte);
      return body;
    }),
  );
}

describe('BodyMemory', () => {
  it('counts nothing for bodies of which nothing has come in', () => {
    const memory = new BodyMemoryBudget();
    for (let count = 0; count < 10_000; count += 1) memory.allocate('a');
    memory.allocate('a').grow(16 * mebibyte);
  });
  it('takes what has come in of the bodies of a key up to 128 MiB', () => {
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
  it('takes 512 MiB of all keys, and then bodies of 64 KiB still', () => {
    const memory = new BodyMemoryBudget();
    fill(memory);
    const small = memory.allocate('e');
    small.grow(60 * kibibyte);
    small.grow(4 * kibibyte);
    expect(() => small.grow(1)).toThrow(expect.objectContaining({ code: 'overloaded' }));
    expect(() => memory.allocate('e').grow(64 * kibibyte + 1)).toThrow('on this node');
  });
  it('gives back what a body had once, and not what was refused', () => {
    const memory = new BodyMemoryBudget();
    const [first] = fill(memory);
    const refused = memory.allocate('e');
    expect(() => refused.grow(mebibyte)).toThrow('on this node');
    refused.release();
    first?.release();
    first?.release();
    memory.allocate('e').grow(16 * mebibyte);
    expect(() => memory.allocate('e').grow(mebibyte)).toThrow('on this node');
  });
});

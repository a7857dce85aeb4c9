import { describe, expect, it } from 'vitest';
import { BodyMemory } from './body-memory.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Bodies of four keys that take all 512 MiB. */
function fill(memory: BodyMemory) {
  return ['a', 'b', 'c', 'd'].flatMap((key) =>
    Array.from({ length: 8 }, () => {
      const body = memory.hold(key);
      for (let mib = 0; mib < 16; mib += 1) body.grow(mebibyte);
      return body;
    }),
  );
}

describe('BodyMemory', () => {
  it('counts nothing for bodies of which nothing has come in', () => {
    const memory = new BodyMemory();
    for (let count = 0; count < 10_000; count += 1) memory.hold('a');
    memory.hold('a').grow(16 * mebibyte);
  });
  it('takes what has come in of the bodies of a key up to 128 MiB', () => {
    const memory = new BodyMemory();
    const bodies = Array.from({ length: 64 }, () => memory.hold('a'));
    for (const body of bodies) body.grow(2 * mebibyte);
    for (const body of bodies) {
      expect(() => body.grow(1)).toThrow('running requests of this key have bodies of 134217728 bytes');
    }
    memory.hold('b').grow(16 * mebibyte);
    bodies[0]?.release();
    bodies[1]?.grow(2 * mebibyte);
    expect(() => bodies[1]?.grow(1)).toThrow(expect.objectContaining({ code: 'too_many_running' }));
  });
  it('takes 512 MiB of all keys, and then bodies of 64 KiB still', () => {
    const memory = new BodyMemory();
    fill(memory);
    const small = memory.hold('e');
    small.grow(60 * kibibyte);
    small.grow(4 * kibibyte);
    expect(() => small.grow(1)).toThrow(expect.objectContaining({ code: 'overloaded' }));
    expect(() => memory.hold('e').grow(64 * kibibyte + 1)).toThrow('on this node');
  });
  it('gives back what a body had once, and not what was refused', () => {
    const memory = new BodyMemory();
    const [first] = fill(memory);
    const refused = memory.hold('e');
    expect(() => refused.grow(mebibyte)).toThrow('on this node');
    refused.release();
    first?.release();
    first?.release();
    memory.hold('e').grow(16 * mebibyte);
    expect(() => memory.hold('e').grow(mebibyte)).toThrow('on this node');
  });
});

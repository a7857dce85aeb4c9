import { expect, it } from 'vitest';
import { BodyMemory } from './body-memory.ts';

const mebibyte = 1024 * 1024;

it('holds 128 MiB of bodies for a key and 512 MiB for all, and takes them back once', () => {
  const memory = new BodyMemory();
  const held = Array.from({ length: 8 }, () => memory.hold('a', 16 * mebibyte));
  expect(() => memory.hold('a')).toThrow('running requests of this key have bodies of 134217728 bytes');
  for (const key of ['b', 'c', 'd']) for (let at = 0; at < 8; at += 1) memory.hold(key, 16 * mebibyte);
  expect(() => memory.hold('e', 1)).toThrow('on this node');
  held[0]?.();
  held[0]?.();
  memory.hold('e', 16 * mebibyte);
  expect(() => memory.hold('e', 1)).toThrow('on this node');
});

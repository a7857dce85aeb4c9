import { randomBase62 } from './random-base62.ts';

/** The kind of resource that an id refers to, written before its underscore. */
export type IdPrefix = 'acc' | 'bat' | 'file' | 'job' | 'key' | 'msg' | 'node' | 'out' | 'req' | 'res' | 'wh';

/** 22 characters of 62 have 131 random bits, more than a version 4 UUID. */
const randomLength = 22;

/** Creates a random id such as `key_4XbQ…`. It cannot be guessed, so an id of a result can be its only address. */
export function createId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(randomLength)}`;
}

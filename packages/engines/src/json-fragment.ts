import { randomUUID } from 'node:crypto';

/** Random, so that no value can contain it. */
const placeholder = `fragment-${randomUUID()}-`;
const placeholderPattern = new RegExp(`"${placeholder}(\\d+)"`, 'g');

/** The fragments of the value that is being written. Writing is synchronous, so there is one at a time. */
let met: JsonFragment[] = [];

/**
 * A value that was already written as JSON (UTF-8), in the thread that computed it. Neither cloning nor serializing a
 * large value then costs the event loop anything. Only `writeJson` can write it.
 */
export class JsonFragment {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Called by JSON.stringify, within `writeJson`. */
  toJSON(): string {
    met.push(this);
    return `${placeholder}${met.length - 1}`;
  }
}

const encoder = new TextEncoder();

/** JSON of a value, as separate bytes that a thread can hand over without a copy. */
export function encodeJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

/** JSON of an object that may have fragments in it, between two texts: one chunk without them, else several. */
export function writeJson(value: object, prefix: string, suffix: string): Uint8Array[] {
  met = [];
  const text = `${prefix}${JSON.stringify(value)}${suffix}`;
  const fragments = met;
  met = [];
  if (fragments.length === 0) return [Buffer.from(text)];
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (const found of text.matchAll(placeholderPattern)) {
    const fragment = fragments[Number(found[1])];
    if (fragment === undefined) continue;
    chunks.push(Buffer.from(text.slice(at, found.index)), fragment.bytes);
    at = found.index + found[0].length;
  }
  chunks.push(Buffer.from(text.slice(at)));
  return chunks;
}

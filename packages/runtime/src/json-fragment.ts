import { randomUUID } from 'node:crypto';

/** Random, so that no value can contain it. */
const placeholder = `fragment-${randomUUID()}-`;
const placeholderPattern = new RegExp(`"${placeholder}(\\d+)"`, 'g');

/** The fragments of the value that `writeJson` is writing. Writing is synchronous, so there is one value at a time. */
let met: JsonFragment[] | undefined;

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
    if (met === undefined) throw new TypeError('a JSON fragment can only be written by writeJson');
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
export function serializeWithFragments(value: object, prefix: string, suffix: string): Uint8Array[] {
  const fragments: JsonFragment[] = [];
  let text: string;
  met = fragments;
  try {
    text = `${prefix}${JSON.stringify(value)}${suffix}`;
  } finally {
    met = undefined;
  }
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

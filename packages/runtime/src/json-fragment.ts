import { randomUUID } from 'node:crypto';

/** Random, so that no value contains it. */
const placeholder = `fragment-${randomUUID()}-`;
const placeholderPattern = new RegExp(`"${placeholder}(\\d+)"`, 'g');

/** Fragments of the value that is being serialized. Serialization is synchronous, so there is one value at a time. */
let pendingFragments: JsonFragment[] | undefined;

/**
 * A value already serialized as JSON (UTF-8) in the thread that computed it, so that a large value costs the event loop
 * neither cloning nor serialization. Only `serializeWithFragments` can write it.
 */
export class JsonFragment {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Called by JSON.stringify. @throws TypeError outside `serializeWithFragments` */
  toJSON(): string {
    if (pendingFragments === undefined)
      throw new TypeError('A JSON fragment can only be written by serializeWithFragments.');
    pendingFragments.push(this);
    return `${placeholder}${pendingFragments.length - 1}`;
  }
}

const encoder = new TextEncoder();

/** Serializes a value to bytes that a thread can transfer without a copy. */
export function encodeJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

/**
 * Serializes an object that may contain fragments.
 *
 * @param prefix text before the JSON of the object
 * @param suffix text after it
 * @returns the UTF-8 text in chunks: one without fragments, else several
 */
export function serializeWithFragments(value: object, prefix: string, suffix: string): Uint8Array[] {
  const fragments: JsonFragment[] = [];
  let text: string;
  pendingFragments = fragments;
  try {
    text = `${prefix}${JSON.stringify(value)}${suffix}`;
  } finally {
    pendingFragments = undefined;
  }
  if (fragments.length === 0) return [Buffer.from(text)];
  const chunks: Uint8Array[] = [];
  let end = 0;
  for (const found of text.matchAll(placeholderPattern)) {
    const fragment = fragments[Number(found[1])];
    if (fragment === undefined) continue;
    chunks.push(Buffer.from(text.slice(end, found.index)), fragment.bytes);
    end = found.index + found[0].length;
  }
  chunks.push(Buffer.from(text.slice(end)));
  return chunks;
}

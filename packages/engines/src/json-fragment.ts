/**
 * A value that was already written as JSON (UTF-8), in the thread that computed it. Neither cloning nor serializing a
 * large value then costs the event loop anything.
 */
export class JsonFragment {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

const encoder = new TextEncoder();

/** JSON of a value, as bytes of their own that a thread can hand over without a copy. */
export function encodeJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

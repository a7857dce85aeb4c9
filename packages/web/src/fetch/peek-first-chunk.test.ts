import { describe, expect, it } from 'vitest';
import { peekFirstChunk } from './peek-first-chunk.ts';

describe('peekFirstChunk', () => {
  it('returns the first chunk and a stream with all chunks', async () => {
    const source = async function* () {
      for (const byte of [1, 2, 3]) yield Uint8Array.of(byte);
    };
    const peeked = await peekFirstChunk(source());
    expect(peeked?.first).toEqual(Uint8Array.of(1));
    const bytes: number[] = [];
    for await (const chunk of peeked?.chunks ?? []) bytes.push(...chunk);
    expect(bytes).toEqual([1, 2, 3]);
  });

  it('returns undefined for an empty stream', async () => {
    expect(await peekFirstChunk((async function* () {})())).toBeUndefined();
  });

  it('ends the source when the iteration ends early', async () => {
    let hasEnded = false;
    const source = async function* () {
      try {
        for (;;) yield Uint8Array.of(1);
      } finally {
        hasEnded = true;
      }
    };
    for await (const _ of (await peekFirstChunk(source()))?.chunks ?? []) break;
    expect(hasEnded).toBe(true);
  });
});

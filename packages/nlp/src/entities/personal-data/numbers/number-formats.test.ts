import { describe, expect, it } from 'vitest';
import { loadChecksums } from './checksums.ts';
import { formatsOf, numberFormats } from './number-formats.ts';

/** A pseudorandom generator (mulberry32), so that failures repeat. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('the table of numbers', async () => {
  const checksumOf = await loadChecksums();

  it('names checksums that exist', () => {
    for (const { check } of numberFormats)
      if (check !== undefined) expect(() => checksumOf(check)).not.toThrow();
  });

  it('has cues in lowercase', () => {
    for (const { cues } of numberFormats) for (const cue of cues) expect(cue).toBe(cue.toLowerCase());
  });

  it('has shapes that are found again', () => {
    const random = createRandom(1);
    for (const format of numberFormats)
      for (const shape of format.shapes) {
        const written = fill(shape, random);
        expect(formatsOf(written), `${format.country} ${format.name} ${written}`).toContain(format);
      }
  });
});

function fill(shape: string, random: () => number): string {
  const letter = () => String.fromCharCode(65 + Math.floor(random() * 26));
  const digit = () => String(Math.floor(random() * 10));
  return [...shape]
    .map((character) => (character === '9' ? digit() : 'AX'.includes(character) ? letter() : character))
    .join('');
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docxParagraph, makeDocx, makePdf } from '@quern/testing/documents/make-documents';
import type { HostileGenerator } from '@quern/testing/hostile-input/hostile-generator';
import { hostileGenerators } from '@quern/testing/hostile-input/hostile-generators';
import { describe, expect, it } from 'vitest';
import { runInput } from './measure-cpu-growth.ts';

/** Small enough for all of them to run in half a minute. */
const share = 1 / 20;
const factor = 4;
/** Four times the input may cost seven times as much, and this much besides: collection and compilation. */
const ratioMax = 7;
const allowanceMs = 150;
const attempts = 3;

describe('hostile input', () => {
  it.each(hostileGenerators)('$kind $name ends, and costs in proportion to its size', async (generator) => {
    const size = Math.max(4, Math.round(generator.size * share));
    const [small, large] = [await generator.generate(size), await generator.generate(size * factor)];
    let excessMs = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < attempts && excessMs > 0; attempt++) {
      const [first, second] = [await runInput(generator.kind, small), await runInput(generator.kind, large)];
      excessMs = Math.min(excessMs, second.cpuMs - ratioMax * first.cpuMs - allowanceMs);
    }
    expect(excessMs).toBeLessThanOrEqual(0);
  });
});

/** Mulberry32 (Tommy Ettinger, public domain). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Changed bytes, a lost end, or a part that occurs several times. */
function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = () => Math.floor(random() * bytes.length);
  const kind = Math.floor(random() * 3);
  if (kind === 0) {
    const changed = bytes.slice();
    for (let count = 1 + Math.floor(random() * 20); count > 0; count--)
      changed[at()] = Math.floor(random() * 256);
    return changed;
  }
  if (kind === 1) return bytes.slice(0, at());
  const [from, to] = [at(), at()].sort((left, right) => left - right);
  const part = bytes.subarray(from, Math.min(to ?? 0, (from ?? 0) + 2000));
  return Buffer.concat([bytes.subarray(0, to), part, part, part, bytes.subarray(to)]);
}

const fixtures = new URL('../../packages/web/src/extract/fixtures/', import.meta.url).pathname;

function originals(): { kind: HostileGenerator['kind']; bytes: Uint8Array }[] {
  const pages = existsSync(fixtures) ? readdirSync(fixtures).filter((name) => name.endsWith('.html')) : [];
  return [
    ...pages.map((name) => ({ kind: 'html' as const, bytes: readFileSync(join(fixtures, name)) })),
    { kind: 'pdf', bytes: makePdf([[{ text: 'A page', y: 700 }], [{ text: 'Another', y: 700 }]], 'Title') },
    { kind: 'docx', bytes: makeDocx(docxParagraph('one') + docxParagraph('two').repeat(20), 'Title') },
  ];
}

describe('damaged files', () => {
  it('give a result or an error with a code, never a crash', async () => {
    const random = randomOf(20_261_122);
    const files = originals();
    for (let count = 0; count < 210; count++) {
      const file = files[count % files.length];
      if (!file) continue;
      const { outcome } = await runInput(file.kind, mutate(file.bytes, random));
      expect(outcome).toMatch(/^[a-z_]+$/);
    }
  });
});

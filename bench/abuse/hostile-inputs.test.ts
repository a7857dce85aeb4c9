import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docxParagraph, makeDocx, makePdf } from '@quern/testing/documents/make-documents';
import type { HostileGenerator } from '@quern/testing/hostile-input/generator/hostile-generator';
import { hostileGenerators } from '@quern/testing/hostile-input/hostile-generators';
import { mulberry32 } from '@quern/testing/random/mulberry32';
import { describe, expect, it } from 'vitest';
import { runInput } from './measure-cpu-growth.ts';

/** Share of the default size: small enough for all generators to run in half a minute. */
const share = 1 / 20;
const factor = 4;
/**
 * Input that is four times as long may take seven times as long, and the allowance in addition: at these sizes garbage
 * collection and compilation weigh much more than in run-cpu-growth.ts, which bounds a doubling by 2.3 at full size. A PDF
 * of any size may take 40 million calls of functions of PDFium, which takes some 0.3 s.
 */
const ratioMax = 7;
const allowanceMs = 600;
const attempts = 3;

describe('hostile input', () => {
  it.each(hostileGenerators)('takes CPU time in proportion to the size of $kind $name', async (generator) => {
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

/** Damages a file: changes bytes, cuts its end off, or repeats a part. */
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

/** Pages of the web package's tests. */
const fixtures = new URL('../../packages/web/src/extract/fixtures/', import.meta.url).pathname;

/** Sound files to damage. */
function soundFiles(): { kind: HostileGenerator['kind']; bytes: Uint8Array }[] {
  const pages = readdirSync(fixtures).filter((name) => name.endsWith('.html'));
  return [
    ...pages.map((name) => ({ kind: 'html' as const, bytes: readFileSync(join(fixtures, name)) })),
    { kind: 'pdf', bytes: makePdf([[{ text: 'A page', y: 700 }], [{ text: 'Another', y: 700 }]], 'Title') },
    { kind: 'docx', bytes: makeDocx(docxParagraph('one') + docxParagraph('two').repeat(20), 'Title') },
  ];
}

describe('damaged files', () => {
  it('return a result or an error with a code', async () => {
    const random = mulberry32(20_261_122);
    const files = soundFiles();
    for (let count = 0; count < 210; count++) {
      const file = files[count % files.length];
      if (!file) continue;
      const { outcome } = await runInput(file.kind, mutate(file.bytes, random));
      expect(outcome).toMatch(/^[a-z_]+$/);
    }
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docxParagraph, makeDocx, makePdf } from '@quern/testing/documents/make-documents';
import type { HostileGenerator } from '@quern/testing/hostile-input/generator/hostile-generator';
import { hostileGenerators } from '@quern/testing/hostile-input/hostile-generators';
import { mulberry32 } from '@quern/testing/random/mulberry32';
import { describe, expect, it } from 'vitest';
import { runInput } from './measure-cpu-growth.ts';

/** Part of the size at which the soaks `hostile-files` and `hostile-growth` run the generators. */
const share = 1 / 100;

describe('hostile input', () => {
  it.each(hostileGenerators)('returns a result or an error with a code: $kind $name', async (generator) => {
    const input = await generator.generate(Math.max(4, Math.round(generator.size * share)));
    expect((await runInput(generator.kind, input)).outcome).toMatch(/^[a-z_]+$/);
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
    for (let count = 0; count < 4 * files.length; count++) {
      const file = files[count % files.length];
      if (!file) continue;
      const { outcome } = await runInput(file.kind, mutate(file.bytes, random));
      expect(outcome).toMatch(/^[a-z_]+$/);
    }
  });
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutateDocument } from '@quern/testing/documents/mutate-document';
import { type SampleDocument, sampleDocuments } from '@quern/testing/documents/sample-documents';
import { convertHostileDocument } from '@quern/testing/hostile-input/documents/convert-hostile-document';
import { imageGenerators } from '@quern/testing/hostile-input/image-generators';
import { recognizeHostileImage } from '@quern/testing/hostile-input/recognize-hostile-image';
import { mulberry32 } from '@quern/testing/random/mulberry32';
import { repositoryRoot } from '@quern/testing/repository-root';
import { reportCounts } from '@quern/testing/soak/counts';
import { soakMinutes } from '@quern/testing/soak/soak-minutes';
import { describe, expect, it } from 'vitest';
import { runInput } from '../abuse/measure-cpu-growth.ts';

/** Runs an engine on an input. @returns `ok`, or the code of the error @throws what is not an error of the engine */
type Run = (bytes: Buffer) => Promise<string>;

const minutes = soakMinutes(5);
const pages = globSync('packages/web/src/extract/fixtures/*.html', { cwd: repositoryRoot });

const asSample = (format: string, bytes: Buffer): SampleDocument => ({ format, bytes });

const convertPage: Run = async (bytes) => (await runInput('html', bytes)).outcome;

const recognize: Run = async (bytes) => {
  const outcome = await recognizeHostileImage(bytes);
  return typeof outcome === 'number' ? 'ok' : outcome;
};

const sources: readonly { name: string; run: Run; samples: () => Promise<readonly SampleDocument[]> }[] = [
  { name: 'documents', run: convertHostileDocument, samples: async () => sampleDocuments },
  {
    name: 'web pages',
    run: convertPage,
    samples: async () => pages.map((file) => asSample('html', readFileSync(join(repositoryRoot, file)))),
  },
  {
    name: 'images',
    run: recognize,
    samples: async () =>
      Promise.all(
        imageGenerators.map(async ({ name, size, generate }) =>
          asSample(name, Buffer.from(await generate(Math.ceil(size / 100)))),
        ),
      ),
  },
];

describe('randomly damaged files end with a result or an error with a code', () => {
  it.for(sources)('$name', async ({ run, samples }, { task }) => {
    // The seed is part of the message of a failure, which it reproduces.
    const seed = Date.now() % 2 ** 32;
    const random = mulberry32(seed);
    const files = await samples();
    const endMs = performance.now() + (minutes * 60_000) / sources.length;
    const counts: Record<string, number> = { seed, inputs: 0 };
    while (performance.now() < endMs) {
      const file = files[Math.floor(random() * files.length)];
      if (file === undefined) break;
      const input = mutateDocument(file, random);
      const outcome = await run(input).catch((error: unknown) => {
        const context = `input ${counts['inputs']} of seed ${seed}, a damaged ${file.format}`;
        throw new Error(context, { cause: error });
      });
      expect(outcome).toMatch(/^[a-z_]+$/);
      counts['inputs'] = (counts['inputs'] ?? 0) + 1;
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    reportCounts(task, counts);
  });
});

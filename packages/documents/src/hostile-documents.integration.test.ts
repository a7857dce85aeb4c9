import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mutateDocument } from '@quern/testing/documents/mutate-document';
import { sampleDocuments } from '@quern/testing/documents/sample-documents';
import {
  convertHostileDocument,
  documentOutcome,
} from '@quern/testing/hostile-input/documents/convert-hostile-document';
import { hostileDocuments } from '@quern/testing/hostile-input/documents/hostile-documents';
import { mulberry32 } from '@quern/testing/random/mulberry32';
import { describe, expect, it } from 'vitest';
import { detectDocumentFormat } from './detect-document-format.ts';

/** Every fifth hostile document of each format runs here, and all of them in the soak `hostile-files`. */
const stride = 5;
const mutations = 5;
const encrypted = '../shared/data/docs/encrypted-office/tests/inputs';

describe('sample documents', () => {
  it.each(sampleDocuments)('of $format are read as their format', async ({ format, bytes }) => {
    expect(detectDocumentFormat(bytes)).toBe(format);
    expect(await convertHostileDocument(bytes)).toBe('ok');
  });
});

describe('damaged and hostile documents', () => {
  const documents = hostileDocuments();

  it('are at least 25 of each format', () => {
    for (const { format } of sampleDocuments)
      expect(documents.filter((each) => each.format === format).length).toBeGreaterThanOrEqual(25);
  });

  it.each(documents.filter((_, index) => index % stride === 0))(
    '$format, $name: a result or a clear error',
    async ({ bytes }) => {
      expect(await convertHostileDocument(bytes())).toMatch(documentOutcome);
    },
  );
});

describe('mutated documents', () => {
  it.each(sampleDocuments)('of $format: a result or a clear error', async (sample) => {
    const random = mulberry32(14);
    for (let count = 0; count < mutations; count++)
      expect(await convertHostileDocument(mutateDocument(sample, random))).toMatch(documentOutcome);
  });
});

const expectedOutcomes = [
  [/^plain\.(?:xls|ppt)$/, 'ok'],
  [/^plain\.doc$/, 'empty'],
  [/./, 'encrypted'],
] as const;

describe.skipIf(!existsSync(encrypted))('encrypted and binary Office files of ../shared/data/docs', () => {
  it('are read, or refused with the reason', async () => {
    const files = readdirSync(encrypted);
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      const expected = expectedOutcomes.find(([pattern]) => pattern.test(name))?.[1];
      expect([name, await convertHostileDocument(readFileSync(`${encrypted}/${name}`))]).toEqual([
        name,
        expected,
      ]);
    }
  });
});

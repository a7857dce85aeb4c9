import {
  convertHostileDocument,
  documentOutcome,
} from '@quern/testing/hostile-input/documents/convert-hostile-document';
import { hostileDocuments } from '@quern/testing/hostile-input/documents/hostile-documents';
import { hostileGenerators } from '@quern/testing/hostile-input/hostile-generators';
import { describe, expect, it } from 'vitest';
import { runInput } from '../abuse/measure-cpu-growth.ts';

/** Twice the five seconds of the requirement, since machines that run tests are slow and shared. */
const cpuSecondsMax = 10;

describe('hostile documents end with a result or a clear error, within ten seconds of CPU time', () => {
  it.each(hostileDocuments())('$format, $name', async ({ bytes }) => {
    const document = bytes();
    const start = process.cpuUsage();
    const outcome = await convertHostileDocument(document);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(cpuSecondsMax);
    expect(outcome).toMatch(documentOutcome);
  });
});

describe('generated hostile files of full size end with a result or an error with a code', () => {
  it.each(hostileGenerators)('$kind, $name', async ({ kind, size, generate }) => {
    expect((await runInput(kind, await generate(size))).outcome).toMatch(/^[a-z_]+$/);
  });
});

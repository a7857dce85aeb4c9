import { hostileDocuments } from '@quern/testing/hostile-input/documents/hostile-documents';
import { hostileGenerators } from '@quern/testing/hostile-input/hostile-generators';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../packages/documents/src/convert-document.ts';
import { DocumentError } from '../../packages/documents/src/errors/document-error.ts';
import { runInput } from '../abuse/measure-cpu-growth.ts';

/** Twice the five seconds of the requirement, since machines that run tests are slow and shared. */
const cpuSecondsMax = 10;

/** @returns `ok`, or the code of the error @throws what is not a DocumentError, and if the CPU time is exceeded */
async function outcomeOf(bytes: Uint8Array): Promise<string> {
  const start = process.cpuUsage();
  const outcome = await convertDocument(bytes).then(
    ({ markdown }) => (typeof markdown === 'string' ? 'ok' : 'no Markdown'),
    (error: unknown) => {
      if (error instanceof DocumentError) return error.code;
      throw error;
    },
  );
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(cpuSecondsMax);
  return outcome;
}

describe('hostile documents end with a result or a clear error, within ten seconds of CPU time', () => {
  it.each(hostileDocuments())('$format, $name', async ({ bytes }) => {
    expect(await outcomeOf(bytes())).toMatch(/^(?:ok|unsupported|encrypted|unreadable|too_complex|empty)$/);
  });
});

describe('generated hostile files of full size end with a result or an error with a code', () => {
  it.each(hostileGenerators)('$kind, $name', async ({ kind, size, generate }) => {
    expect((await runInput(kind, await generate(size))).outcome).toMatch(/^[a-z_]+$/);
  });
});

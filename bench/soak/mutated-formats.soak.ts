import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '@quern/testing/repository-root';
import { reportCounts } from '@quern/testing/soak/counts';
import { expect, it } from 'vitest';
import { z } from 'zod';

const run = promisify(execFile);
const filesPerFormat = 500;
const peakMbMax = 500;
const formats = [
  ...['doc', 'xls', 'ppt', 'msg', 'zip', 'eml', 'fodt', 'fods', 'fodp'],
  ...['doc-objects', 'xls-pictures', 'ppt-chart', 'odt-objects', 'rtf-objects', 'msg-rtf'],
  ...['doc-password', 'doc-cryptoapi', 'xls-password', 'xls-cryptoapi', 'ppt-cryptoapi'],
  ...['encrypted-pdf', 'agile-encryption', 'standard-encryption', 'heic'],
];
const reportSchema = z.object({
  files: z.number(),
  refused: z.number(),
  failed: z.array(z.string()),
  peakMb: z.number(),
});

it.for(formats)('500 mutated files: %s', async (format, { task }) => {
  // The seed is part of the message of a failure, which it reproduces.
  const seed = Date.now() % 2 ** 32;
  const script = join(repositoryRoot, 'bench/documents/convert-mutated.ts');
  const parameters = ['--conditions=source', script, format, String(filesPerFormat), String(seed)];
  const { stdout } = await run(process.execPath, parameters, { maxBuffer: 64 * 1024 * 1024 });
  const { files, refused, failed, peakMb } = reportSchema.parse(
    JSON.parse(stdout.trim().split('\n').at(-1) ?? ''),
  );
  reportCounts(task, { seed, files, refused, failed: failed.length, peakMb });
  expect(failed).toEqual([]);
  expect(peakMb).toBeLessThanOrEqual(peakMbMax);
});

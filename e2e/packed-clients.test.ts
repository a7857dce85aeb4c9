import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  environmentWithoutNodeOptions,
  packWorkspace,
  runNode,
} from '@quern/testing/packages/pack-workspace';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** `@quern/sdk` and `@quern/cli` as they would be published, in a folder of their own. */
const installed = resolve(import.meta.dirname, '../node_modules');
const packed: Record<string, string[]> = {};
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-clients-'));
  packed['sdk'] = await packWorkspace('sdk', folder);
  packed['cli'] = await packWorkspace('cli', folder);
  await symlink(join(installed, 'commander'), join(folder, 'node_modules', 'commander'));
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

it('has what was built, and no sources or tests', () => {
  expect(packed['sdk']).toContain('dist/index.d.ts');
  expect(packed['cli']).toContain('dist/main.js');
  expect(Object.values(packed).flat()).toContain('bin/quern.mjs');
  const left = Object.values(packed)
    .flat()
    .filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(file));
  expect(left).toEqual([]);
});

it('is imported by plain Node', async () => {
  const program = `
    import { createQuern, createQuernAdmin, QuernError } from '@quern/sdk';
    const quern = createQuern({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key', retries: 0 });
    const error = await quern.sentiment({ text: 'x' }).catch((thrown) => thrown);
    console.log(error instanceof QuernError, error.code, typeof createQuernAdmin);`;
  await writeFile(join(folder, 'program.mjs'), program);
  expect(await runNode(folder, ['program.mjs'])).toBe('true network_error function\n');
});

it('has types that a project without Node checks against', async () => {
  const program = `
    import { createQuern, type DryRun, type SummarizeData } from '@quern/sdk';
    const quern = createQuern({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key' });
    export const result: Promise<SummarizeData> = quern.summarize({ content: 'x' }).then(({ data }) => data);
    export const price: Promise<DryRun> = quern.ocr({ imageUrl: 'x' }, { dryRun: true }).then(({ data }) => data);
    // @ts-expect-error: text, not content
    quern.sentiment({ content: 'x' });`;
  await writeFile(join(folder, 'program.mts'), program);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
  const tsc = join(installed, 'typescript', 'bin', 'tsc');
  await runNode(folder, [tsc, ...options, '--lib', 'es2022,dom', 'program.mts']);
});

it('runs the command', async () => {
  const command = join(folder, 'node_modules/@quern/cli/bin/quern.mjs');
  expect(await runNode(folder, [command, '--help'])).toContain('extract-entities');
  const failed = await promisify(execFile)(
    process.execPath,
    [command, 'accounts', 'list', '--admin-token', 'token', '--url', 'http://127.0.0.1:1'],
    { env: environmentWithoutNodeOptions() },
  ).catch((error: { code: number; stderr: string }) => error);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^quern: network_error: .*\n$/) });
});

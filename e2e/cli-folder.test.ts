import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeDocx, makePdf } from '@quern/testing/documents/make-documents';
import { startServer, type TestServer } from '@quern/testing/service/start-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

const launcher = resolve(import.meta.dirname, '../packages/cli/bin/quern.mjs');
/** The sources are compiled by the first run only. */
const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };

let server: TestServer;
let folder: string;

beforeAll(async () => {
  [server, folder] = await Promise.all([startServer(), mkdtemp(join(tmpdir(), 'quern-folder-'))]);
  await mkdir(join(folder, 'in/letters'), { recursive: true });
  await mkdir(join(folder, 'in/.git'));
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  await Promise.all([
    writeFile(join(folder, 'in/mill.pdf'), makePdf([[{ text: 'The mill grinds.', y: 700 }]])),
    writeFile(join(folder, 'in/mill.docx'), makeDocx(paragraph('The miller sings.'))),
    writeFile(join(folder, 'in/letters/first.txt'), 'Dear miller,\n'),
    writeFile(join(folder, 'in/letters/broken.pdf'), '%PDF-1.7 broken'),
    writeFile(join(folder, 'in/.git/config'), 'hidden'),
  ]);
}, 60_000);

afterAll(async () => {
  await Promise.all([server.stop(), rm(folder, { recursive: true, force: true })]);
});

function quern(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { NODE_OPTIONS: _condition, ...environment } = process.env;
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd: folder,
    env: { ...environment, ...compileCache, QUERN_URL: server.baseUrl, QUERN_API_KEY: server.apiKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((ended) => child.once('close', (code) => ended({ code, stdout, stderr })));
}

const outputs = async () => (await readdir(join(folder, 'out'), { recursive: true })).sort();

it('converts the files of a folder, reports those that fail, and continues where it stopped', async () => {
  const first = await quern(['convert', 'in', '-o', 'out', '--concurrency', '2']);
  expect(first.stdout).toBe('');
  expect(first.stderr).toMatch(/in\/letters\/broken\.pdf: unreadable_document: .*damaged/);
  expect(first.stderr).toContain('3 of 4 files written to out, 1 failed');
  expect(first.code).toBe(1);
  expect(await outputs()).toEqual(['letters', 'letters/first.md', 'mill.docx.md', 'mill.pdf.md']);
  expect(await readFile(join(folder, 'out/mill.pdf.md'), 'utf8')).toBe('The mill grinds.\n');
  expect(await readFile(join(folder, 'out/mill.docx.md'), 'utf8')).toBe('The miller sings.\n');

  await rm(join(folder, 'in/letters/broken.pdf'));
  await writeFile(join(folder, 'in/letters/first.txt'), 'Dear millers,\n');
  const later = new Date('2100-01-01');
  await utimes(join(folder, 'in/letters/first.txt'), later, later);
  const second = await quern(['convert', 'in', '-o', 'out']);
  expect(second).toEqual({
    code: 0,
    stdout: '',
    stderr: '1 of 3 files written to out, 2 skipped (their results are newer)\n',
  });
  expect(await readFile(join(folder, 'out/letters/first.md'), 'utf8')).toBe('Dear millers,\n');
});

it('charges a file once when a run with the same options is repeated', async () => {
  const spent = async () => {
    const response = await fetch(`${server.baseUrl}/v0/convert`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.apiKey}`, 'X-Dry-Run': 'true' },
      body: formOf('dry run'),
    });
    return ((await response.json()) as { data: { balance: number } }).data.balance;
  };
  const args = ['convert', 'in/mill.pdf', '-o', 'single', '--overwrite'];
  await quern(args);
  const balance = await spent();
  expect((await quern(args)).stderr).toBe('1 of 1 files written to single\n');
  expect(await spent()).toBe(balance);
  expect((await quern([...args, '--chunk-tokens', '64', '--json'])).code).toBe(0);
  expect(await spent()).toBe(balance - 1);
  const { chunks } = JSON.parse(await readFile(join(folder, 'single/mill.json'), 'utf8')) as {
    chunks: object[];
  };
  expect(chunks).toHaveLength(1);
});

it('summarizes a folder of documents, and explains wrong usage', async () => {
  const summaries = await quern(['summarize', '--file', 'in/letters', '-o', 'summaries']);
  expect(summaries.code).toBe(0);
  expect(await readFile(join(folder, 'summaries/first.txt'), 'utf8')).toMatch(/^Dear miller/);
  expect(await quern(['convert', 'in'])).toMatchObject({
    code: 1,
    stderr: 'quern: cannot read in: is a folder; name a folder for the results with --output\n',
  });
  expect(await quern(['convert', 'in', '-o', 'out', '--concurrency', '0'])).toMatchObject({
    code: 2,
    stderr: 'quern: --concurrency must be from 1 to 64\n',
  });
});

function formOf(text: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([text]), 'a.txt');
  return form;
}

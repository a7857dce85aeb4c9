import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDocx, makePdf } from '@quern/testing/documents/make-documents';
import { type QuernRun, runQuern } from '@quern/testing/service/run-quern';
import { startServer, type TestServer } from '@quern/testing/service/start-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

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

function quern(args: readonly string[]): Promise<QuernRun> {
  const settings = { QUERN_URL: server.baseUrl, QUERN_API_KEY: server.apiKey };
  return runQuern(args, { settings, cwd: folder });
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

async function readBalance(): Promise<number> {
  const response = await fetch(`${server.baseUrl}/v0/convert`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'X-Dry-Run': 'true' },
    body: formOf('dry run'),
  });
  return ((await response.json()) as { data: { balance: number } }).data.balance;
}

it('charges a file once when a lost result is requested again, and again with --overwrite', async () => {
  const args = ['convert', 'in/mill.pdf', '-o', 'single'];
  await quern(args);
  const balance = await readBalance();
  await rm(join(folder, 'single/mill.md'));
  expect((await quern(args)).stderr).toBe('1 of 1 files written to single\n');
  expect(await readBalance()).toBe(balance);
  expect((await quern([...args, '--overwrite'])).stderr).toBe('1 of 1 files written to single\n');
  expect(await readBalance()).toBe(balance - 1);
  expect((await quern([...args, '--chunk-tokens', '64', '--json'])).code).toBe(0);
  expect(await readBalance()).toBe(balance - 2);
  const { chunks } = JSON.parse(await readFile(join(folder, 'single/mill.json'), 'utf8')) as {
    chunks: object[];
  };
  expect(chunks).toHaveLength(1);
});

it('converts equal, renamed and changed files in every run, and charges each content once', async () => {
  const source = join(folder, 'copies');
  const convert = (...options: string[]) => quern(['convert', 'copies', '-o', 'converted', ...options]);
  const results = async () => {
    const names = (await readdir(join(folder, 'converted'))).sort();
    const texts = names.map((name) => readFile(join(folder, 'converted', name), 'utf8'));
    return Object.fromEntries((await Promise.all(texts)).map((text, index) => [names[index], text]));
  };
  await mkdir(source);
  const old = new Date('2020-01-01');
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'other.txt']) {
    await writeFile(join(source, name), name === 'other.txt' ? 'Other.\n' : 'Equal.\n');
    await utimes(join(source, name), old, old);
  }
  const before = await readBalance();
  const written = (done: number, all: number, skipped = 0) =>
    `${done} of ${all} files written to converted${skipped === 0 ? '' : `, ${skipped} skipped (their results are newer)`}\n`;
  expect(await convert('--concurrency', '4')).toEqual({ code: 0, stdout: '', stderr: written(4, 4) });
  const equal = { 'a.md': 'Equal.\n', 'b.md': 'Equal.\n', 'c.md': 'Equal.\n' };
  expect(await results()).toEqual({ ...equal, 'other.md': 'Other.\n' });
  expect(await readBalance()).toBe(before - 2);

  // A rename keeps the old time of modification, also where the name belonged to another file.
  await rename(join(source, 'c.txt'), join(source, 'd.txt'));
  await rename(join(source, 'other.txt'), join(source, 'b.txt'));
  expect(await convert()).toEqual({ code: 0, stdout: '', stderr: written(2, 3, 1) });
  expect(await results()).toMatchObject({ 'a.md': 'Equal.\n', 'b.md': 'Other.\n', 'd.md': 'Equal.\n' });
  expect(await readBalance()).toBe(before - 2);

  await writeFile(join(source, 'a.txt'), 'Changed.\n');
  await writeFile(join(source, 'e.txt'), 'Changed.\n');
  expect(await convert()).toEqual({ code: 0, stdout: '', stderr: written(2, 4, 2) });
  expect(await results()).toMatchObject({ 'a.md': 'Changed.\n', 'e.md': 'Changed.\n' });
  expect(await readBalance()).toBe(before - 3);

  expect((await convert('--overwrite')).stderr).toBe(written(4, 4));
  expect(await readBalance()).toBe(before - 6);
});

it('prints the warnings of results', async () => {
  await mkdir(join(folder, 'pictures'));
  const picture = '<w:p><w:r><w:drawing><a:blip r:embed="r1"/></w:drawing></w:r></w:p>';
  const text = '<w:p><w:r><w:t>A mill.</w:t></w:r></w:p>';
  await writeFile(join(folder, 'pictures/mill.docx'), makeDocx(`${text}${picture}`));
  const warning = 'warning: 1 picture without a description was left out\n';
  const single = await quern(['convert', 'pictures/mill.docx']);
  expect(single).toEqual({ code: 0, stdout: 'A mill.\n', stderr: warning });
  const { code, stderr } = await quern(['convert', 'pictures', '-o', 'picture-results']);
  expect(code).toBe(0);
  expect(stderr).toBe(`pictures/mill.docx: ${warning}1 of 1 files written to picture-results\n`);
});

it('summarizes a folder of documents, and explains wrong usage', async () => {
  const summaries = await quern(['summarize', 'in/letters', '-o', 'summaries']);
  expect(summaries.code).toBe(0);
  expect(await readFile(join(folder, 'summaries/first.txt'), 'utf8')).toMatch(/^Dear miller/);
  expect(await quern(['convert', 'in'])).toMatchObject({
    code: 2,
    stderr: 'quern: in is a folder; name a folder for the results with --output\n',
  });
  expect(await quern(['convert', 'in', '-o', 'out', '--concurrency', '0'])).toMatchObject({
    code: 2,
    stderr: 'quern: --concurrency must be from 1 to 64\n',
  });
  expect(await quern(['convert', 'in', '-o', 'out', '--dry-run'])).toMatchObject({
    code: 2,
    stderr: 'quern: --dry-run prints the price of one file; in is a folder\n',
  });
  for (const option of [['--async'], ['--idempotency-key', 'key']]) {
    expect(await quern(['convert', 'in', '-o', 'out', ...option])).toMatchObject({
      code: 2,
      stderr: `quern: ${option[0]} cannot be combined with --output\n`,
    });
  }
});

function formOf(text: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([text]), 'a.txt');
  return form;
}

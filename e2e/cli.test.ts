import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type QuernRun, quernLauncher, runQuern } from '@quern/testing/service/run-quern';
import { startServer, type TestServer } from '@quern/testing/service/start-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  [server, folder] = await Promise.all([startServer(), mkdtemp(join(tmpdir(), 'quern-cli-'))]);
}, 60_000);

afterAll(async () => {
  await Promise.all([server.stop(), rm(folder, { recursive: true, force: true })]);
});

/** Runs the command with the keys of the service, and text on stdin. */
function quern(
  args: readonly string[],
  stdin: string | Uint8Array = '',
  settings: NodeJS.ProcessEnv = {},
): Promise<QuernRun> {
  const keys = {
    QUERN_URL: server.baseUrl,
    QUERN_API_KEY: server.apiKey,
    QUERN_ADMIN_TOKEN: server.adminToken,
  };
  return runQuern(args, { settings: { ...keys, ...settings }, stdin });
}

async function json(args: readonly string[], stdin?: string | Uint8Array): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await quern([...args, '--json'], stdin);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
}

const text = 'Write to ada@example.org before 10 December 2025. The mill was wonderful.';

describe('operations', () => {
  it('returns the same result for text from an argument, a file and stdin', async () => {
    const file = join(folder, 'letter.txt');
    await writeFile(file, text);
    const fromArgument = await quern(['extract-entities', text]);
    expect(fromArgument).toMatchObject({ code: 0, stderr: '' });
    const [heading, firstRow] = fromArgument.stdout.split('\n');
    expect(heading).toMatch(/\bTYPE\b.*\bTEXT\b/);
    expect(firstRow).toMatch(/ 9 +24 +EMAIL .*ada@example\.org/);
    expect(await quern(['extract-entities', '--file', file])).toEqual(fromArgument);
    expect(await quern(['extract-entities', '--text', text])).toEqual(fromArgument);
    expect(await quern(['extract-entities'], text)).toEqual(fromArgument);
    expect(await quern(['extract-entities', '-'], text)).toEqual(fromArgument);
  });

  it('takes lists separated by commas or as JSON', async () => {
    const lists = ['--types', 'EMAIL,PRODUCT', '--deny', '["The", {"text": "mill", "type": "PRODUCT"}]'];
    const { entities } = await json(['extract-entities', text, ...lists, '--min-confidence', '0.5']);
    expect(entities).toMatchObject([
      { type: 'EMAIL', text: 'ada@example.org' },
      { type: 'PRODUCT', text: 'mill' },
    ]);
    const denied = await json(['extract-entities', text, '--types', 'OTHER', '--deny', 'mill,before']);
    expect(denied['entities']).toMatchObject([{ text: 'before' }, { text: 'mill' }]);
    const invalid = await quern(['extract-entities', text, '--types', 'NAME']);
    expect(invalid.stderr).toMatch(/^quern: invalid_parameters: types\.0: is not a type of entities/);
  });

  it('reads an argument that names a file, and rejects one that looks like a missing file', async () => {
    const file = join(folder, 'news');
    await writeFile(file, text);
    for (const operation of ['sentiment', 'extract-entities', 'summarize']) {
      const fromFile = await quern([operation, file]);
      expect(fromFile).toMatchObject({ code: 0, stderr: '' });
      expect(fromFile).toEqual(await quern([operation, '--text', text]));
    }
    for (const path of ['reports/report.pdf', 'report.PDF', 'reports/report', 'C:\\letters\\report']) {
      const { code, stdout, stderr } = await quern(['summarize', path]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toBe(`quern: ${path}: no such file; use --text if it is the text itself\n`);
    }
    const url = await quern(['sentiment', 'http://127.0.0.1/report']);
    expect([url.code, url.stderr]).toEqual([2, expect.stringContaining('is a URL')]);
    for (const argument of ['Good and/or bad.', 'Plutôt bon/mauvais.', 'Wonderful.']) {
      expect(await quern(['sentiment', argument])).toMatchObject({ code: 0, stderr: '' });
    }
    expect((await quern(['extract-entities', '很好/很坏。'])).code).toBe(0);
    expect((await quern(['sentiment', '--text', 'and/or'])).code).toBe(0);
    expect((await quern(['sentiment', folder])).stderr).toMatch(/is a folder\n$/);
  });

  it('prints the result as JSON with --json', async () => {
    const data = await json(['sentiment', '-f', '-'], text);
    expect(data).toMatchObject({ sentiment: expect.any(String), usage: 1 });
  });

  it('summarizes a document from stdin, and prints the price with --dry-run', async () => {
    const { stdout, code } = await quern(['summarize', '--max-length', '60'], text);
    expect(code).toBe(0);
    expect(stdout.length).toBeLessThanOrEqual(61);
    const price = await quern(['summarize', '--dry-run'], text);
    expect(price.stdout).toMatch(/^would cost 2 of \d+ credits; \d+ tokens\n$/);
  });

  it('recognizes the text of a local image', async () => {
    const bmp = createBmp(64, 32);
    const file = join(folder, 'blank.bmp');
    await writeFile(file, bmp);
    for (const args of [['--file', file], [file, '--languages', 'de,fr', '--pages', '1'], ['-']]) {
      const data = await json(['ocr', ...args], bmp);
      expect(data).toMatchObject({ width: 64, height: 32, usage: 1 });
    }
    const missing = await quern(['ocr', join(folder, 'missing.png')]);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('no such file')]);
  });

  it('prints the code and request id of a rejected request in one line', async () => {
    const rejected = await quern(['map', 'http://127.0.0.1:1/', '--limit', '6000']);
    expect(rejected).toMatchObject({ code: 1, stdout: '' });
    expect(rejected.stderr).toMatch(/^quern: invalid_parameters: .*limit.* \(request req_\w+\)\n$/);
    const unknownKey = await quern(['sentiment', text, '--api-key', 'an-unknown-key']);
    expect(unknownKey.stderr).toMatch(/^quern: unknown_key: .*\n$/);
  });
});

describe('languages', () => {
  it('are listed with their levels and figures, all or some', async () => {
    const { stdout, code } = await quern(['languages']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^LANGUAGE +NAME +NAMES +PATTERNS +SENTIMENT +SUMMARIZE +TRANSLATE +OCR\n/);
    expect(stdout).toMatch(/^de +German +good 0\.\d\d +/m);
    const { languages } = await json(['languages', 'ja', 'german']);
    expect(languages).toMatchObject([{ language: 'ja' }, { language: 'de' }]);
    expect((await quern(['languages', 'Elvish'])).stderr).toMatch(/Elvish is not a listed language/);
  });
});

describe('jobs', () => {
  it('submits a job, waits for its result, and finds it again', async () => {
    const metadata = ['--metadata', 'suite=cli', '--metadata', 'note=a=b'];
    const submitted = await quern(['sentiment', text, '--async', ...metadata]);
    expect(submitted).toMatchObject({ code: 0, stderr: '' });
    const id = submitted.stdout.trim();
    expect(id).toMatch(/^job_\w+$/);
    const waited = await quern(['jobs', 'wait', id]);
    expect(waited).toEqual(await quern(['sentiment', text]));
    expect((await quern(['jobs', 'show', id])).stdout).toBe(waited.stdout);
    expect(await json(['jobs', 'show', id])).toMatchObject({ metadata: { suite: 'cli', note: 'a=b' } });
    const listed = await quern(['jobs', 'list', '--metadata', 'suite=cli', '--status', 'succeeded']);
    expect(listed.stdout.split('\n')[1]).toMatch(new RegExp(`^${id} +sentiment +succeeded +100 % +1 `));
    const canceled = await quern(['jobs', 'cancel', id]);
    expect(canceled).toMatchObject({ code: 1, stderr: expect.stringContaining('job_ended') });
  });

  it('runs the lines of a file as a batch, and prints a line for each result', async () => {
    const lines = [{ customId: 'a', input: { text } }, { input: { text: '' } }];
    const file = join(folder, 'batch.ndjson');
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const created = await quern(['batch', 'create', 'sentiment', file, '--metadata', 'suite=cli']);
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const id = created.stdout.trim();
    const { stdout } = await quern(['batch', 'results', id]);
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { status: string });
    expect(results.map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
    expect((await quern(['batch', 'show', id])).stdout).toMatch(/^succeeded +1$/m);
    expect((await quern(['batch', 'cancel', id])).stderr).toContain('job_ended');
    expect((await quern(['batch', 'create', 'sentiment'], '{"input":')).stderr).toContain('line 1');
    expect((await quern(['batch', 'create', 'none', file])).code).toBe(2);
  });

  it('shows the usage of the key', async () => {
    await quern(['sentiment', text]);
    const { code, stdout } = await quern(['usage']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^available +\d+$/m);
    expect(stdout).toMatch(/^sentiment +\d+ +\d+$/m);
    expect((await quern(['usage', '--from', '2020-01-01', '--to', '2020-01-31'])).stdout).toContain(
      'nothing was charged in this period',
    );
    expect((await quern(['usage', '--from', 'soon'])).stderr).toContain('invalid_parameters');
  });

  it('reports the error of a failed job, and wrong options', async () => {
    const { stdout } = await quern(['scrape', 'http://127.0.0.1:1/', '--async']);
    const waited = await quern(['jobs', 'wait', stdout.trim()]);
    expect([waited.code, waited.stdout]).toEqual([1, '']);
    expect((await quern(['jobs', 'show', stdout.trim()])).stdout).toMatch(/^status +failed$/m);
    expect((await quern(['jobs', 'replay', '--operation', 'ocr'])).stdout).toBe(
      '0 failed jobs are queued again\n',
    );
    expect((await quern(['sentiment', text, '--async', '--dry-run'])).code).toBe(2);
    expect((await quern(['sentiment', text, '--async', '--metadata', 'none'])).code).toBe(2);
  });
});

describe('administration', () => {
  it('creates an account, grants credits and lists its ledger entries', async () => {
    const account = await json(['accounts', 'create', 'Mill Ltd.', '--credits', '5']);
    const id = String(account['id']);
    expect(await json(['credits', 'grant', id, '7', '--note', 'thanks'])).toEqual({ available: 12 });
    expect(await json(['credits', 'grant', id, '-2'])).toEqual({ available: 10 });
    const balance = await quern(['credits', 'balance', id]);
    expect(balance.stdout).toBe('available  10\nheld       0\n');
    const history = await quern(['credits', 'history', id]);
    expect(history.stderr).toBe('');
    expect(history.stdout.split('\n')[2]).toContain('thanks');
    const newest = await quern(['credits', 'history', id, '--limit', '1']);
    const before = /^more results may be available: --before (\d+)\n$/.exec(newest.stderr)?.[1] ?? '';
    const older = await json(['credits', 'history', id, '--before', before]);
    expect(older).toMatchObject([{ note: 'thanks', amount: 7 }, { amount: 5 }]);
    expect((await quern(['accounts', 'list'])).stdout).toMatch(new RegExp(`${id} +Mill Ltd\\. +10 +0`));
    expect(await json(['accounts', 'show', id])).toMatchObject({ name: 'Mill Ltd.', available: 10 });
  });

  it('creates a key with scopes and an expiry, rotates and revokes it', async () => {
    const { id: accountId } = await json(['accounts', 'create', 'keys', '--credits', '5']);
    const command = [
      'keys',
      'create',
      String(accountId),
      'app',
      '--scopes',
      'sentiment,ocr',
      '--expires',
      '2099-01-01',
    ];
    const created = await quern(command);
    const key = /^key +(qn_live_\w{36})$/m.exec(created.stdout)?.[1] ?? '';
    const id = /^id +(key_\w+)$/m.exec(created.stdout)?.[1] ?? '';
    expect(created.stdout).toContain('expires    2099-01-01T00:00:00Z');
    expect((await quern(['sentiment', text], '', { QUERN_API_KEY: key })).code).toBe(0);
    const denied = await quern(['extract-entities', text], '', { QUERN_API_KEY: key });
    expect(denied.stderr).toContain('scope_denied');
    const change = [
      'keys',
      'update',
      id,
      '--name',
      'web',
      '--scopes',
      '*',
      '--expires',
      'none',
      '--budget',
      '5',
    ];
    const rate = ['--rate-per-minute', '600'];
    expect(await json([...change, ...rate])).toMatchObject({
      name: 'web',
      scopes: ['*'],
      expiresAt: null,
      budget: 5,
      ratePerMinute: 600,
    });
    expect(await json(['keys', 'update', id, '--budget', 'none'])).toMatchObject({
      name: 'web',
      budget: null,
    });
    expect((await quern(['extract-entities', text], '', { QUERN_API_KEY: key })).code).toBe(0);
    const disabled = await quern(['accounts', 'disable', String(accountId)]);
    expect(disabled.stdout).toMatch(/^disabled +20/m);
    const refused = await quern(['sentiment', text], '', { QUERN_API_KEY: key });
    expect(refused.stderr).toContain('account_disabled');
    expect((await quern(['accounts', 'enable', String(accountId)])).stdout).toMatch(/^disabled +no$/m);
    const renamed = ['accounts', 'update', String(accountId), '--name', 'renamed'];
    expect(await json(renamed)).toMatchObject({ name: 'renamed', disabledAt: null });
    const next = await json(['keys', 'rotate', id, '--overlap-seconds', '60']);
    await json(['keys', 'revoke', id]);
    const revoked = await quern(['sentiment', text, '--api-key', key]);
    expect(revoked.stderr).toContain('revoked_key');
    const audited = await json(['audit', '--target', id]);
    expect(audited).toMatchObject([
      { action: 'key.revoke' },
      { action: 'key.rotate' },
      { action: 'key.update' },
      { action: 'key.update' },
      { action: 'key.create', actor: 'admin', before: null },
    ]);
    const table = await quern(['audit', '--target', id, '--action', 'key.create', '--limit', '1']);
    expect(table.stdout).toMatch(/^ENTRY +TIME +ACTOR .*\n +\d+ +20\S+ +admin +key\.create +key_/);
    const list = await quern(['keys', 'list', '--account', String(accountId)]);
    expect(list.stdout).toContain(String(next['id']));
    expect(list.stdout).not.toContain(key);
    expect((await quern(['keys', 'show', id])).stdout).toMatch(/^spent +2$/m);
  });
});

describe('wrong usage', () => {
  it.each([
    [[], /Usage: quern/],
    [['grind'], /^quern: unknown command 'grind'/],
    [['map'], /^quern: missing required argument 'url'/],
    [['map', 'http://127.0.0.1', '--limit', 'many'], /must be an integer/],
    [['sentiment', '--text', 'a', '--file', 'b'], /^quern: give --text, --file or an argument/],
    [['sentiment', 'a', '--file', 'b'], /^quern: give either an argument or --file, not both\n$/],
    [['sentiment', 'a', '--api-key', ''], /^quern: missing API key: set --api-key or QUERN_API_KEY\n$/],
    [['accounts', 'list', '--url', 'quern.example.org'], /^quern: baseUrl must start with http/],
    [['keys', 'create', 'acc', 'name', '--expires', 'soon'], /ISO 8601/],
  ])('%j exits with 2 and an explanation on stderr', async (args, message) => {
    const { code, stdout, stderr } = await quern(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('names the file that does not exist, and the input that is not text', async () => {
    const absent = await quern(['sentiment', '--file', join(folder, 'absent.txt')]);
    expect(absent).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^quern: cannot read \S+absent\.txt: no such file\n$/),
    });
    const binary = await quern(['sentiment'], new Uint8Array([0xff, 0xfe, 0x00]));
    expect(binary).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^quern: stdin is not UTF-8 text/),
    });
  });

  it('prints help and version on stdout', async () => {
    const { code, stdout } = await quern(['keys', '--help']);
    expect(code).toBe(0);
    for (const name of ['create', 'list', 'show', 'revoke', 'rotate']) expect(stdout).toContain(`  ${name} `);
    expect((await quern(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await readFile(quernLauncher, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});

/** A white image with 24 bits per pixel. */
function createBmp(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(54 + width * height * 3, 0xff);
  bytes.fill(0, 0, 54);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

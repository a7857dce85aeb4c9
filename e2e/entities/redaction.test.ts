import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createQuern, type ExtractEntitiesInput, operations, restoreText } from '@quern/sdk';
import { runQuern } from '@quern/testing/service/run-quern';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startTestService({ QUERN_RATE_LIMIT: 'off' });
  folder = await mkdtemp(join(tmpdir(), 'quern-redaction-'));
});
afterAll(() => Promise.all([service.stop(), rm(folder, { recursive: true, force: true })]));

const client = () => createQuern({ baseUrl: service.url, apiKey: testApiKey });

const text =
  'Ada Lovelace paid €1,200.50 to Acme Ltd. in London.\r\nLOVELACE wrote to ada@example.org 😀 about [PERSON_1].\n';

async function redact(input: Omit<ExtractEntitiesInput, 'text'> & { readonly text?: string }) {
  const { data } = await client().extractEntities({ text, ...input });
  if ('dryRun' in data) throw new Error('unreachable');
  return data;
}

describe('redact', () => {
  it('replaces entities by their types', async () => {
    const { redacted, mapping } = await redact({ redact: 'type', types: ['PERSON', 'EMAIL'] });
    expect(redacted).toMatch(/^\[PERSON\] paid €1,200\.50 .*\[EMAIL\] 😀 about \[PERSON_1\]\.\n$/s);
    expect(mapping).toBeUndefined();
  });

  it('masks entities by asterisks, so that offsets stay valid', async () => {
    const { redacted = '', entities, mapping } = await redact({ redact: 'mask' });
    expect(entities.length).toBeGreaterThan(4);
    expect(redacted).toHaveLength(text.length);
    for (const { startIndex, endIndex } of entities)
      expect(redacted.slice(startIndex, endIndex)).toBe('*'.repeat(endIndex - startIndex));
    expect(mapping).toBeUndefined();
  });

  it('replaces entities by pseudonyms, from which the text is restored exactly', async () => {
    const { redacted = '', mapping = {}, entities } = await redact({ redact: 'pseudonym' });
    expect(redacted).toMatch(/^\[PERSON_2\] paid \[MONEY_1\]/);
    expect(redacted).toContain('about [PERSON_1].\n');
    for (const { text: written } of entities) expect(redacted).not.toContain(written);
    expect(mapping['[PERSON_2]']).toBe('Ada Lovelace');
    expect(restoreText(redacted, mapping)).toBe(text);
  });

  it('returns the same from a job and a batch', async () => {
    const input: ExtractEntitiesInput = {
      text,
      redact: 'pseudonym',
      deny: ['paid'],
      referenceDate: '2026-05-31',
    };
    const expected = await redact(input);
    const job = await client().jobs.submit(operations.extractEntities, input);
    expect((await client().jobs.wait(job.data.id)).data).toEqual(expected);
    const batch = await client().batches.create('extractEntities', [{ input }]);
    for await (const result of client().batches.results(batch.data.id)) expect(result.data).toEqual(expected);
  });

  it('restores a text of 1,000,000 characters', async () => {
    const long = 'ada@example.org or @ada, [EMAIL_7]\n'.repeat(28_571);
    const { redacted = '', mapping = {} } = await redact({
      text: long,
      redact: 'pseudonym',
      types: ['EMAIL', 'MENTION'],
    });
    expect(redacted.slice(0, 40)).toBe('[EMAIL_1] or [MENTION_1], [EMAIL_7]\n[EMA');
    expect(mapping).toEqual({ '[EMAIL_1]': 'ada@example.org', '[MENTION_1]': '@ada' });
    expect(restoreText(redacted, mapping) === long).toBe(true);
  });

  it('rejects another mode', async () => {
    const response = await service.post('extract-entities', { text, redact: 'hash' });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'invalid_parameters', error: 'redact: must be one of type, mask, pseudonym (received "hash")' },
    ]);
  });
});

describe('the command line', () => {
  const quern = (args: readonly string[], stdin = '') =>
    runQuern(args, { settings: { QUERN_URL: service.url, QUERN_API_KEY: testApiKey }, stdin });

  it('prints the redacted text, and restores it', async () => {
    const printed = await quern(
      ['extract-entities', '-', '--redact', 'mask', '--types', 'PERSON,EMAIL'],
      text,
    );
    expect(printed.stdout).toMatch(/^\*{12} paid /);
    const result = await quern(['extract-entities', '-', '--redact', 'pseudonym', '--json'], text);
    const { redacted } = JSON.parse(result.stdout) as { readonly redacted: string };
    const mapping = join(folder, 'result.json');
    await writeFile(mapping, result.stdout);
    await writeFile(join(folder, 'redacted.txt'), redacted);
    const restored = await quern(['restore', join(folder, 'redacted.txt'), '--mapping', mapping]);
    expect(restored).toEqual({ code: 0, stdout: text, stderr: '' });
    expect((await quern(['restore', 'Dear [PERSON_2]', '--mapping', mapping])).stdout).toBe(
      'Dear Ada Lovelace',
    );
    expect((await quern(['restore', '-m', mapping], redacted)).stdout).toBe(text);
    expect(await readFile(mapping, 'utf8')).toBe(result.stdout);
  });

  it('rejects a file without a mapping', async () => {
    const mapping = join(folder, 'empty.json');
    await writeFile(mapping, '{"entities": []}');
    for (const args of [['-m', mapping], ['-m', join(folder, 'missing.json')], []])
      expect((await quern(['restore', 'x', ...args])).code).not.toBe(0);
    expect((await quern(['restore', 'x', '-m', mapping])).stderr).toMatch(/has no mapping; use the JSON of/);
  });
});

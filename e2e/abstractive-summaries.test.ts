import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FakeLlm } from '@quern/testing/llm/fake-llm';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summarizeOutput } from '../apps/server/src/operations/summarize/schema.ts';

const content =
  'The town council of Hadley voted on Tuesday to buy the old water mill on River Street. The mill was built in 1794. ' +
  'Engineers will begin repairs in January, which cost 2.5 million dollars. The council did not agree on a date.';
const good = 'The council of Hadley voted to buy the old water mill. Repairs cost 2.5 million dollars.';

let fake: FakeLlm;
let service: TestService;
const startWithModel = (settings: Readonly<Record<string, string>> = {}): Promise<TestService> =>
  startTestService({
    QUERN_LLM_BASE_URL: fake.baseUrl,
    QUERN_LLM_MODEL: 'fake-model',
    QUERN_LLM_API_KEY: 'llm-secret',
    ...settings,
  });
beforeAll(async () => {
  fake = await FakeLlm.start(() => good);
  service = await startWithModel();
});
afterAll(async () => {
  await service.stop();
  await fake.stop();
});

async function summarize(input: object, to = service) {
  const response = await to.post('summarize', { content, ...input });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: unknown };
  return summarizeOutput.parse(data);
}

describe('summarize with a language model', () => {
  it('is abstractive by default, and reports engine, sources and tokens', async () => {
    fake.respond = () => good;
    const data = await summarize({});
    expect(data).toMatchObject({
      summary: good,
      engine: 'abstractive',
      originalLanguage: 'en',
      targetLanguage: 'en',
      truncated: false,
      languageModelUsage: { model: 'fake-model', requests: 1, isEstimated: false },
    });
    expect(data.warnings).toBeUndefined();
    for (const { startIndex, endIndex, text, source } of data.sentences) {
      expect(data.summary.slice(startIndex, endIndex)).toBe(text);
      expect(content.slice(source?.startIndex, source?.endIndex)).toMatch(/^[A-Z].*\.$/);
    }
    expect(fake.requests.at(-1)?.authorization).toBe('Bearer llm-secret');
  });

  it('is extractive on request, without a call of the language model', async () => {
    const before = fake.requests.length;
    const data = await summarize({ style: 'extractive' });
    expect(data.engine).toBe('extractive');
    expect(data.languageModelUsage).toBeUndefined();
    expect(fake.requests).toHaveLength(before);
  });

  it('writes in a language that no local model translates to', async () => {
    fake.respond = () =>
      'Baraza la Hadley litanunua kinu kwenye River Street. Matengenezo yatagharimu dola milioni 2.5.';
    const data = await summarize({ targetLanguage: 'sw' });
    expect([data.engine, data.targetLanguage]).toEqual(['abstractive', 'sw']);
  });

  it('drops what the text does not support, with a warning, and never exceeds maxLength', async () => {
    fake.respond = () => `${good} Mayor Zarkov resigned in 1987. Visit https://evil.example now.`;
    const data = await summarize({ maxLength: 100 });
    expect(data.summary).toBe(good);
    expect(data.warnings?.map(({ code }) => code)).toContain('unsupported_sentences_removed');
  });

  it('falls back to extraction with a warning when the endpoint does not respond', async () => {
    fake.respond = () => ({ behavior: 'silence' });
    const hurried = await startWithModel({ QUERN_LLM_TIME: '200ms' });
    const data = await summarize({ style: 'abstractive', maxLength: 120 }, hurried);
    await hurried.stop();
    expect(data.engine).toBe('extractive');
    expect(data.summary.length).toBeLessThanOrEqual(120);
    expect(data.warnings?.map(({ code }) => code)).toEqual(['language_model_timeout']);
  });

  it('falls back to extraction with a warning when the endpoint refuses the key', async () => {
    fake.respond = () => ({ status: 401, message: 'Incorrect API key provided: llm-secret' });
    const data = await summarize({ style: 'abstractive' });
    expect(data.engine).toBe('extractive');
    expect(data.warnings?.map(({ code }) => code)).toEqual(['language_model_rejected']);
    expect(JSON.stringify(data)).not.toContain('llm-secret');
    expect(service.logLines.join('')).not.toContain('llm-secret');
  });

  it('charges the same price for all styles', async () => {
    fake.respond = () => good;
    const before = await service.balance();
    await summarize({ style: 'abstractive' });
    await summarize({ style: 'extractive' });
    expect(before - (await service.balance())).toBe(4);
  });

  it('is available on the command line', async () => {
    fake.respond = () => good;
    const folder = mkdtempSync(join(tmpdir(), 'quern-cli-'));
    const file = join(folder, 'text.txt');
    writeFileSync(file, content);
    const cli = join(import.meta.dirname, '../packages/cli/bin/quern.mjs');
    const args = ['--conditions=source', cli, 'summarize', '--file', file, '--style', 'abstractive'];
    const env = { ...process.env, QUERN_API_KEY: testApiKey, QUERN_URL: service.url };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    rmSync(folder, { recursive: true });
    expect(stdout.trim()).toBe(good);
  });
});

describe('summarize without a language model', () => {
  it('returns 400 invalid_parameters for the style abstractive, and charges nothing', async () => {
    const plain = await startTestService();
    const before = await plain.balance();
    for (const headers of [{}, { 'x-dry-run': 'true' }] as Record<string, string>[]) {
      const response = await plain.post('summarize', { content, style: 'abstractive' }, headers);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: 'invalid_parameters',
        error: expect.stringMatching(/style.*QUERN_LLM_BASE_URL/),
      });
    }
    expect(await plain.balance()).toBe(before);
    const response = await plain.post('summarize', { content });
    expect(await response.json()).toMatchObject({ data: { engine: 'extractive' } });
    await plain.stop();
  });
});

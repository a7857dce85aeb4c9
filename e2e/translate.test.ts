import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createQuern, createQuernAdmin, operations } from '@quern/sdk';
import { isMissing, sharedDir } from '@quern/testing/requirements';
import {
  startTestService,
  type TestService,
  testAdminToken,
  testApiKey,
} from '@quern/testing/service/start-test-service';
import { type ModelMirror, serveModelMirror } from '@quern/testing/web/serve-model-mirror';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callWithProgress } from '../packages/cli/src/commands/call-with-progress.ts';

interface Sentence {
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly source: { readonly startIndex: number; readonly endIndex: number };
}

interface Translation {
  readonly translation: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly sentences: readonly Sentence[];
  readonly engine: string;
  readonly tokenCount: number;
  readonly usage: number;
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
}

describe('translate without models', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ QUERN_OFFLINE: '1' });
  });
  afterAll(() => service.stop());

  it.each([
    [{ text: '  ', targetLanguage: 'pt' }, 400, 'invalid_parameters', /text.*blank/],
    [{ text: 'Hello.' }, 400, 'invalid_parameters', /targetLanguage/],
    [{ text: 'Hello.', targetLanguage: 'xx' }, 400, 'unsupported_language', /targetLanguage/],
    [{ text: 'Hello.', targetLanguage: 'pt', format: 'html' }, 400, 'invalid_parameters', /format/],
    [
      { text: 'The house is small.', targetLanguage: 'tlh' },
      400,
      'unsupported_language',
      /no model.*"en" to "tlh"/,
    ],
    [{ text: 'The house is small.', targetLanguage: 'de' }, 503, 'model_unavailable', /QUERN_MODELS_DIR/],
    [{ text: '12345', targetLanguage: 'de' }, 400, 'unsupported_language', /sourceLanguage/],
    [
      {
        text: 'A mill.',
        targetLanguage: 'pt',
        glossary: [
          { source: 'mill', target: 'moinho' },
          { source: 'mill', target: 'engenho' },
        ],
      },
      400,
      'invalid_parameters',
      /glossary.*two translations/,
    ],
  ])('rejects %j without a charge', async (input, status, code, message) => {
    const before = await service.balance();
    const response = await service.post('translate', input);
    expect([response.status, await response.json()]).toMatchObject([
      status,
      { code, error: expect.stringMatching(message) },
    ]);
    expect(await service.balance()).toBe(before);
  });

  it('rejects a text over the limit', async () => {
    const response = await service.post('translate', { text: 'a'.repeat(1_000_001), targetLanguage: 'pt' });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'invalid_parameters', error: expect.stringContaining('1,000,000') },
    ]);
  });

  it('reports a missing model to clients and as the error of a job at once, with the settings', async () => {
    const client = createQuern({ baseUrl: service.url, apiKey: testApiKey });
    const input = { text: 'The house is small.', targetLanguage: 'de' };
    const error = {
      code: 'model_unavailable',
      message: expect.stringMatching(/disabled by QUERN_OFFLINE\. Copy .* QUERN_MODELS_DIR/),
    };
    await expect(client.translate(input)).rejects.toMatchObject(error);
    const { data: job } = await client.jobs.submit('translate', input);
    await expect(client.jobs.wait(job.id)).rejects.toMatchObject(error);
    expect((await client.jobs.get(job.id)).data).toMatchObject({ status: 'failed' });
  });

  it('returns a text that is already in the target language, with a warning', async () => {
    const text = 'The house is small. It has a garden.';
    const response = await service.post('translate', { text, targetLanguage: 'English' });
    const { data } = (await response.json()) as { data: Translation };
    expect(data).toMatchObject({ translation: text, engine: 'none', warnings: [{ code: 'same_language' }] });
    expect(data.sentences).toHaveLength(2);
  });
});

describe.skipIf(isMissing('shared'))('translate with a mirror of models (needs ../shared)', () => {
  let mirror: ModelMirror;
  let service: TestService;
  const modelsDir = mkdtempSync(join(tmpdir(), 'quern-models-'));
  beforeAll(async () => {
    mirror = await serveModelMirror(join(sharedDir, 'data/translation/models'));
    service = await startTestService({
      QUERN_MODELS_MIRROR: mirror.url,
      QUERN_MODELS_DIR: modelsDir,
      QUERN_OFFLINE: '0',
    });
  });
  afterAll(async () => {
    await service.stop();
    mirror.close();
    rmSync(modelsDir, { recursive: true, force: true });
  });

  async function translate(input: object): Promise<Translation> {
    const response = await service.post('translate', { targetLanguage: 'pt', ...input });
    const body = (await response.json()) as { data: Translation };
    expect([response.status, body]).toMatchObject([200, { success: true }]);
    return body.data;
  }

  function expectOffsets({ translation, sentences }: Translation, text: string): void {
    for (const { text: sentence, startIndex, endIndex, source } of sentences) {
      expect(translation.slice(startIndex, endIndex)).toBe(sentence);
      expect(text.slice(source.startIndex, source.endIndex).trim()).not.toBe('');
    }
  }

  it('pulls, lists, verifies and removes models', async () => {
    const { models } = createQuernAdmin({ baseUrl: service.url, adminToken: testAdminToken });
    const available = await models.list({ available: 'true' });
    expect(available.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'en-pt available',
      'pt-en available',
    ]);
    let model = await models.pull({ id: 'en-pt' });
    while (model.status === 'downloading') model = await models.get('en-pt');
    expect(model).toMatchObject({ status: 'installed', progress: 1, error: '' });
    expect((await models.verify('en-pt')).status).toBe('verified');
    const folder = join(modelsDir, 'en-pt');
    truncateSync(join(folder, readdirSync(folder).find((name) => name.startsWith('lex.')) ?? ''), 1000);
    expect(await models.verify('en-pt')).toMatchObject({
      status: 'damaged',
      error: expect.stringContaining('lex.'),
    });
    await models.remove('en-pt');
    expect(await models.list()).toEqual([]);
    await expect(models.get('en-pt')).rejects.toMatchObject({ code: 'not_found' });
    const missing = await models.pull({ id: 'en-xx' });
    expect(missing.id).toBe('en-xx');
  });

  it('shows the progress of a download on a terminal, and then the result', async () => {
    const client = createQuern({ baseUrl: service.url, apiKey: testApiKey });
    let shown = '';
    const stream = { isTTY: true, write: (text: string) => (shown += text) };
    // The first file arrives, and the second one only when the progress of the first one is seen.
    mirror.beforeFile = async (path) => {
      if (path.includes('model.')) return;
      await expect.poll(() => shown).toContain('downloading the model en→pt');
    };
    const input = { text: 'The house is small.', targetLanguage: 'pt' };
    const data = await callWithProgress(client, operations.translate, input, { stream });
    mirror.beforeFile = async () => undefined;
    expect(data).toMatchObject({ translation: 'A casa é pequena.', usage: 2 });
    expect(shown.endsWith('\r\u001b[2K')).toBe(true);
  });

  it('translates a text and keeps lines, columns, addresses, numbers and placeholders', async () => {
    const text =
      'Dear {name},\n\n  The meeting is on page 25 of https://www.example.com/a?b=1.\r\n\tWrite to jane@example.com.\nName:\tValue %s\n';
    const result = await translate({ text });
    expectOffsets(result, text);
    for (const part of [
      '{name}',
      '\n\n  ',
      '25',
      'https://www.example.com/a?b=1',
      '\r\n\t',
      'jane@example.com',
      '\t',
      '%s',
    ])
      expect(result.translation).toContain(part);
    expect(result.translation.split('\n')).toHaveLength(text.split('\n').length);
    expect(result).toMatchObject({
      sourceLanguage: 'en',
      targetLanguage: 'pt',
      engine: 'bergamot',
      usage: 2,
    });
    expect(result.translation).not.toBe(text);
  });

  it('translates the words of Markdown only', async () => {
    const text =
      '# The *small* house\n\nRun `npm start` and read [the guide](./guide.md "Guide").\n\n| Name | Value |\n|---|---:|\n| `a` | The **first** number 1.5 |\n\n```js\nconst house = 1;\n```\n';
    const result = await translate({ text, format: 'markdown', targetLanguage: 'pt-BR' });
    expectOffsets(result, text);
    expect(result.targetLanguage).toBe('pt');
    expect(result.translation).toMatch(/^# .*\*\S+\*/);
    expect(result.translation).toMatch(/`npm start`.*\[\S[^\]]*\]\(\.\/guide\.md "Guide"\)/);
    expect(result.translation).toMatch(/\n\| `a` \| .*\*\*\S+\*\*.* 1\.5 \|\n/);
    expect(result.translation).toContain('\n```js\nconst house = 1;\n```\n');
    expect(result.warnings).toBeUndefined();
  });

  it('uses the glossary in the case of the text, and reports terms that markup divides', async () => {
    const result = await translate({
      text: 'The water mill is old. WATER MILL! A mill *race* is a channel.',
      format: 'markdown',
      glossary: [
        { source: 'mill', target: 'engenho' },
        { source: 'water mill', target: 'azenha' },
        { source: 'mill race', target: 'levada' },
      ],
    });
    expect(result.translation).toContain('azenha');
    expect(result.translation).toContain('AZENHA');
    expect(result.translation).toContain('engenho');
    expect(result.warnings).toMatchObject([{ code: 'glossary_term_not_applied' }]);
  });

  it('translates through English', async () => {
    const response = await service.post('translate', {
      text: 'O rio é pequeno.',
      sourceLanguage: 'pt',
      targetLanguage: 'en',
    });
    expect(await response.json()).toMatchObject({
      data: { translation: expect.stringMatching(/river is small/i) },
    });
  });

  it('ends a long translation when its client disconnects, and translates the next text', async () => {
    const controller = new AbortController();
    const long = fetch(`${service.url}/v0/translate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'The house is small and old. '.repeat(20_000), targetLanguage: 'pt' }),
      signal: controller.signal,
    });
    await expect.poll(() => service.metric('quern_work_running{operation="translate"}')).toBeGreaterThan(0);
    controller.abort();
    await expect(long).rejects.toThrow();
    await service.untilLogged('client_gone');
    const response = await service.post('translate', { text: 'The house is small.', targetLanguage: 'pt' });
    expect(await response.json()).toMatchObject({ data: { translation: 'A casa é pequena.' } });
  });
});

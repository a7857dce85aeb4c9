import { createQuern } from '@quern/sdk';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ QUERN_RATE_LIMIT: 'off' });
});
afterAll(() => service.stop());

const client = () => createQuern({ baseUrl: service.url, apiKey: testApiKey, retries: 0 });

const texts: readonly (readonly [language: string, text: string])[] = [
  ['ta', 'இந்த உணவகத்தின் சேவை மிகவும் நன்றாக இருந்தது.'],
  ['ka', 'ამ რესტორანში მომსახურება ძალიან კარგი იყო.'],
  ['hy', 'Այս ռեստորանի սպասարկումը շատ լավն էր։'],
  ['bn', 'এই রেস্তোরাঁর পরিষেবা খুব ভালো ছিল।'],
  ['km', 'សេវាកម្មនៅភោជនីយដ្ឋាននេះល្អណាស់។'],
];

describe('languages', () => {
  const text =
    'Hallo Team, wir treffen uns am 3. Mai 2026 um halb acht.\nThe invoice is due on May 12th, 2026.';

  it.each(['extract-entities', 'sentiment'])(
    'of %s: parts of a mixed text by language',
    async (operation) => {
      const { data } = (await (await service.post(operation, { text })).json()) as {
        data: { languages: { language: string; startIndex: number; endIndex: number }[] };
      };
      expect(data.languages.map(({ language }) => language)).toEqual(['de', 'en']);
      expect(
        data.languages.map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex).slice(0, 5)),
      ).toEqual(['Hallo', 'The i']);
    },
  );

  it('are absent if the language was given, and empty without words', async () => {
    const given = await client().extractEntities({ text, language: 'de' });
    expect(given.data).not.toHaveProperty('languages');
    const { data } = await client().extractEntities({ text: '12345' });
    expect(data).toMatchObject({ language: 'und', languages: [] });
  });

  it('decide which rules apply to a mixed text', async () => {
    const { data } = await client().extractEntities({ text, types: ['DATE', 'TIME'] });
    expect(data.entities.map(({ value }) => value)).toEqual(['2026-05-03', '07:30', '2026-05-12']);
    const english = 'The weekly report is ready and the team will discuss it on Monday morning.';
    const mixed = await client().extractEntities({
      text: `${english} ${english}\n«Заседание состоится 3 марта 2025 года в половине восьмого вечера».`,
      types: ['DATE', 'TIME'],
    });
    expect(mixed.data.entities.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['2025-03-03', '19:30']),
    );
  });
});

describe('a text in a language that the model does not know', () => {
  it.each(texts)('%s: sentiment is 400 unsupported_language, without a charge', async (language, text) => {
    const before = await service.balance();
    const response = await service.post('sentiment', { text });
    expect([response.status, response.headers.get('x-credits-used')]).toEqual([400, '0']);
    const { code, error } = (await response.json()) as { readonly code: string; readonly error: string };
    expect(code).toBe('unsupported_language');
    expect(error).toMatch(
      new RegExp(`\\(${language}\\).*set language if it is another one.*GET /v0/languages`),
    );
    expect(await service.balance()).toBe(before);
  });

  it.each(texts)('%s: entities come with a warning, unless no names are wanted', async (language, text) => {
    const dated = `${text} 2026-05-31 ada@example.org`;
    const warnings = [{ code: 'unsupported_language', message: expect.stringContaining(`(${language})`) }];
    const { data } = await client().extractEntities({ text: dated });
    expect(data).toMatchObject({ language, warnings, usage: 1 });
    expect(data).toMatchObject({
      entities: expect.arrayContaining([expect.objectContaining({ type: 'EMAIL' })]),
    });
    const { data: patterns } = await client().extractEntities({ text: dated, types: ['EMAIL', 'DATE'] });
    expect(patterns).not.toHaveProperty('warnings');
    const { data: some } = await client().extractEntities({ text: dated, types: ['EMAIL', 'PERSON'] });
    expect(some).toMatchObject({ warnings });
  });

  it('is analyzed if another language is given, and refused if its language is given', async () => {
    const [, text = ''] = texts[0] ?? [];
    const { data } = await client().sentiment({ text, language: 'en' });
    expect(data).toMatchObject({ language: 'en', usage: 1 });
    for (const headers of [{}, { 'x-dry-run': 'true' }]) {
      const response = await service.post('sentiment', { text: 'Good.', language: 'Tamil' }, headers);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'unsupported_language', error: expect.stringMatching(/^language: .*Tamil \(ta\)/) },
      ]);
    }
  });

  it('fails a job with the same error', async () => {
    const [, text = ''] = texts[1] ?? [];
    const { data: job } = await client().jobs.submit('sentiment', { text });
    await expect(client().jobs.wait(job.id)).rejects.toMatchObject({ code: 'unsupported_language' });
  });
});

describe('a text of an undetermined or a known language', () => {
  it.each(['😀', '👍👍 12', '?', '1 2 3'])('%j is not refused', async (text) => {
    const { data } = await client().sentiment({ text });
    expect(data).toMatchObject({ language: 'und' });
    expect((await client().extractEntities({ text })).data).not.toHaveProperty('warnings');
  });

  it.each([
    ['ru', 'Служба поддержки работает отлично, спасибо!'],
    ['hi', 'यह फिल्म बहुत अच्छी है और मुझे पसंद आई।'],
    ['ar', 'الخدمة ممتازة وسريعة جدا'],
    ['zh', '这家餐厅的服务非常好，我们很喜欢。'],
    ['ja', 'このレストランのサービスはとても良かったです。'],
    ['ko', '이 식당의 서비스는 정말 훌륭했습니다.'],
    ['th', 'บริการของร้านอาหารนี้ดีมาก'],
    ['he', 'השירות במסעדה הזאת היה מצוין.'],
  ])('%s: %s is analyzed', async (language, text) => {
    expect((await client().sentiment({ text })).data).toMatchObject({ language, sentiment: 'positive' });
  });

  it('has a warning if the language was not measured', async () => {
    const text = 'Die kos was heerlik en die diens was baie vriendelik.';
    const warnings = [{ code: 'untested_language', message: expect.stringContaining('Afrikaans (af)') }];
    expect((await client().sentiment({ text, language: 'af' })).data).toMatchObject({ warnings });
    expect((await client().extractEntities({ text, language: 'af' })).data).toMatchObject({ warnings });
  });
});

describe('GET /v0/languages', () => {
  it('lists what each operation does in each language, free of charge', async () => {
    const before = await service.balance();
    const { data, creditsUsed } = await client().languages();
    expect(creditsUsed).toBe(0);
    expect(await service.balance()).toBe(before);
    expect(data.languages.length).toBeGreaterThan(100);
    const byTag = new Map(data.languages.map((language) => [language.language, language]));
    expect(byTag.get('de')).toMatchObject({
      name: 'German',
      operations: {
        'extract-entities': {
          supported: true,
          names: { level: 'good', quality: { measure: 'F1', value: expect.any(Number), samples: 500 } },
          patterns: { level: 'good' },
        },
        sentiment: { supported: true, level: 'good', quality: { baseline: 0.333 } },
        summarize: { supported: true },
        translate: { supported: true },
        ocr: { supported: true, level: 'good' },
      },
    });
    for (const [language] of texts) {
      expect(byTag.get(language)?.operations).toMatchObject({
        'extract-entities': { supported: true, names: { level: 'unsupported' } },
        sentiment: { supported: false, level: 'unsupported' },
        summarize: { supported: true },
      });
    }
  });

  it('needs a key, of any scope, and takes no parameters', async () => {
    const get = (query: string, headers: Record<string, string>) =>
      fetch(`${service.url}/v0/languages${query}`, { headers });
    expect((await get('', {})).status).toBe(401);
    const authorization = `Bearer ${testApiKey}`;
    const rejected = await get('?language=de', { authorization });
    expect([rejected.status, await rejected.json()]).toMatchObject([400, { code: 'invalid_parameters' }]);
    const found = await get('', { authorization });
    expect(await found.json()).toMatchObject({ success: true, data: { languages: expect.any(Array) } });
    const wrongMethod = await fetch(`${service.url}/v0/languages`, {
      method: 'POST',
      headers: { authorization },
    });
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([
      405,
      expect.stringMatching(/GET/),
    ]);
  });
});

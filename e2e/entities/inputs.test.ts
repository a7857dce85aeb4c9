import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ QUERN_RATE_LIMIT: 'off' });
});
afterAll(() => service.stop());

interface Found {
  readonly text: string;
  readonly type: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly confidence: number;
  readonly value?: string;
}

interface Result {
  readonly entities: readonly Found[];
  readonly language: string;
  readonly tokenCount: number;
  readonly usage: number;
}

const text = 'Ada Lovelace wrote to charles@example.org about Project Falcon. She comes to London tomorrow.';

async function extract(input: object): Promise<Result> {
  const response = await service.post('extract-entities', { text, ...input });
  const body = (await response.json()) as { readonly data: Result };
  expect([response.status, body]).toEqual([200, body]);
  expect(body.data.usage).toBe(1);
  return body.data;
}

const names = ({ entities }: Result) => entities.map(({ type, text: written }) => `${type} ${written}`);

async function reject(input: object): Promise<readonly [status: number, code: string, message: string]> {
  const response = await service.post('extract-entities', { text, ...input });
  const { code, error } = (await response.json()) as { readonly code: string; readonly error: string };
  expect(response.headers.get('x-credits-used')).toBe('0');
  return [response.status, code, error];
}

describe('types and minConfidence', () => {
  it('return a part of all entities', async () => {
    const all = await extract({});
    expect(names(all)).toEqual(
      expect.arrayContaining(['PERSON Ada Lovelace', 'EMAIL charles@example.org', 'LOCATION London']),
    );
    const some = await extract({ types: ['PERSON', 'EMAIL', 'PERSON'] });
    expect(some.entities).toEqual(all.entities.filter(({ type }) => /^(PERSON|EMAIL)$/.test(type)));
    expect([some.tokenCount, some.language]).toEqual([all.tokenCount, 'en']);
    const certain = await extract({ minConfidence: 0.97 });
    expect(certain.entities).toEqual(all.entities.filter(({ confidence }) => confidence >= 0.97));
    expect(await extract({ minConfidence: 0 })).toEqual(all);
  });
});

describe('language', () => {
  it('replaces the detected one, and decides how numbers are read', async () => {
    const amount = { text: 'It is 1,500 kg' };
    expect(await extract({ ...amount, language: 'en' })).toMatchObject({
      language: 'en',
      entities: [{ value: '1500 kg' }],
    });
    expect(await extract({ ...amount, language: 'DE-at' })).toMatchObject({
      language: 'de-AT',
      entities: [{ value: '1.500 kg' }],
    });
    expect((await extract({ language: 'German' })).language).toBe('de');
    expect((await extract({ language: 'auto' })).language).toBe('en');
    expect((await extract({ language: 'und' })).language).toBe('und');
  });

  it('is accepted by sentiment and summarize too', async () => {
    const sentiment = await service.post('sentiment', { text: 'C’est bon', language: 'fr' });
    expect(await sentiment.json()).toMatchObject({ data: { language: 'fr' } });
    const detected = await service.post('sentiment', { text: 'The food was wonderful and cheap.' });
    expect(await detected.json()).toMatchObject({ data: { language: 'en' } });
    const summary = await service.post('summarize', { content: 'The mill is old.', language: 'en-GB' });
    expect(await summary.json()).toMatchObject({ data: { originalLanguage: 'en-GB' } });
  });
});

describe('referenceDate', () => {
  it('is the day that relative dates refer to', async () => {
    const { entities } = await extract({ referenceDate: '2024-02-28', types: ['DATE'] });
    expect(entities).toMatchObject([{ text: 'tomorrow', value: '2024-02-29' }]);
  });
});

describe('allow and deny', () => {
  it('leave entities out and add them', async () => {
    const deny = ['She', { text: 'Falcon', type: 'PRODUCT' }];
    const result = await extract({ allow: ['Ada Lovelace', 'London'], deny });
    expect(names(result)).toEqual(expect.arrayContaining(['PRODUCT Falcon', 'OTHER She']));
    expect(names(result).join()).not.toMatch(/Lovelace|London/);
    for (const { startIndex, endIndex, text: written } of result.entities)
      expect(text.slice(startIndex, endIndex)).toBe(written);
    expect(names(await extract({ deny, types: ['PRODUCT'] }))).toEqual(['PRODUCT Falcon']);
    expect(names(await extract({ allow: [], deny: [] }))).toEqual(names(await extract({})));
  });

  it('find 1,000 phrases in a long text', async () => {
    const deny = Array.from({ length: 1000 }, (_, index) => 'ab '.repeat((index % 60) + 1) + index);
    const long = 'ab ab 61 '.repeat(5000);
    const { entities } = await extract({ text: long, deny, types: ['OTHER'] });
    expect(entities).toHaveLength(5000);
  });
});

describe('invalid inputs are rejected with the field and a hint, also by a dry run', () => {
  it.each([
    [{ types: [] }, /^types: must have at least one type/],
    [{ types: ['NAME'] }, /^types\.0: is not a type of entities; use PERSON, .*received "NAME"/],
    [{ types: 'PERSON' }, /^types: must be an array/],
    [{ minConfidence: 1.1 }, /^minConfidence: must be a number from 0 to 1/],
    [{ minConfidence: '1' }, /^minConfidence: must be a number from 0 to 1/],
    [{ referenceDate: '2026-02-30' }, /^referenceDate: must be a date such as 2026-05-31/],
    [{ referenceDate: '31.05.2026' }, /^referenceDate: must be a date such as 2026-05-31/],
    [{ referenceDate: 20260531 }, /^referenceDate: must be a/],
    [{ allow: [' '] }, /^allow\.0: must not be empty or blank/],
    [{ deny: ['a', ''] }, /^deny\.1: must not be empty or blank/],
    [{ deny: [{ text: '\n' }] }, /^deny\.0\.text: must not be empty or blank/],
    [{ deny: ['a'.repeat(201)] }, /^deny\.0: must have at most 200 UTF-16 code units/],
    [
      { deny: [{ text: 'a', type: 'THING' }] },
      /^deny\.0: must be a string, or an object with a text and a type/,
    ],
    [{ deny: [7] }, /^deny\.0: must be a string, or an object/],
    [{ deny: ['a', { text: ' a ', type: 'PERSON' }] }, /^deny\.1: "a" has two types, OTHER and PERSON/],
    [{ allow: ['New  York'], deny: ['New York'] }, /^deny\.0: "New York" is in allow too/],
    [{ redaction: 'type' }, /^unknown field: "redaction"/],
  ])('%j', async (input, message) => {
    expect(await reject(input)).toEqual([400, 'invalid_parameters', expect.stringMatching(message)]);
    const dryRun = await service.post('extract-entities', { text, ...input }, { 'x-dry-run': 'true' });
    expect(dryRun.status).toBe(400);
  });

  it('more phrases than 1,000', async () => {
    const deny = Array.from({ length: 1001 }, (_, index) => `phrase ${index}`);
    expect(await reject({ deny })).toEqual([
      400,
      'invalid_parameters',
      expect.stringMatching(/^"deny": has 1001 entries; the maximum is 1000/),
    ]);
  });

  it.each(['Klingon speech', 'xx', ''])('language %j', async (language) => {
    expect(await reject({ language })).toEqual([
      400,
      'unsupported_language',
      expect.stringMatching(/^language: is not a known language; use a BCP 47 tag/),
    ]);
  });
});

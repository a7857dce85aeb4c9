import { join } from 'node:path';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadOperations, operations } from '../apps/server/src/operations/registry.ts';

/** A folder with one operation, `count-words`, which the service does not have. */
const addedFolder = join(import.meta.dirname, 'fixtures/operations');
const input = { text: 'The mill grinds the grain.', longerThan: 3 };

let service: TestService;
beforeAll(async () => {
  const added = await loadOperations(addedFolder);
  service = await startTestService({}, { operations: [...operations, ...added] });
});
afterAll(() => service.stop());

const getText = async (path: string): Promise<string> => (await fetch(`${service.url}${path}`)).text();

async function createKey(scopes: readonly string[]): Promise<string> {
  const created = await service.adminRequest('POST', '/accounts', { name: 'test', credits: 5 });
  const { account } = (await created.json()) as { account: { id: string } };
  const body = { accountId: account.id, name: 'test', scopes };
  const issued = await service.adminRequest('POST', '/keys', body);
  expect(issued.status).toBe(201);
  return ((await issued.json()) as { key: { key: string } }).key.key;
}

describe('an operation that is added as a folder', () => {
  it('runs over HTTP and is charged', async () => {
    const before = await service.balance();
    const response = await service.post('count-words', input);
    expect([response.status, await response.json()]).toEqual([
      200,
      { success: true, data: { words: 3, usage: 1 } },
    ]);
    expect(response.headers.get('x-credits-used')).toBe('1');
    expect(await service.balance()).toBe(before - 1);
  });
  it('reads its fields from a multipart body', async () => {
    const body = new FormData();
    body.append('text', input.text);
    body.append('longerThan', '4');
    const headers = { authorization: `Bearer ${testApiKey}` };
    const response = await fetch(`${service.url}/v0/count-words`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([200, { data: { words: 2 } }]);
  });
  it('returns its price and the token count in a dry run, without a charge', async () => {
    const before = await service.balance();
    const response = await service.post('count-words', input, { 'x-dry-run': 'true' });
    expect(await response.json()).toMatchObject({ data: { dryRun: true, price: 1, tokenCount: 5 } });
    expect(await service.balance()).toBe(before);
  });
  it('names its invalid fields', async () => {
    const response = await service.post('count-words', { text: '', words: 1 });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'invalid_parameters', error: expect.stringMatching(/text: .*unknown field: "words"/) },
    ]);
  });
  it('is a scope of API keys', async () => {
    const allowed = { authorization: `Bearer ${await createKey(['count-words'])}` };
    const denied = { authorization: `Bearer ${await createKey(['map'])}` };
    expect((await service.post('count-words', input, allowed)).status).toBe(200);
    expect((await service.post('count-words', input, denied)).status).toBe(403);
  });
  it('is in the OpenAPI document with its schemas, price, errors, and example', async () => {
    const { paths, info } = JSON.parse(await getText('/openapi.json'));
    const { post } = paths['/v0/count-words'];
    expect(post).toMatchObject({
      operationId: 'countWords',
      summary: 'Count words',
      'x-primary-input': 'text',
      'x-plain-result': 'words',
    });
    expect(post.description).toContain('1 credit per 100 tokens');
    expect(post.responses['400'].description).toContain('unsupported_language');
    for (const type of ['application/json', 'multipart/form-data']) {
      const { schema, examples } = post.requestBody.content[type];
      expect(schema).toMatchObject({ required: ['text'], properties: { longerThan: { type: 'integer' } } });
      expect(examples.example1.value).toEqual(input);
    }
    const { schema, examples } = post.responses['200'].content['application/json'];
    expect(schema.properties.data.anyOf[0].properties.words.type).toBe('integer');
    expect(examples.example1.value.data).toEqual({ words: 3, usage: 1 });
    expect(info.description).toContain('count-words');
    const scopes =
      paths['/admin/v0/keys'].post.requestBody.content['application/json'].schema.properties.scopes;
    expect(scopes.items.enum).toContain('count-words');
  });
  it('is in the reference with its price, parameters, and a form', async () => {
    const page = await getText('/docs');
    const section = page.slice(page.indexOf('<section id="count-words">'));
    expect(section).toContain('1 credit per 100 tokens');
    expect(section).toContain('Text whose words are counted');
    expect(section).toMatch(/<form data-operation="count-words"/);
    expect(section).toMatch(
      /<textarea name="text" data-type="string" rows="6" required data-primary>The mill grinds the grain.</,
    );
    expect(section).toMatch(
      /<input type="number" step="1" name="longerThan" data-type="number" value="3" min="0">/,
    );
  });
  it('has its own label in the metrics', async () => {
    expect(await getText('/metrics')).toMatch(
      /quern_requests_total\{operation="count-words",status="200",code=""\} \d+/,
    );
  });
});

import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../apps/server/package.json' with { type: 'json' };

interface OpenApiOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface OpenApiDocument {
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

let service: TestService;
let document: OpenApiDocument;
let ajv: Ajv2020;
beforeAll(async () => {
  service = await startTestService();
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApiDocument;
  ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, 'openapi');
});
afterAll(() => service.stop());

const called = new Set<string>();

/** Sends a request, and validates the status and the body of its response against the OpenAPI document. */
async function request(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  template: string,
  id = '',
  body?: object,
  query = '',
): Promise<Record<string, unknown>> {
  const response = await service.adminRequest(method, `${template.replace('{id}', id)}${query}`, body);
  const data = (await response.json()) as Record<string, unknown>;
  const path = `/admin/v0${template}`;
  const described = document.paths[path]?.[method.toLowerCase()];
  expect([response.status, Object.keys(described?.responses ?? {})]).toEqual([
    response.status,
    expect.arrayContaining([String(response.status)]),
  ]);
  const pointer = `openapi#/paths/${escapePointer(path)}/${method.toLowerCase()}/responses/${response.status}/content/application~1json/schema`;
  const validate = ajv.getSchema(pointer);
  expect([validate?.(data), validate?.errors ?? null]).toEqual([true, null]);
  called.add(described?.operationId ?? '');
  return data;
}

const escapePointer = (path: string): string =>
  encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));

describe('the admin API', () => {
  it('returns what its OpenAPI document describes', async () => {
    const { account } = await request('POST', '/accounts', '', { name: 'test', credits: 10 });
    const { id: accountId } = account as { id: string };
    expect(account).toMatchObject({ name: 'test', available: 10, held: 0 });
    await request('GET', '/accounts', '', undefined, '?limit=1');
    expect(await request('GET', '/accounts/{id}', accountId)).toEqual({ account });
    const renamed = await request('PATCH', '/accounts/{id}', accountId, { name: 'new' });
    expect(renamed).toEqual({ account: { ...(account as object), name: 'new' } });
    const grant = { amount: -3, note: 'test' };
    expect(await request('POST', '/accounts/{id}/credits', accountId, grant)).toEqual({ available: 7 });
    const { entries } = await request('GET', '/accounts/{id}/entries', accountId, undefined, '?limit=1');
    expect(entries).toMatchObject([{ amount: 3, note: 'test' }]);
    const expiresAt = '2100-01-01T00:00:00Z';
    const created = await request('POST', '/keys', '', { accountId, name: 'test', expiresAt });
    const { id: keyId, key, ...view } = created['key'] as { id: string; key: string };
    expect(key).toMatch(/^qn_live_/);
    expect(await request('GET', '/keys/{id}', keyId)).toEqual({ key: { id: keyId, ...view } });
    const listed = await request('GET', '/keys', '', undefined, `?accountId=${accountId}`);
    expect(listed['keys']).toHaveLength(1);
    const limited = { name: 'new', scopes: ['ocr'], ratePerMinute: 7, budget: 9, expiresAt: null };
    const changed = await request('PATCH', '/keys/{id}', keyId, limited);
    expect(changed).toEqual({ key: { id: keyId, ...view, ...limited } });
    const rotated = await request('POST', '/keys/{id}/rotate', keyId);
    expect((rotated['key'] as { key: string }).key).not.toBe(key);
    expect(rotated).toMatchObject({ key: { budgetKeyId: keyId } });
    await request('DELETE', '/keys/{id}', keyId);
    expect(await request('GET', '/models')).toEqual({ models: [] });
    // The service is offline.
    expect(await request('POST', '/models', '', { id: 'en-pt' })).toMatchObject({ model: { id: 'en-pt' } });
    await request('GET', '/models/{id}', 'en-pt');
    await request('POST', '/models/{id}/verification', 'en-pt');
    await request('DELETE', '/models/{id}', 'en-pt');
    expect(await request('GET', '/models')).toEqual({ models: [] });
    await request('GET', '/audit');
    await request('GET', '/system');
    await request('GET', '/usage', '', undefined, '?from=2026-01-01&to=2026-01-31');
    await request('GET', '/requests', '', undefined, `?accountId=${accountId}`);
    const described = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/admin/'))
      .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));
    expect([...called].sort()).toEqual(described.sort());
  });
  it('returns errors that its OpenAPI document describes', async () => {
    expect(await request('GET', '/accounts/{id}', 'acc_none')).toMatchObject({ code: 'not_found' });
    expect(await request('GET', '/keys', '', undefined, '?limit=0')).toMatchObject({
      code: 'invalid_parameters',
    });
    expect(await request('POST', '/accounts', '', { name: '' })).toMatchObject({
      code: 'invalid_parameters',
    });
    for (const [template, body] of [
      ['/accounts/{id}', {}],
      ['/accounts/{id}', { disabled: 'yes' }],
      ['/accounts/{id}', { available: 5 }],
      ['/keys/{id}', {}],
      ['/keys/{id}', { spent: 0 }],
      ['/keys/{id}', { name: null }],
      ['/keys/{id}', { scopes: ['grind'] }],
    ] as const) {
      expect(await request('PATCH', template, 'key_none', body)).toMatchObject({
        code: 'invalid_parameters',
      });
    }
    expect(await request('PATCH', '/accounts/{id}', 'acc_none', { name: 'a' })).toMatchObject({
      code: 'not_found',
    });
    expect(await request('PATCH', '/keys/{id}', 'key_none', { name: 'a' })).toMatchObject({
      code: 'not_found',
    });
  });
  it.each([
    ['PUT', '/accounts', 'GET, HEAD, POST'],
    ['DELETE', '/accounts/acc_1', 'GET, HEAD, PATCH'],
    ['GET', '/accounts/acc_1/credits', 'POST'],
    ['POST', '/accounts/acc_1/entries', 'GET, HEAD'],
    ['PUT', '/keys/key_1', 'DELETE, GET, HEAD, PATCH'],
    ['GET', '/keys/key_1/rotate', 'POST'],
  ])('returns 405 with the allowed methods to %s %s', async (method, path, allowed) => {
    const response = await service.adminRequest(method, path);
    expect([response.status, await response.json()]).toMatchObject([405, { code: 'method_not_allowed' }]);
    expect(response.headers.get('allow')?.split(', ').sort().join(', ')).toBe(allowed);
  });
});

describe('the OpenAPI document', () => {
  it('has the version of the package, and the base URL of the service as its server', () => {
    expect(document.info.version).toBe(manifest.version);
    expect(document.servers).toEqual([{ url: service.url }]);
  });
  it('has a unique id for each operation, and a target for each reference', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, pointer = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer
        .split('/')
        .reduce<unknown>(
          (value, name) => Object.entries(value ?? {}).find(([key]) => key === name)?.[1],
          document,
        );
      expect([pointer, target]).toEqual([pointer, expect.any(Object)]);
    }
  });
  it('lists only the errors that an operation can return', () => {
    const errorsOf = (name: string): string =>
      JSON.stringify(document.paths[`/v0/${name}`]?.['post']?.responses);
    expect(errorsOf('sentiment')).not.toMatch(/invalid_file|blocked|target_status|file_too_large|conflict/);
    expect(errorsOf('ocr')).toContain('`target_status`');
    expect(errorsOf('summarize')).toContain('`unsupported_language`');
    for (const name of ['sentiment', 'ocr', 'summarize']) expect(errorsOf(name)).toContain('`rate_limited`');
  });
});

describe('the documentation', () => {
  it('lists all error codes at /docs/errors, each with a page', async () => {
    const index = await fetch(`${service.url}/docs/errors`);
    expect(index.status).toBe(200);
    const links = [...(await index.text()).matchAll(/href="(\/docs\/errors\/\w+)"/g)].map(([, path]) => path);
    expect(links.length).toBeGreaterThan(40);
    for (const link of links) expect((await fetch(`${service.url}${link}`)).status).toBe(200);
  });
  it('has a file input for the operation that reads files', async () => {
    const page = await (await fetch(`${service.url}/docs`)).text();
    expect(page).toContain('<input type="file" name="file" data-type="file">');
  });
});

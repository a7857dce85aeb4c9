import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { linkPage, serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputField } from '../apps/server/src/operations/input-fields.ts';
import { operation } from '../apps/server/src/operations/map/operation.ts';

/** An input that must be rejected, the error code, and what the message must contain: the field and the remedy. */
interface InvalidInput {
  readonly name: string;
  /** Fields that replace those of a valid input, or the text of the whole body. */
  readonly input: Readonly<Record<string, unknown>> | string;
  readonly code: string;
  readonly message: RegExp;
}

const samples: Readonly<Record<string, unknown>> = {
  null: null,
  'a string': 'yes',
  'the text of a boolean': 'true',
  'the text of a number': '1',
  zero: 0,
  one: 1,
  'a fraction': 1.5,
  'a negative number': -1,
  'a large number': 1e21,
  true: true,
  false: false,
  'an array': [],
  'an array of strings': ['https://example.com/'],
  'an object': {},
  'a nested object': { value: { value: 1 } },
};

/** Whether a sample has the type and range that the field's JSON Schema asks for. */
function conforms({ schema }: InputField, value: unknown): boolean {
  const { type, minimum, maximum } = schema;
  if (type === 'integer') {
    return Number.isInteger(value) && Number(value) >= Number(minimum) && Number(value) <= Number(maximum);
  }
  return typeof value === type;
}

/** Each field with each sample of another type, or outside its range. */
const wrongTypes: readonly InvalidInput[] = operation.inputFields.flatMap((field) =>
  Object.entries(samples)
    .filter(([, value]) => !conforms(field, value))
    .map(([name, value]) => ({
      name: `${field.name}: ${name}`,
      input: { [field.name]: value },
      code: 'invalid_parameters',
      message: new RegExp(`^${field.name}: must be .*\\(received `),
    })),
);

const invalidUrl = (name: string, url: string, message: RegExp): InvalidInput => ({
  name: `url: ${name}`,
  input: { url },
  code: 'invalid_url',
  message,
});

const urls: readonly InvalidInput[] = [
  invalidUrl('empty', '', /^url: must be an absolute URL, with http:\/\//),
  invalidUrl('blank', '   ', /^url: must be an absolute URL/),
  invalidUrl('no protocol', 'example.com', /^url: must be an absolute URL/),
  invalidUrl('no protocol, with a port', 'example.com:8080/a', /^url: must start with http:\/\//),
  invalidUrl('a relative protocol', '//example.com/', /^url: must be an absolute URL/),
  invalidUrl('a path', '/about', /^url: must be an absolute URL/),
  invalidUrl('a protocol only', 'https://', /^url: is not a valid URL/),
  invalidUrl('no slashes', 'https:example.com', /^url: must start with http:\/\//),
  invalidUrl('one slash', 'https:/example.com', /^url: must start with http:\/\//),
  invalidUrl('backslashes', 'https:\\\\example.com', /^url: must start with http:\/\//),
  ...[
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,a',
    'ws://a.example/',
  ].map((url) => invalidUrl(`the protocol of ${url}`, url, /^url: must start with http:\/\/ or https:\/\//)),
  invalidUrl('a user name', 'https://user@example.com/', /^url: must not contain a user name or password/),
  invalidUrl('a password', 'https://:secret@example.com/', /^url: must not contain a user name or password/),
  invalidUrl('a user name and password', 'https://u:p@example.com/', /^url: must not contain a user name/),
  invalidUrl('white space before', ' https://example.com/', /^url: must not contain white space; remove it/),
  invalidUrl('white space after', 'https://example.com/\n', /^url: must not contain white space/),
  invalidUrl('white space in the host', 'https://exam ple.com/', /^url: is not a valid URL/),
  invalidUrl('white space in the path', 'https://example.com/a b', /^url: must not .* as %20/),
  invalidUrl('a tab in the host', 'https://exam\tple.com/', /^url: must not contain white space/),
  invalidUrl('a no-break space', 'https://example.com/a\u00a0b', /^url: must not contain white space/),
  invalidUrl('two dots in the host', 'https://example..com/', /^url: has a host with an empty label/),
  invalidUrl('a host of one dot', 'https://./', /^url: has a host with an empty label/),
  invalidUrl('a leading dot', 'https://.example.com/', /^url: has a host with an empty label/),
  invalidUrl('a port out of range', 'https://example.com:65536/', /^url: is not a valid URL/),
  invalidUrl('a port that is not a number', 'https://example.com:http/', /^url: is not a valid URL/),
  invalidUrl('an open bracket', 'https://[::1/', /^url: is not a valid URL/),
  invalidUrl('an IPv4 address out of range', 'https://256.1.1.1/', /^url: is not a valid URL/),
  invalidUrl('a null character in the host', 'https://example\u0000.com/', /^url: is not a valid URL/),
  invalidUrl('a percent sign in the host', 'https://example%.com/', /^url: is not a valid URL/),
  invalidUrl('2,001 characters', `https://example.com/${'a'.repeat(1981)}`, /^url: must have at most 2000/),
  invalidUrl(
    '2,001 characters when encoded',
    `https://example.com/${'\u00e9'.repeat(331)}`,
    /^url: .* encoded/,
  ),
  invalidUrl(
    '10,000 characters',
    `https://example.com/${'a'.repeat(10_000)}`,
    /^url: must have at most 8192/,
  ),
];

const parameters = (
  name: string,
  input: Readonly<Record<string, unknown>>,
  message: RegExp,
): InvalidInput => ({ name, input, code: 'invalid_parameters', message });

const values: readonly InvalidInput[] = [
  parameters('url: missing', { url: undefined }, /^url: is required/),
  parameters('limit: 5001', { limit: 5001 }, /^limit: must be an integer from 1 to 5000 \(received 5001\)/),
  parameters('limit: 2^53', { limit: 2 ** 53 }, /^limit: must be an integer from 1 to 5000/),
  parameters('limit: the least positive number', { limit: Number.MIN_VALUE }, /^limit: must be an integer/),
  parameters('search: empty', { search: '' }, /^search: must contain a letter or a digit; omit it/),
  parameters('search: blank', { search: ' \t\n\u00a0' }, /^search: must contain a letter or a digit/),
  parameters('search: punctuation', { search: '!?--' }, /^search: must contain a letter or a digit/),
  parameters('search: 1,001 characters', { search: 'a'.repeat(1001) }, /^search: must have at most 1000/),
  parameters(
    'sitemapOnly with ignoreSitemap',
    { sitemapOnly: true, ignoreSitemap: true },
    /sitemapOnly and ignoreSitemap exclude each other; set only one/,
  ),
  parameters(
    'sitemapOnly with ignoreSitemap and other options',
    {
      sitemapOnly: true,
      ignoreSitemap: true,
      includeSubdomains: true,
      search: 'a',
      limit: 1,
      enrichLinks: true,
    },
    /sitemapOnly and ignoreSitemap/,
  ),
  parameters('an unknown field', { depth: 3 }, /unknown field: "depth"/),
  parameters('a field in another case', { Limit: 3 }, /unknown field: "Limit"/),
  parameters('a field in snake case', { include_subdomains: true }, /unknown field: "include_subdomains"/),
  parameters('a field with white space', { 'limit ': 3 }, /unknown field: "limit "/),
  parameters('two unknown fields', { a: 1, b: 2 }, /unknown fields: "a", "b"/),
  parameters('a wrong value and an unknown field', { limit: 0, depth: 1 }, /limit: must .*depth/),
];

const bodies: readonly InvalidInput[] = [
  { name: 'an empty body', input: '', code: 'invalid_json', message: /./ },
  { name: 'a body that is not JSON', input: '{"url":', code: 'invalid_json', message: /./ },
  { name: 'an array', input: '[{"url":"https://example.com/"}]', code: 'invalid_json', message: /object/ },
  { name: 'a string', input: '"https://example.com/"', code: 'invalid_json', message: /object/ },
  { name: 'null', input: 'null', code: 'invalid_json', message: /object/ },
  {
    name: 'a number that is too large for a double',
    input: '{"url":"https://example.com/","limit":1e999}',
    code: 'invalid_parameters',
    message: /^limit: must be an integer/,
  },
  {
    name: 'the field __proto__',
    input: '{"url":"https://example.com/","__proto__":{"limit":1}}',
    code: 'invalid_parameters',
    message: /__proto__/,
  },
];

let service: TestService;
let site: TestSite;

beforeAll(async () => {
  service = await startTestService({ QUERN_RATE_LIMIT: 'off' });
  site = await serveSite({
    '/': linkPage('Home', ['/a']),
    '/a': linkPage('A', []),
    '/gone': { status: 410 },
    '/broken': { status: 500 },
    '/private': { status: 401 },
  });
});
afterAll(async () => {
  await service.stop();
  await site.close();
});

async function postMap(input: InvalidInput['input']) {
  const body = typeof input === 'string' ? input : { url: site.origin, ...input };
  const response = await service.post('map', body);
  const { code, error } = (await response.json()) as { code?: string; error?: string };
  return { status: response.status, code, error };
}

describe('map with invalid input', () => {
  it.each([...wrongTypes, ...urls, ...values, ...bodies])(
    'returns 400 that names the field and the remedy, and charges nothing: $name',
    async ({ input, code, message }) => {
      const before = await service.balance();
      const requestsBefore = site.hits.length;
      expect(await postMap(input)).toEqual({ status: 400, code, error: expect.stringMatching(message) });
      expect(await service.balance()).toBe(before);
      expect(site.hits.length).toBe(requestsBefore);
    },
  );

  it('accepts the limits of every range', async () => {
    const path = 'a'.repeat(2000 - `${site.origin}/?=`.length);
    for (const input of [
      { limit: 1 },
      { limit: 5000 },
      { limit: 2.0 },
      { search: 'a' },
      { search: `${'a '.repeat(499)}ab` },
      { sitemapOnly: true, ignoreSitemap: false },
      { sitemapOnly: false, ignoreSitemap: true },
      { url: site.origin.replace('http', 'HTTP') },
      { url: `${site.origin}/#part` },
    ]) {
      expect([input, (await postMap(input)).status]).toEqual([input, 200]);
    }
    expect(await postMap({ url: `${site.origin}/?${path}=` })).toMatchObject({ code: 'target_status' });
  });

  it('returns 502 for a start page with an error status, and charges nothing', async () => {
    const before = await service.balance();
    expect(await postMap({ url: `${site.origin}/missing` })).toMatchObject({
      status: 502,
      code: 'target_status',
      error: expect.stringContaining('404'),
    });
    expect(await postMap({ url: `${site.origin}/gone` })).toMatchObject({
      status: 502,
      code: 'target_status',
    });
    expect(await postMap({ url: `${site.origin}/broken` })).toMatchObject({
      status: 502,
      code: 'target_status',
    });
    expect(await postMap({ url: `${site.origin}/private` })).toMatchObject({ status: 502, code: 'blocked' });
    expect(await service.balance()).toBe(before);
  });
});

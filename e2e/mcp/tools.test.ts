import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { repositoryRoot } from '@quern/testing/repository-root';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { sampleProse } from '@quern/testing/web/script-pages';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp } from './connect-mcp.ts';

let service: TestService;
let site: TestSite;
let client: Client;

beforeAll(async () => {
  site = await serveSite({
    '/': {
      headers: { 'content-type': 'text/html' },
      body: `<title>Mill</title><main><h1>The mill</h1><p>${sampleProse.repeat(3)} <a href="/a">A</a></p></main>`,
    },
    '/a': {
      headers: { 'content-type': 'text/html' },
      body: `<title>A</title><h1>A</h1><p>${sampleProse}</p>`,
    },
  });
  service = await startTestService({ QUERN_ROBOTS: 'ignore', QUERN_CHROMIUM: 'off' });
  client = await connectMcp({ url: service.url });
});
afterAll(async () => {
  await client?.close();
  await service?.stop();
  await site?.close();
});

const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

/** Creates a key of the bootstrap account. */
async function createKey(fields: object): Promise<string> {
  const accountId = await service.bootstrapAccountId();
  const response = await service.adminRequest('POST', '/keys', { accountId, name: 'mcp', ...fields });
  return ((await response.json()) as { key: { key: string } }).key.key;
}

describe('the list of tools', () => {
  it('has each operation with its schemas, its price and its annotations', async () => {
    const { tools } = await client.listTools();
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      paths: Record<string, { post?: { tags?: string[] } }>;
    };
    const names = tools.map(({ name }) => name);
    const operations = names.filter((name) => document.paths[`/v0/${name}`]?.post !== undefined);
    expect(operations).toEqual([
      'convert',
      'crawl',
      'extract-entities',
      'map',
      'ocr',
      'scrape',
      'sentiment',
      'summarize',
      'translate',
    ]);
    for (const tool of tools.filter(({ name }) => operations.includes(name))) {
      expect(tool.title).toBe(tool.annotations?.title);
      expect(tool.description).toMatch(/Price: .*credit/);
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(tool.outputSchema).toMatchObject({ type: 'object', anyOf: expect.any(Array) });
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    }
    const openWorld = tools.filter(({ annotations }) => annotations?.openWorldHint).map(({ name }) => name);
    expect(openWorld).toEqual(['convert', 'crawl', 'map', 'ocr', 'scrape']);
  });

  it('describes files as Base64 with their maximum size', async () => {
    const { tools } = await client.listTools();
    const properties = (name: string) =>
      (tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {}) as Record<string, object>;
    expect(properties('convert')['file']).toMatchObject({
      type: 'object',
      properties: {
        data: { contentEncoding: 'base64', description: expect.stringContaining('10485760 bytes') },
      },
    });
    expect(properties('convert')['files']).toBeUndefined();
    expect(properties('summarize')['files']).toMatchObject({ type: 'array' });
  });

  it('leaves out the operations that the key may not call, and refuses them as the API does', async () => {
    const apiKey = await createKey({ scopes: ['sentiment'] });
    const limited = await connectMcp({ url: service.url, apiKey });
    const { tools } = await limited.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['sentiment', 'read-result', 'get-job', 'cancel-job']);
    await expect(limited.callTool({ name: 'map', arguments: { url: site.origin } })).rejects.toMatchObject({
      message: expect.stringContaining('scope_denied'),
    });
    await limited.close();
  });
});

describe('a call of an operation', () => {
  it('returns all fields and a readable text, and is charged as a request of the API', async () => {
    const before = await service.balance();
    const text = 'We love the new mill. The old one was noisy.';
    const result = await call('sentiment', { text });
    const response = await service.post('sentiment', { text });
    const { data } = (await response.json()) as { data: object };
    expect(result.structuredContent).toEqual(data);
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(data) }]);
    expect(result._meta).toMatchObject({ 'quern/creditsUsed': 1, 'quern/creditsRemaining': before - 1 });
    expect(await service.balance()).toBe(before - 2);
  });

  it('is one line of the log and of the metrics, those of its operation', async () => {
    const count = 'quern_requests_total{operation="sentiment",status="200",code=""}';
    const from = service.logLines.length;
    const before = await service.metric(count);
    await call('sentiment', { text: 'Fine.' });
    expect(await service.metric(count)).toBe(before + 1);
    const lines = service.logLines.slice(from).filter((line) => line.includes('"msg":"request"'));
    expect(lines.map((line) => (JSON.parse(line) as { operation: string }).operation)).toEqual(['sentiment']);
  });

  it('extracts, summarizes, converts, scrapes, maps and recognizes', async () => {
    const entities = await call('extract-entities', { text: 'Mail ada@example.org.', redact: 'type' });
    expect(entities.content).toEqual([{ type: 'text', text: 'Mail [EMAIL].' }]);
    const files = [{ name: 'a.txt', data: toBase64(sampleProse.repeat(4)) }];
    const summary = await call('summarize', { files, maxLength: 200 });
    expect(summary.structuredContent).toMatchObject({ summary: expect.stringMatching(/\w/) });
    const converted = await call('convert', { file: { name: 'a.md', data: toBase64('# Mill\n\nGrain.') } });
    expect(converted.content).toEqual([{ type: 'text', text: expect.stringMatching(/^# Mill\n\nGrain\./) }]);
    const scraped = await call('scrape', { url: `${site.origin}/` });
    expect(scraped.structuredContent).toMatchObject({ markdown: expect.stringMatching(/^# The mill/) });
    const mapped = await call('map', { url: `${site.origin}/` });
    expect(mapped.structuredContent).toMatchObject({
      links: [{ url: `${site.origin}/` }, { url: `${site.origin}/a` }],
    });
    const scan = await readFile(join(repositoryRoot, 'testing/fixtures/receipt-scan.jpg'));
    const recognized = await call('ocr', { file: { data: scan.toString('base64') } });
    expect(recognized.isError).toBeUndefined();
    expect(recognized.structuredContent).toMatchObject({
      text: { description: expect.stringMatching(/\w/) },
    });
  });

  it('returns the job of a crawl, whose pages can be read', async () => {
    const started = await call('crawl', { url: `${site.origin}/` });
    const { jobId, resultUri } = started.structuredContent as { jobId: string; resultUri: string };
    await expect
      .poll(async () => (await call('get-job', { jobId })).structuredContent)
      .toMatchObject({ status: 'succeeded', progress: 1, usage: 2 });
    const pages = await call('read-result', { uri: resultUri });
    expect(pages.structuredContent).toMatchObject({ nextCursor: null });
    const { text } = pages.structuredContent as { text: string };
    expect(text).toContain(`<!-- ${site.origin}/ -->\n\n# The mill`);
    expect(text).toContain(`<!-- ${site.origin}/a -->\n\n# A`);
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: resultUri, name: jobId }]);
    expect(await client.readResource({ uri: resultUri })).toMatchObject({
      contents: [{ uri: resultUri, text }],
    });
  });
});

describe('a call that fails', () => {
  it.each([
    ['a missing field', 'sentiment', {}, 'invalid_parameters: text: is required'],
    ['an unknown field', 'sentiment', { text: 'a', txt: 'a' }, 'unknown field: "txt"'],
    ['a wrong type', 'sentiment', { text: 7 }, 'text: must be a string (received 7)'],
    ['a private address', 'scrape', { url: 'http://10.0.0.1/' }, 'forbidden_address: '],
    ['an address of the metadata service', 'map', { url: 'http://169.254.169.254/' }, 'forbidden_address: '],
    ['a file of the server', 'convert', { url: 'file:///etc/passwd' }, 'invalid_url: '],
    ['a path in place of a file', 'convert', { file: '/etc/passwd' }, 'file: must be an object'],
    ['what is not Base64', 'convert', { file: { data: '/etc/pass wd' } }, 'data is not Base64'],
    ['files in place of one', 'convert', { files: [{ name: 'a', bytes: 'aGk=' }] }, 'invalid_parameters: '],
    ['an empty file', 'convert', { file: { data: '' } }, 'unreadable_document: '],
    [
      'a language without a model',
      'translate',
      { text: 'Hello', targetLanguage: 'de' },
      'model_unavailable: ',
    ],
  ])('explains %s, and costs nothing', async (_kind, name, args, message) => {
    const before = await service.balance();
    const result = await call(name, args);
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining(message) }],
      _meta: {
        'quern/error': { status: expect.any(Number) },
        'quern/requestId': expect.stringMatching(/^req_/),
      },
    });
    expect(await service.balance()).toBe(before);
  });

  it('reports missing credits and exceeded rates', async () => {
    const poor = await connectMcp({ url: service.url, apiKey: await createKey({ budget: 0 }) });
    expect(await poor.callTool({ name: 'sentiment', arguments: { text: 'a' } })).toMatchObject({
      isError: true,
      _meta: { 'quern/error': { status: 402 } },
    });
    await poor.close();
    const limited = await connectMcp({ url: service.url, apiKey: await createKey({ ratePerMinute: 2 }) });
    await limited.callTool({ name: 'sentiment', arguments: { text: 'a' } });
    await expect(limited.callTool({ name: 'sentiment', arguments: { text: 'a' } })).rejects.toThrow(
      /rate_limited/,
    );
    await expect(limited.listResources()).rejects.toThrow('rate_limited');
    await limited.close();
  });

  it('names the tools when there is none of the name', async () => {
    await expect(call('summarise', {})).rejects.toThrow(
      'there is no tool "summarise"; the tools are convert, crawl, extract-entities',
    );
  });
});

describe('a client of an earlier revision', () => {
  it('lists and calls the same tools', async () => {
    const earlier = await connectMcp({ url: service.url, isLegacy: true });
    expect(earlier.getNegotiatedProtocolVersion()).toBe('2025-11-25');
    const [current, listed] = [await client.listTools(), await earlier.listTools()];
    expect(listed.tools.map(({ name }) => name)).toEqual(current.tools.map(({ name }) => name));
    const result = await earlier.callTool({ name: 'sentiment', arguments: { text: 'Fine.' } });
    expect(result.structuredContent).toMatchObject({ sentiment: expect.any(String), usage: 1 });
    await earlier.close();
  });
});

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createQuern, createQuernAdmin, operations, QuernError, type SentimentData } from '@quern/sdk';
import { startServer, type TestServer } from '@quern/testing/service/start-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
const sites: Server[] = [];

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const site = createServer(handle);
  sites.push(site);
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

async function failure(call: Promise<unknown>): Promise<QuernError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof QuernError) return thrown;
  throw new Error(`expected a QuernError, got ${String(thrown)}`);
}

beforeAll(async () => {
  server = await startServer();
}, 60_000);

afterAll(async () => {
  for (const site of sites) site.closeAllConnections();
  await server.stop();
});

const client = () => createQuern({ baseUrl: server.baseUrl, apiKey: server.apiKey });

describe('jobs', () => {
  const text = 'The mill was wonderful.';

  it('are submitted by name or descriptor, waited for, listed and canceled', async () => {
    const { jobs, sentiment } = client();
    const submitted = await jobs.submit('sentiment', { text }, { metadata: { suite: 'sdk ü' } });
    expect(submitted).toMatchObject({ creditsUsed: 0, data: { operation: 'sentiment', status: 'queued' } });
    const fractions: number[] = [];
    const job = await jobs.wait<SentimentData>(submitted.data.id, {
      onProgress: ({ fraction }) => fractions.push(fraction),
    });
    expect(job.data?.sentiment).toBe((await sentiment({ text })).data.sentiment);
    expect(fractions.at(-1)).toBe(1);
    const events = [];
    for await (const event of jobs.events(job.id)) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: 'succeeded', job: { id: job.id } });
    const lastEventId = events.at(-1)?.id;
    for await (const event of jobs.events(job.id, { lastEventId })) events.push(event);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const byDescriptor = await jobs.submit(operations.sentiment, { text });
    await jobs.wait(byDescriptor.data.id);
    const { data: page } = await jobs.list({ metadata: { suite: 'sdk ü' }, limit: 1 });
    expect(page).toMatchObject({ jobs: [{ id: job.id }], nextCursor: null });
    expect((await failure(jobs.cancel(job.id))).code).toBe('job_ended');
    expect((await failure(jobs.get('..'))).code).toBe('invalid_input');
    expect((await failure(jobs.get('job_unknown'))).status).toBe(404);
  });

  it('count in the usage of the key', async () => {
    const quern = client();
    await quern.sentiment({ text });
    const { data, creditsUsed } = await quern.usage();
    expect(creditsUsed).toBe(0);
    expect(data.totals.find(({ operation }) => operation === 'sentiment')?.requests).toBeGreaterThan(0);
    expect((await quern.usage({ from: '2020-01-01', to: '2020-01-02' })).data.totals).toEqual([]);
  });

  it('run many requests as a batch, whose results are iterated over as they end', async () => {
    const { batches } = client();
    const texts = ['The mill was wonderful.', '', 'The mill was terrible.'];
    async function* requests() {
      for (const [index, text] of texts.entries()) yield { customId: `ü ${index}`, input: { text } };
    }
    const { data } = await batches.create('sentiment', requests(), { metadata: { suite: 'sdk' } });
    expect(data).toMatchObject({ operation: 'sentiment', counts: { total: 3 }, metadata: { suite: 'sdk' } });
    const results = [];
    for await (const result of batches.results<SentimentData>(data.id)) results.push(result);
    const byIndex = results.toSorted((left, right) => left.index - right.index);
    expect(byIndex.map(({ customId, status }) => [customId, status])).toEqual([
      ['ü 0', 'succeeded'],
      ['ü 1', 'failed'],
      ['ü 2', 'succeeded'],
    ]);
    expect([byIndex[0]?.data?.sentiment, byIndex[2]?.data?.sentiment]).toEqual(['positive', 'negative']);
    expect((await batches.get(data.id)).data).toMatchObject({ status: 'ended', usage: 2 });
    expect((await failure(batches.cancel(data.id))).code).toBe('job_ended');
    expect((await failure(batches.create(operations.sentiment, []))).code).toBe('invalid_parameters');
  });

  it('throw their own error while they are waited for, and the reason of the signal', async () => {
    const { jobs } = client();
    const { data } = await jobs.submit('scrape', { url: 'http://127.0.0.1:1/' });
    const error = await failure(jobs.wait(data.id));
    expect((await jobs.get(data.id)).data.error).toMatchObject({ code: error.code, status: error.status });
    const reason = new Error('enough');
    await expect(jobs.wait(data.id, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('the operations of a running service', () => {
  const text = 'Ada Lovelace paid €1,200.50 to Acme Ltd. in London on 10 December 2025. It was wonderful.';

  it('returns data, the request id and credits', async () => {
    const response = await client().extractEntities({ text }, { requestId: 'my-own-id' });
    expect(response.requestId).toBe('my-own-id');
    expect(response.creditsUsed).toBe(1);
    expect(response.creditsRemaining).toBeLessThan(10_000);
    expect(response.data.entities.length).toBeGreaterThan(0);
    for (const entity of response.data.entities) {
      expect(text.slice(entity.startIndex, entity.endIndex)).toBe(entity.text);
    }
  });

  it('returns the same summary for a text and for every form of a file', async () => {
    const content = `${text}\nThe second line follows.\n\nA third one ends it.`;
    const bytes = new TextEncoder().encode(content);
    const { data } = await client().summarize({ content, maxLength: 200 });
    expect(data.summary.length).toBeLessThanOrEqual(200);
    for (const { source, text: sentence } of data.sentences) {
      if (source) expect(content.slice(source.startIndex, source.endIndex)).toContain(sentence.slice(0, 10));
    }
    for (const file of [bytes, new Blob([bytes]), { name: 'Straße "1".txt', bytes }]) {
      const response = await client().summarize({ file, maxLength: 200 });
      expect(response.data.summary).toBe(data.summary);
      expect(response.data.tokenCount).toBe(data.tokenCount);
    }
  });

  it('maps and scrapes a site, and returns a stored scrape without a charge', async () => {
    const site = await serve((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.statusCode = request.url === '/' || request.url === '/mill' ? 200 : 404;
      response.end(
        '<title>Mills</title><main><h1>Mills</h1><p>A quern grinds grain between two stones. <a href="/mill">Read about the mill</a></p></main>',
      );
    });
    const mapped = await client().map({ url: site, limit: 10 });
    expect(mapped.data.links.map((link) => link.url)).toContain(`${site}/mill`);
    expect(mapped.creditsUsed).toBe(5);
    const scraped = await client().scrape({ url: site });
    expect(scraped.data.markdown).toContain('A quern grinds grain');
    const again = await client().getScrape(scraped.data.scrape_id);
    expect(again.data).toEqual(scraped.data);
    expect(again.creditsUsed).toBe(0);
  });

  it('returns the price of a dry run and charges nothing', async () => {
    const response = await client().sentiment({ text }, { dryRun: true });
    expect(response.data.dryRun).toBe(true);
    expect(response.data.price).toBe(1);
    expect(response.creditsUsed).toBe(0);
  });

  it('returns the stored response for an idempotency key of the caller', async () => {
    const options = { idempotencyKey: 'once-only' };
    const first = await client().sentiment({ text }, options);
    const second = await client().sentiment({ text }, options);
    expect([first.replayed, first.creditsUsed]).toEqual([false, 1]);
    expect([second.replayed, second.creditsUsed]).toEqual([true, 0]);
    expect(second.data).toEqual(first.data);
    const other = await failure(client().sentiment({ text: 'Another text.' }, options));
    expect([other.status, other.code]).toEqual([409, 'idempotency_mismatch']);
  });

  it('throws errors of the service as QuernError', async () => {
    const other = createQuern({ baseUrl: `${server.baseUrl}/v0/`, apiKey: 'an-unknown-key' });
    const unknown = await failure(other.sentiment({ text }, { requestId: 'for-the-log' }));
    expect([unknown.status, unknown.code, unknown.requestId]).toEqual([401, 'unknown_key', 'for-the-log']);
    const blank = await failure(client().sentiment({ text: ' ' }));
    expect([blank.status, blank.code]).toEqual([400, 'invalid_parameters']);
    expect(blank.message).toContain('text');
    const absent = await failure(client().getScrape('scr_nothing/../here'));
    expect([absent.status, absent.code]).toEqual([404, 'not_found']);
    // @ts-expect-error: neither content nor file
    expect((await failure(client().summarize({ maxLength: 10 }))).code).toBe('invalid_input');
  });

  it('charges once if the first response is lost', async () => {
    const admin = createQuernAdmin({ baseUrl: server.baseUrl, adminToken: server.adminToken });
    const account = await admin.accounts.create({ name: 'lossy connection', credits: 50 });
    const { key } = await admin.keys.create({ accountId: account.id, name: 'lossy' });
    const keys: unknown[] = [];
    const lossy = await serve((request, response) => {
      keys.push(request.headers['idempotency-key']);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', async () => {
        const headers = new Headers(request.headers as Record<string, string>);
        for (const name of ['host', 'connection', 'content-length', 'transfer-encoding'])
          headers.delete(name);
        const method = request.method ?? 'GET';
        const forwarded = await fetch(`${server.baseUrl}${request.url}`, {
          method,
          headers,
          body: Buffer.concat(chunks),
        });
        const body = await forwarded.text();
        if (keys.length === 1) request.socket.destroy();
        else response.writeHead(forwarded.status, Object.fromEntries(forwarded.headers)).end(body);
      });
    });
    const response = await createQuern({ baseUrl: lossy, apiKey: key }).sentiment({ text });
    expect(response.replayed).toBe(true);
    expect(keys.length).toBe(2);
    expect(keys[0]).toMatch(/^sdk_[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect((await admin.accounts.get(account.id)).available).toBe(49);
  });
});

describe('accounts, credits and keys of a running service', () => {
  const admin = () => createQuernAdmin({ baseUrl: server.baseUrl, adminToken: server.adminToken });

  it('creates an account, grants and removes credits, and lists its entries', async () => {
    const account = await admin().accounts.create({ name: 'Mill & Söhne', credits: 5 });
    expect(await admin().credits.grant({ accountId: account.id, amount: 7, note: 'thanks' })).toBe(12);
    expect(await admin().credits.grant({ accountId: account.id, amount: -2 })).toBe(10);
    expect((await admin().accounts.get(account.id)).available).toBe(10);
    const [newest] = await admin().credits.entries(account.id, { limit: 1 });
    expect(newest?.amount).toBe(2);
    const listed = await admin().accounts.list({ limit: 1000 });
    expect(listed.map(({ id }) => id)).toContain(account.id);
    const tooMuch = await failure(admin().credits.grant({ accountId: account.id, amount: -11 }));
    expect([tooMuch.status, tooMuch.code]).toEqual([402, 'insufficient_credits']);
  });

  it('creates, lists, rotates and revokes keys', async () => {
    const account = await admin().accounts.create({ name: 'keys', credits: 5 });
    const expiresAt = new Date('2099-01-01T00:00:00Z');
    const created = await admin().keys.create({
      accountId: account.id,
      name: 'app',
      scopes: ['ocr'],
      expiresAt,
      budget: 3,
    });
    expect(created).toMatchObject({ scopes: ['ocr'], expiresAt: expiresAt.getTime(), budget: 3 });
    const quern = createQuern({ baseUrl: server.baseUrl, apiKey: created.key });
    expect((await failure(quern.sentiment({ text: 'Fine.' }))).code).toBe('scope_denied');
    const next = await admin().keys.rotate(created.id, { overlapSeconds: 60 });
    expect(next.key).not.toBe(created.key);
    expect((await admin().keys.get(created.id)).revokedAt).toBeGreaterThan(created.createdAt);
    const revoked = await admin().keys.revoke(next.id);
    expect(revoked.revokedAt).not.toBeNull();
    const ids = (await admin().keys.list({ accountId: account.id })).map(({ id }) => id);
    expect(ids.sort()).toEqual([created.id, next.id].sort());
    expect((await failure(admin().keys.get('..'))).code).toBe('invalid_input');
    const other = createQuernAdmin({ baseUrl: server.baseUrl, adminToken: 'not-the-token' });
    expect((await failure(other.accounts.list())).status).toBe(401);
  });
});

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createQuern, createQuernAdmin, QuernError } from '@quern/sdk';
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

describe('the operations of a running service', () => {
  const text = 'Ada Lovelace paid €1,200.50 to Acme Ltd. in London on 10 December 2025. It was wonderful.';

  it('gives data, the request id and credits', async () => {
    const answer = await client().extractEntities({ text }, { requestId: 'my-own-id' });
    expect(answer.requestId).toBe('my-own-id');
    expect(answer.creditsUsed).toBe(1);
    expect(answer.creditsRemaining).toBeLessThan(10_000);
    expect(answer.data.entities.length).toBeGreaterThan(0);
    for (const entity of answer.data.entities) {
      expect(text.slice(entity.startIndex, entity.endIndex)).toBe(entity.text);
    }
  });

  it('summarizes a text, whatever its line breaks, and each form of a file alike', async () => {
    const content = `${text}\nThe second line follows.\n\nA third one ends it.`;
    const bytes = new TextEncoder().encode(content);
    const { data } = await client().summarize({ content, maxLength: 200 });
    expect(data.summary.length).toBeLessThanOrEqual(200);
    for (const { source, text: sentence } of data.sentences) {
      if (source) expect(content.slice(source.startIndex, source.endIndex)).toContain(sentence.slice(0, 10));
    }
    for (const file of [bytes, new Blob([bytes]), { name: 'Straße "1".txt', bytes }]) {
      const answer = await client().summarize({ file, maxLength: 200 });
      expect(answer.data.summary).toBe(data.summary);
      expect(answer.data.tokenCount).toBe(data.tokenCount);
    }
  });

  it('maps and scrapes a site, and gives a scrape again without a charge', async () => {
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

  it('tells the price of a dry run and charges nothing', async () => {
    const answer = await client().sentiment({ text }, { dryRun: true });
    expect(answer.data.dryRun).toBe(true);
    expect(answer.data.price).toBe(1);
    expect(answer.creditsUsed).toBe(0);
  });

  it('gives the stored answer for an idempotency key of the caller', async () => {
    const options = { idempotencyKey: 'once-only' };
    const first = await client().sentiment({ text }, options);
    const second = await client().sentiment({ text }, options);
    expect([first.replayed, first.creditsUsed]).toEqual([false, 1]);
    expect([second.replayed, second.creditsUsed]).toEqual([true, 0]);
    expect(second.data).toEqual(first.data);
    const other = await failure(client().sentiment({ text: 'Another text.' }, options));
    expect([other.status, other.code]).toEqual([409, 'idempotency_mismatch']);
  });

  it('throws what the service answers as QuernError', async () => {
    const stranger = createQuern({ baseUrl: `${server.baseUrl}/v0/`, apiKey: 'nobody-knows-this-key' });
    const unknown = await failure(stranger.sentiment({ text }, { requestId: 'for-the-log' }));
    expect([unknown.status, unknown.code, unknown.requestId]).toEqual([401, 'unknown_key', 'for-the-log']);
    const blank = await failure(client().sentiment({ text: ' ' }));
    expect([blank.status, blank.code]).toEqual([400, 'invalid_parameters']);
    expect(blank.message).toContain('text');
    const absent = await failure(client().getScrape('scr_nothing/../here'));
    expect([absent.status, absent.code]).toEqual([404, 'not_found']);
    // @ts-expect-error: neither content nor file
    expect((await failure(client().summarize({ maxLength: 10 }))).code).toBe('invalid_input');
  });

  it('charges once when the first answer is lost on its way', async () => {
    const admin = createQuernAdmin({ baseUrl: server.baseUrl, adminToken: server.adminToken });
    const account = await admin.accounts.create({ name: 'lossy line', credits: 50 });
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
        const passed = await fetch(`${server.baseUrl}${request.url}`, {
          method,
          headers,
          body: Buffer.concat(chunks),
        });
        const body = await passed.text();
        if (keys.length === 1) request.socket.destroy();
        else response.writeHead(passed.status, Object.fromEntries(passed.headers)).end(body);
      });
    });
    const answer = await createQuern({ baseUrl: lossy, apiKey: key }).sentiment({ text });
    expect(answer.replayed).toBe(true);
    expect(keys.length).toBe(2);
    expect(keys[0]).toMatch(/^sdk_[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect((await admin.accounts.get(account.id)).available).toBe(49);
  });
});

describe('accounts, credits and keys of a running service', () => {
  const admin = () => createQuernAdmin({ baseUrl: server.baseUrl, adminToken: server.adminToken });

  it('makes an account, moves its credits and tells their history', async () => {
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

  it('makes, lists, rotates and revokes keys', async () => {
    const account = await admin().accounts.create({ name: 'keys', credits: 5 });
    const expiresAt = new Date('2099-01-01T00:00:00Z');
    const made = await admin().keys.create({
      accountId: account.id,
      name: 'app',
      scopes: ['ocr'],
      expiresAt,
      budget: 3,
    });
    expect(made).toMatchObject({ scopes: ['ocr'], expiresAt: expiresAt.getTime(), budget: 3 });
    const quern = createQuern({ baseUrl: server.baseUrl, apiKey: made.key });
    expect((await failure(quern.sentiment({ text: 'Fine.' }))).code).toBe('scope_denied');
    const next = await admin().keys.rotate(made.id, { overlapSeconds: 60 });
    expect(next.key).not.toBe(made.key);
    expect((await admin().keys.get(made.id)).revokedAt).toBeGreaterThan(made.createdAt);
    const revoked = await admin().keys.revoke(next.id);
    expect(revoked.revokedAt).not.toBeNull();
    const ids = (await admin().keys.list({ accountId: account.id })).map(({ id }) => id);
    expect(ids.sort()).toEqual([made.id, next.id].sort());
    expect((await failure(admin().keys.get('..'))).code).toBe('invalid_input');
    const stranger = createQuernAdmin({ baseUrl: server.baseUrl, adminToken: 'not-the-token' });
    expect((await failure(stranger.accounts.list())).status).toBe(401);
  });
});

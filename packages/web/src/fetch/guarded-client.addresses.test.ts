import { afterEach, describe, expect, it, vi } from 'vitest';
import { codeOf } from './fixtures/code-of.ts';
import { createFetch, serve } from './fixtures/http-server.ts';

afterEach(() => vi.restoreAllMocks());

describe('forbidden addresses', () => {
  const nothingAllowed = createFetch({ allow: [] });
  const spellings = [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://0/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[ff02::1]/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://192.0.0.1/',
    'http://192.0.2.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[2001:db8::1]/',
    'http://[100::1]/',
    'http://[4000::1]/',
    'http://１２７.0.0.1/',
    'http://①②⑦.0.0.1/',
    'http://[::ffff:0:127.0.0.1]/',
  ];
  it.each(spellings)('refuses %s', async (url) => {
    expect(await codeOf(nothingAllowed(url))).toBe('forbidden_address');
  });

  it.each([22, 25, 6667, 6000, 10080, 6379, 11211, 5432, 27017])(
    'refuses port %i of a public host',
    async (port) => {
      expect(await codeOf(nothingAllowed(`http://93.184.216.34:${port}/`))).toBe('forbidden_address');
    },
  );

  it('refuses localhost because of the address it resolves to', async () => {
    expect(await codeOf(nothingAllowed('http://localhost:1234/'))).toBe('forbidden_address');
  });

  it('refuses a name if one of its addresses is private, without the address in the message', async () => {
    const lookup = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.1.2.3', family: 4 },
    ];
    const error = await createFetch({ lookup })('http://mixed.example/').catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'forbidden_address',
      message: expect.not.stringContaining('10.1.2.3'),
      cause: { message: expect.stringContaining('10.1.2.3') },
    });
  });

  it('refuses a name that resolves to a private address at the second request (DNS rebinding)', async () => {
    const allowed = await serve((_, response) => response.end('allowed'));
    const secret = await serve((_, response) => response.end('secret'), '127.0.0.2');
    const addresses = ['127.0.0.1', '127.0.0.2'];
    const lookup = vi.fn(async () => [{ address: addresses.shift() ?? '127.0.0.2', family: 4 }]);
    const fetch = createFetch({ lookup });
    const first = await fetch(`http://rebind.example:${allowed.port}/`);
    expect(Buffer.from(first.body).toString()).toBe('allowed');
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(await codeOf(fetch(`http://rebind.example:${secret.port}/`))).toBe('forbidden_address');
    expect(secret.hits).toEqual([]);
  });

  it('refuses a redirect to a private address before a request is sent to it', async () => {
    const secret = await serve((_, response) => response.end('secret'), '127.0.0.2');
    const open = await serve((_, response) => response.writeHead(302, { location: `${secret.url}/x` }).end());
    const error = await createFetch()(open.url).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'forbidden_address', url: `${secret.url}/x` });
    expect(secret.hits).toEqual([]);
  });

  it('refuses a redirect to a name that resolves to a private address', async () => {
    const open = await serve((_, response) =>
      response.writeHead(302, { location: 'http://inside.example/' }).end(),
    );
    const lookup = async () => [{ address: '192.168.0.10', family: 4 }];
    expect(await codeOf(createFetch({ lookup })(open.url))).toBe('forbidden_address');
  });
});

describe('invalid URLs', () => {
  it.each([
    'example.org',
    '',
    'ftp://example.org/',
    'file:///etc/passwd',
    'data:text/html,x',
    'javascript:alert(1)',
    'http://',
    'http://user:secret@example.org/',
    'http://exa mple.org/',
    `http://example.org/${'a'.repeat(20_000)}`,
  ])('%s fails with invalid_url', async (url) => {
    expect(await codeOf(createFetch()(url))).toBe('invalid_url');
  });

  it('are reported without their password and query', async () => {
    const error = await createFetch()('http://user:hunter2@example.org/?token=hunter3').catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'invalid_url', url: 'http://example.org/' });
    expect(JSON.stringify(error) + String(error)).not.toMatch(/hunter/);
  });

  it('of a redirect fail with invalid_url when their scheme is not http or https', async () => {
    const server = await serve((_, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    );
    expect(await codeOf(createFetch()(server.url))).toBe('invalid_url');
  });
});

describe('allowed private addresses', () => {
  it('may be allowed by host and port, which does not allow other ports', async () => {
    const one = await serve((_, response) => response.end('one'));
    const two = await serve((_, response) => response.end('two'));
    const fetch = createFetch({
      allow: [`localhost:${one.port}`],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    expect((await fetch(`http://localhost:${one.port}/`)).status).toBe(200);
    expect(await codeOf(fetch(`http://localhost:${two.port}/`))).toBe('forbidden_address');
  });

  it('reject an entry that is not an address, a host or a network', () => {
    expect(() => createFetch({ allow: ['http://example.org/'] })).toThrow('http://example.org/');
  });
});

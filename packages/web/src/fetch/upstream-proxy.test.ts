import { expect, it } from 'vitest';
import { parseProxyUrl } from './upstream-proxy.ts';

it.each([
  ['http://proxy', { protocol: 'http', hostname: 'proxy', port: 80, username: '', password: '' }],
  ['https://proxy:8443/', { protocol: 'https', hostname: 'proxy', port: 8443 }],
  [
    'socks5://u:p%40ss@[::1]',
    { protocol: 'socks5', hostname: '::1', port: 1080, username: 'u', password: 'p@ss' },
  ],
  ['socks5h://proxy:9050', { protocol: 'socks5', port: 9050 }],
])('parses %s', (text, expected) => {
  expect(parseProxyUrl(text)).toMatchObject(expected);
});

it.each([
  'host.example:99',
  'ftp://proxy',
  'http://?x',
  'socks4://proxy',
  'http://proxy/path',
  'http://user:se%cret@proxy',
])('rejects %s without repeating it', (text) => {
  const attempt = () => parseProxyUrl(text);
  expect(attempt).toThrow();
  expect(attempt).not.toThrow(text);
});

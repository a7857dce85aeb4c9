import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { isLocalRequest, isPublished } from './is-local-request.ts';

const request = (remoteAddress: string, headers: Record<string, string>) =>
  ({ headers, raw: { socket: { remoteAddress } } }) as unknown as Pick<FastifyRequest, 'headers' | 'raw'>;

describe('a request', () => {
  it.each([
    ['127.0.0.1', { host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' }],
    ['127.0.0.2', { host: '127.0.0.2', origin: 'http://127.0.0.2' }],
    ['::ffff:127.0.0.1', { host: 'localhost', origin: 'http://localhost' }],
    ['::1', { host: '[::1]:8080', origin: 'http://[::1]:8080' }],
  ])('from %s with %o is of this machine', (address, headers) => {
    expect(isLocalRequest(request(address, headers))).toBe(true);
  });
  it.each([
    ['192.0.2.1', { host: 'localhost', origin: 'http://localhost' }],
    ['::ffff:10.0.0.1', { host: 'localhost', origin: 'http://localhost' }],
    ['127.0.0.1', { host: 'rebound.example', origin: 'http://rebound.example' }],
    ['127.0.0.1', { host: '127.0.0.1.evil.example', origin: 'http://127.0.0.1.evil.example' }],
    ['127.0.0.1', { host: 'localhost.', origin: 'http://localhost.' }],
    ['127.0.0.1', {}],
    ['127.0.0.1', { host: 'localhost' }],
    ['127.0.0.1', { host: '127.0.0.1:8080', origin: 'https://quern.example.org' }],
    ['127.0.0.1', { host: 'localhost', origin: 'null' }],
    ['127.0.0.1', { host: 'localhost', origin: 'http://localhost:3000' }],
    ['127.0.0.1', { host: 'localhost', origin: 'http://localhost', 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { host: 'localhost', origin: 'http://localhost', forwarded: 'for=192.0.2.1' }],
    ['127.0.0.1', { host: 'localhost', origin: 'http://localhost', via: '1.1 local' }],
  ])('from %s with %o is not', (address, headers) => {
    expect(isLocalRequest(request(address, headers as Record<string, string>))).toBe(false);
  });
});

describe('a service', () => {
  it.each([
    [{ trustProxy: false, publicUrl: undefined }, false],
    [{ trustProxy: false, publicUrl: 'http://localhost:8080' }, false],
    [{ trustProxy: false, publicUrl: 'http://[::1]:8080/quern' }, false],
    [{ trustProxy: false, publicUrl: 'https://quern.example.org' }, true],
    [{ trustProxy: false, publicUrl: 'http://192.168.1.2:8080' }, true],
    [{ trustProxy: true, publicUrl: undefined }, true],
    [{ trustProxy: ['127.0.0.1'], publicUrl: 'http://localhost' }, true],
  ])('with %o is published: %s', (config, expected) => {
    expect(isPublished(config)).toBe(expected);
  });
});

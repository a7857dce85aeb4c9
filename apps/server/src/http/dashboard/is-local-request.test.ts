import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { isLocalRequest } from './is-local-request.ts';

const request = (remoteAddress: string, headers: Record<string, string>) =>
  ({ headers, raw: { socket: { remoteAddress } } }) as unknown as Pick<FastifyRequest, 'headers' | 'raw'>;

describe('a request', () => {
  it.each([
    ['127.0.0.1', { host: '127.0.0.1:8080' }],
    ['::ffff:127.0.0.1', { host: 'localhost', origin: 'http://localhost' }],
    ['::1', { host: '[::1]:8080', origin: 'http://[::1]:8080' }],
  ])('from %s with %o is of this machine', (address, headers) => {
    expect(isLocalRequest(request(address, headers))).toBe(true);
  });
  it.each([
    ['192.0.2.1', { host: 'localhost' }],
    ['::ffff:10.0.0.1', { host: 'localhost' }],
    ['127.0.0.1', { host: 'rebound.example' }],
    ['127.0.0.1', { host: '127.0.0.1.evil.example' }],
    ['127.0.0.1', {}],
    ['127.0.0.1', { host: 'localhost', origin: 'null' }],
    ['127.0.0.1', { host: 'localhost', origin: 'http://localhost:3000' }],
    ['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { host: 'localhost', forwarded: 'for=192.0.2.1' }],
  ])('from %s with %o is not', (address, headers) => {
    expect(isLocalRequest(request(address, headers as Record<string, string>))).toBe(false);
  });
});

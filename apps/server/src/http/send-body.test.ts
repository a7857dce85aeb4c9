import { expect, it } from 'vitest';
import { acceptsGzip } from './send-body.ts';

it.each([
  ['gzip', true],
  ['gzip, deflate, br', true],
  ['br;q=1.0, GZIP;q=0.5', true],
  ['deflate, gzip;q=0.001', true],
  ['gzip;q=0', false],
  ['br, gzip; q=0.0', false],
  ['identity', false],
  ['x-gzip-like', false],
  ['', false],
  [undefined, false],
])('a client with Accept-Encoding %j takes gzip: %s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});

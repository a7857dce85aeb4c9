import { expect, it } from 'vitest';
import { acceptsGzip } from './content-coding.ts';

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
])('acceptsGzip(%j) returns %s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});

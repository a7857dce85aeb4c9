import { expect, it } from 'vitest';
import { parseRatePolicy } from './rate-policy.ts';

it.each([
  ['off', { perMinute: null, runningMax: null }],
  [' OFF ', { perMinute: null, runningMax: null }],
  ['600/m', { perMinute: 600, runningMax: 64 }],
  ['5 / minute', { perMinute: 5, runningMax: 64 }],
  ['running=8', { perMinute: null, runningMax: 8 }],
  ['600/m,running=8', { perMinute: 600, runningMax: 8 }],
  ['running = 8, 600/min', { perMinute: 600, runningMax: 8 }],
])('parses %o', (text, policy) => {
  expect(parseRatePolicy(text)).toEqual(policy);
});

it.each(['', '600', '600/h', '0/m', '600/m,running=0', '-1/m', '1.5/m', '600/m;running=8', 'off,600/m'])(
  'returns undefined for %o',
  (text) => {
    expect(parseRatePolicy(text)).toBeUndefined();
  },
);

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { validateInput } from '../validation/validate-input.ts';
import { requireTimeForWaits } from './require-time-for-waits.ts';
import { scrapeOptionFields } from './scrape-options.ts';

const wait = (milliseconds: number) => ({ type: 'wait', milliseconds });
const check = (input: object): void =>
  requireTimeForWaits(validateInput(z.strictObject(scrapeOptionFields), input), 8000);

describe('requireTimeForWaits', () => {
  it.each([
    [{ waitFor: 5000, timeout: 5000 }, 'than the 5000 ms that waitFor and actions wait (received 5000)'],
    [{ actions: [wait(3000), wait(3000)], timeout: 5000 }, 'than the 6000 ms'],
    [
      { waitFor: 4000, actions: [wait(4000)] },
      'than the 8000 ms that waitFor and actions wait (the default is 8000)',
    ],
  ])('rejects %j', (input, message) => {
    expect(() => check(input)).toThrow(expect.objectContaining({ code: 'invalid_parameters' }));
    expect(() => check(input)).toThrow(`timeout: must be greater ${message}`);
  });

  it.each([
    [{ waitFor: 4999, timeout: 5000 }],
    [{ waitFor: 7999 }],
    [{ waitFor: 9000, timeout: 10_000 }],
    [{ waitFor: '#a', actions: [{ type: 'wait', selector: '#b' }, { type: 'scroll' }], timeout: 1000 }],
  ])('accepts %j', (input) => {
    expect(() => check(input)).not.toThrow();
  });
});

import { expect, it } from 'vitest';
import { errorCodes } from '../../errors/error-codes.ts';
import { headersForCode } from './headers-for-code.ts';

it('returns a Bearer challenge for exactly the codes whose status is 401', () => {
  for (const code of Object.keys(errorCodes) as Array<keyof typeof errorCodes>) {
    const challenge = headersForCode(code)['www-authenticate'];
    if (errorCodes[code].status === 401) expect(challenge, code).toMatch(/^Bearer realm="quern"/);
    else expect(challenge, code).toBeUndefined();
  }
});

it('closes the connection to a node that stops', () => {
  expect(headersForCode('draining')).toEqual({ connection: 'close' });
});

import { expect, it } from 'vitest';
import { requireScope } from './require-scope.ts';

it('accepts a listed scope and the wildcard', () => {
  expect(() => requireScope({ hint: 'h', scopes: ['ocr', 'map'] }, 'map')).not.toThrow();
  expect(() => requireScope({ hint: 'h', scopes: ['*'] }, 'map')).not.toThrow();
});

it('throws scope_denied for a scope that is not listed', () => {
  expect(() => requireScope({ hint: 'h', scopes: ['ocr'] }, 'map')).toThrow(
    expect.objectContaining({
      code: 'scope_denied',
      message: 'the key h has the scopes "ocr", which do not include "map"',
    }),
  );
});

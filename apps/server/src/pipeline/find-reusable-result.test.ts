import { describe, expect, it } from 'vitest';
import { fingerprintReusable } from './find-reusable-result.ts';

const input = { url: 'http://a.test/', headers: { a: '1', b: '2' }, formats: ['text', 'links'] };

describe('fingerprintReusable', () => {
  it.each([
    ['the order of fields', { formats: input.formats, headers: { b: '2', a: '1' }, url: input.url }],
    ['empty lists and records', { ...input, includeTags: [], cookies: {}, actions: [] }],
    ['maxAge', { ...input, maxAge: 60 }],
    ['timeout', { ...input, timeout: 5000 }],
  ])('does not depend on %s', async (_difference, equal) => {
    expect(await fingerprintReusable(equal)).toBe(await fingerprintReusable(input));
  });

  it.each([
    ['the value of a header', { ...input, headers: { a: '1', b: '3' } }],
    ['a missing header', { ...input, headers: { a: '1' } }],
    ['the order of a list', { ...input, formats: ['links', 'text'] }],
    ['the content of a file', { ...input, file: new Uint8Array(1) }],
    ['an empty file', { ...input, file: new Uint8Array() }],
  ])('depends on %s', async (_difference, different) => {
    expect(await fingerprintReusable(different)).not.toBe(await fingerprintReusable(input));
  });
});

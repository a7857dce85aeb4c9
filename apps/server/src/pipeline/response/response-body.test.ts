import { encodeJson, JsonFragment } from '@quern/runtime/json-fragment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeResult, resultBytesMax, toBytes, unwrapDataJson, wrapDataJson } from './response-body.ts';

const fragment = (value: unknown): JsonFragment => new JsonFragment(encodeJson(value));

describe('encodeResult', () => {
  it('returns the same JSON whether values are plain or fragments from a thread', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), fc.jsonValue(), (large, title, other) => {
        const data = (value: unknown) => ({ large: value, metadata: { title, html: value }, other });
        const encoded = toBytes(encodeResult(data(fragment(large))));
        expect(encoded.toString()).toBe(`{"success":true,"data":${JSON.stringify(data(large))}}`);
      }),
    );
  });

  it('leaves strings that look like a fragment placeholder unchanged', () => {
    const text = 'fragment-00000000-0000-0000-0000-000000000000-0';
    const encoded = toBytes(encodeResult({ text, large: fragment([1]) })).toString();
    expect(JSON.parse(encoded)).toEqual({ success: true, data: { text, large: [1] } });
  });

  it('reports its size in bytes, not characters', () => {
    const { chunks, size } = encodeResult({ text: 'é\u{1f600}', large: fragment('漢') });
    expect(size).toBe(Buffer.concat(chunks).length);
  });

  it('returns bytes that are unchanged after their data was unwrapped and wrapped again', () => {
    const body = toBytes(encodeResult({ text: 'é' }));
    expect(wrapDataJson(unwrapDataJson(body)).equals(body)).toBe(true);
  });

  it('rejects results above 64 MiB', () => {
    const large = new JsonFragment(Buffer.alloc(resultBytesMax, '1'));
    expect(() => encodeResult({ large })).toThrow('the maximum is 67108864');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './read-json-body.ts';

const bodyBytes = 1024 * 1024;
const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const parseRepeated = (item: string) => (): object =>
  parseJson(Buffer.from(`{"a":[${item.repeat(bodyBytes / item.length)}1]}`));

describe('a long JSON body', () => {
  it('is taken when a string is what makes it long, whatever is in that', () => {
    const nasty = fc.string({
      minLength: 1,
      maxLength: 40,
      unit: fc.oneof(fc.constantFrom('"', '\\', '\n', '\0', '[],', '{}', '\\"', 'é', '😀'), fc.string()),
    });
    fc.assert(
      fc.property(nasty, fc.jsonValue(), fc.boolean(), (piece, other, isFirst) => {
        const text = piece.repeat(Math.ceil(300_000 / piece.length));
        const value = isFirst ? { text, other } : { other, text };
        expect(parseJson(bytesOf(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 100 },
    );
  });
  it('is taken with a thousand files in it', () => {
    const files = Array.from({ length: 1000 }, (_none, index) => ({
      name: `${index}.txt`,
      data: 'YWJj'.repeat(500),
    }));
    expect(parseJson(bytesOf({ files }))).toEqual({ files });
  });
  it.each(['[],', '{},', '"",', '"a",', '{"a":1},', '1,', ' ', '"\\"",', '"\\\\",'])(
    'is refused when it is %j again and again',
    (item) => {
      expect(parseRepeated(item)).toThrow(expect.objectContaining({ code: 'invalid_json' }));
      expect(parseRepeated(item)).toThrow('outside of strings');
    },
  );
  it('is refused by the parser when its string does not end', () => {
    for (const end of ['', '\\', '\\"']) {
      expect(() => parseJson(Buffer.from(`{"a":"${'b'.repeat(bodyBytes)}${end}`))).toThrow('not valid JSON');
    }
  });
  it('may have any form up to 256 KiB', () => {
    const value = { a: Array(80_000).fill([]) };
    expect(parseJson(bytesOf(value))).toEqual(value);
  });
});

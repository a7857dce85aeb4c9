import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './read-json-body.ts';

const bodyBytes = 1024 * 1024;
const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const parseRepeated = (item: string) => (): object =>
  parseJson(Buffer.from(`{"a":[${item.repeat(bodyBytes / item.length)}1]}`));

describe('parseJson', () => {
  it('parses a large body that consists mostly of one string, for any string', () => {
    const hostileText = fc.string({
      minLength: 1,
      maxLength: 40,
      unit: fc.oneof(
        fc.constantFrom('"', '\\', '\n', '\0', '[],', '{}', '\\"', 'é', '😀'),
        fc.string({ minLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(hostileText, fc.jsonValue(), fc.boolean(), (piece, other, isFirst) => {
        const text = piece.repeat(Math.ceil(300_000 / piece.length));
        const value = isFirst ? { text, other } : { other, text };
        expect(parseJson(bytesOf(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 100 },
    );
  });
  it('parses a large body with a thousand objects', () => {
    const files = Array.from({ length: 1000 }, (_none, index) => ({
      name: `${index}.txt`,
      data: 'YWJj'.repeat(500),
    }));
    expect(parseJson(bytesOf({ files }))).toEqual({ files });
  });
  it.each(['[],', '{},', '"",', '"a",', '{"a":1},', '1,', ' ', '"\\"",', '"\\\\",'])(
    'rejects a large body that repeats %j',
    (item) => {
      expect(parseRepeated(item)).toThrow(expect.objectContaining({ code: 'invalid_json' }));
      expect(parseRepeated(item)).toThrow('outside of strings');
    },
  );
  it('rejects a large body with an unterminated string', () => {
    for (const end of ['', '\\', '\\"']) {
      expect(() => parseJson(Buffer.from(`{"a":"${'b'.repeat(bodyBytes)}${end}`))).toThrow('not valid JSON');
    }
  });
  it('parses a body of up to 256 KiB with any structure', () => {
    const value = { a: Array(80_000).fill([]) };
    expect(parseJson(bytesOf(value))).toEqual(value);
  });
});

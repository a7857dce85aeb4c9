import { describe, expect, it } from 'vitest';
import { parseDurationMs, parseList } from './parse-values.ts';

describe('parseDurationMs', () => {
  it.each([
    ['30', 30_000],
    ['30s', 30_000],
    ['500ms', 500],
    ['0.5', 500],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['0.1ms', 1],
  ])('reads %s as milliseconds; without a unit, it is seconds', (text, ms) => {
    expect(parseDurationMs(text)).toBe(ms);
  });

  it.each(['', '0', '0s', '-1', '1e3', '5 minutes', '1d', 's', 'NaN', '1.2.3'])('rejects %j', (text) => {
    expect(() => parseDurationMs(text)).toThrow('It must be a duration, such as 30s or 500ms.');
  });
});

describe('parseList', () => {
  it.each([
    ['PERSON,EMAIL', ['PERSON', 'EMAIL']],
    [' a , ,b,', ['a', 'b']],
    ['', []],
    [' ["Lovelace, Ada", {"text": "Falcon"}]', ['Lovelace, Ada', { text: 'Falcon' }]],
  ])('reads %j', (text, items) => {
    expect(parseList(text)).toEqual(items);
  });

  it('rejects a malformed JSON array', () => {
    expect(() => parseList('["a"')).toThrow('It must be JSON.');
  });
});

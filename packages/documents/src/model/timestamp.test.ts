import { describe, expect, it } from 'vitest';
import { timestampOf } from './timestamp.ts';

describe('timestampOf', () => {
  it.each([
    ['2024', '2024-01-01T00:00:00Z'],
    ['2024-03', '2024-03-01T00:00:00Z'],
    ['2024-03-12', '2024-03-12T00:00:00Z'],
    ['20240312', '2024-03-12T00:00:00Z'],
    ['2024-03-12T08:30', '2024-03-12T08:30:00Z'],
    ['2024-03-12 08:30:15+02:00', '2024-03-12T08:30:15+02:00'],
    ['2024-03-12T08:30:15.250Z', '2024-03-12T08:30:15Z'],
    ['March 12, 2024', '2024-03-12T00:00:00Z'],
    ['Tue, 12 Mar 2024 08:30:00 +0100', '2024-03-12T08:30:00+01:00'],
    ['', ''],
    ['soon', ''],
    ['2024-13', ''],
    ['0001-01-01', ''],
    ['1e9', ''],
  ])('reads %j as %j', (text, expected) => {
    expect(timestampOf(text)).toBe(expected);
  });

  it('reads days before months where the language does', () => {
    expect(timestampOf('03/04/2024', 'de')).toBe('2024-04-03T00:00:00Z');
    expect(timestampOf('03/04/2024', 'en-US')).toBe('2024-03-04T00:00:00Z');
  });
});

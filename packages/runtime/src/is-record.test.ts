import { expect, it } from 'vitest';
import { isRecord } from './is-record.ts';

it.each([[{}], [{ a: 1 }], [Object.create(null)]])('isRecord(%j) is true', (value) => {
  expect(isRecord(value)).toBe(true);
});

it.each([[null], [undefined], [[]], ['text'], [1], [true]])('isRecord(%j) is false', (value) => {
  expect(isRecord(value)).toBe(false);
});

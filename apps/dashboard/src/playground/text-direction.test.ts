import { expect, it } from 'vitest';
import { textDirection } from './text-direction.ts';

it.each([
  ['a short text', 'مرحبا', 'auto'],
  ['a long Arabic text', `1. ${'مرحبا بالعالم. '.repeat(5000)}`, 'rtl'],
  ['a long Hebrew text with Latin letters later', `שלום ${'abc '.repeat(20_000)}`, 'rtl'],
  ['a long Latin text with Arabic letters later', `abc ${'مرحبا '.repeat(20_000)}`, 'ltr'],
  ['a long text without letters', '1 '.repeat(20_000), 'ltr'],
])('the direction of %s', (_name, text, direction) => {
  expect(textDirection(text)).toBe(direction);
});

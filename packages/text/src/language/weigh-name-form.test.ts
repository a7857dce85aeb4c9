import { expect, it } from 'vitest';
import { weighNameForm } from './weigh-name-form.ts';

it.each([
  'Angela Merkel',
  'Microsoft',
  'HDMI',
  'USB HDMI',
  'if (a < b) { c++; }',
  '#include <stdio.h>',
  'kebab-case-name',
])('finds the form of a name or code in %j', (text) => {
  const { capitals, code } = weighNameForm(text, text);
  expect(capitals + code).toBeGreaterThan(0);
});

it.each([
  'guten tag',
  'Guten tag',
  'VERKAUFE FAST NEUES DAMENRAD MIT KORB',
  'Das ist (meistens) richtig.',
  'Angela Merkel Was The Chancellor Of Germany',
  '',
  'Angela '.repeat(100),
])('finds none in %j', (text) => {
  expect(weighNameForm(text, text)).toEqual({ capitals: 0, code: 0 });
});

it('finds the form of code in a text of which most is removed as identifiers', () => {
  expect(weighNameForm('        Air   ', 'MacBook Air M2').code).toBeGreaterThan(0);
});

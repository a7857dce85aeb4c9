import { expect, it } from 'vitest';
import { findExports } from './find-exports.ts';

it('finds every kind of exported declaration', () => {
  const source = [
    'export function one() {}',
    'export async function two() {}',
    'export function* three() {}',
    'export abstract class Four {}',
    'export interface Five {}',
    'export type Six = string;',
    'export const seven = 7;',
    'function hidden() {}',
    "export { eight } from './eight.ts';",
    "export type * from './nine.ts';",
  ].join('\n');
  const names = ['one', 'two', 'three', 'Four', 'Five', 'Six', 'seven'];
  expect(findExports(source).map(({ name }) => name)).toEqual(names);
});

it.each([
  ['one line', '/** Adds. */\nexport const add = 1;', 'Adds.'],
  [
    'several lines',
    '/**\n * Adds.\n *\n * @returns The sum.\n */\nexport const add = 1;',
    'Adds.\n\n@returns The sum.',
  ],
  ['above a Biome comment', '/** Adds. */\n// biome-ignore lint: reason\nexport const add = 1;', 'Adds.'],
  ['nothing', 'const a = 1;\nexport const add = 1;', undefined],
  ['a plain comment', '/* Adds. */\nexport const add = 1;', undefined],
  ['the docstring of something else', '/** Adds. */\nconst a = 1;\n\nexport const add = 1;', undefined],
])('reads the docstring from %s', (_case, source, docstring) => {
  expect(findExports(source)).toMatchObject([{ name: 'add', docstring }]);
});

it('reports the overloads of a function once', () => {
  const source = [
    '/** Parses. */',
    'export function parse(text: string): string;',
    'export function parse(text: number): number;',
    'export function parse(text: unknown): unknown {',
  ].join('\n');
  expect(findExports(source)).toEqual([{ name: 'parse', kind: 'function', line: 2, docstring: 'Parses.' }]);
});

import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { createDomElement, type DomElement } from '../dom/dom.ts';
import { mathmlToTex } from './mathml-to-tex.ts';
import { findTexFormulas } from './tex/find-tex-formulas.ts';
import { allDelimiters } from './tex/tex-delimiter.ts';

function elementOf(name: string, children: DomElement['children']): DomElement {
  const element = createDomElement(name);
  element.children = children;
  return element;
}

function token(name: string, value: string): DomElement {
  return elementOf(name, [{ kind: 'text', value }]);
}

const rows = (count: number, make: (index: number) => DomElement) =>
  elementOf(
    'mrow',
    Array.from({ length: count }, (_, index) => make(index)),
  );

/** Elements in their first arguments, as deep as they are read, many times. */
function columns(count: number, name: string): DomElement {
  return rows(count / 150, () => {
    let element = token('mi', 'x');
    for (let depth = 0; depth < 150; depth++) element = elementOf(name, [element, token('mn', '2')]);
    return element;
  });
}

describe('mathmlToTex', () => {
  it.each([
    ['open brackets', (count: number) => rows(count, () => token('mo', '('))],
    ['brackets', (count: number) => rows(count, (index) => token('mo', index * 2 < count ? '(' : ')'))],
    ['primes', (count: number) => token('mi', '′'.repeat(count))],
    ['letters', (count: number) => rows(count, () => elementOf('mi', [{ kind: 'text', value: '𝐱' }]))],
    ['carets', (count: number) => token('mo', 'a^'.repeat(count / 2))],
    ['powers of powers', (count: number) => columns(count, 'msup')],
    ['labels', (count: number) => columns(count, 'munder')],
    ['degrees of roots', (count: number) => columns(count, 'mroot')],
    ['scripts', (count: number) => elementOf('mmultiscripts', rows(count, () => token('mi', 'x')).children)],
    ['cells', (count: number) => elementOf('mtable', rows(count, () => token('mtd', '[')).children)],
  ])('does work in proportion to the number of %s', async (_, make) => {
    const small = 3000 * growthScale;
    expect(await growthRatio(mathmlToTex, make(small), make(small * 4))).toBeLessThan(9);
  });
});

describe('findTexFormulas', () => {
  it.each([
    ['dollar signs', '$'],
    ['separate dollar signs', '$ '],
    ['amounts', '$5 and '],
    ['opening brackets', '\\( \\[ '],
    ['braces and dollar signs', '{$'],
    ['closing braces', '}$a'],
    ['backslashes', '\\\\'],
    ['environments', '\\begin{align}'],
    ['formulas', '$x_1$ and \\[y\\] '],
    ['displayed text', '$$ - $$ '],
  ])('does work in proportion to the length of %s', async (_, part) => {
    const small = 40_000 * growthScale;
    const make = (length: number) => part.repeat(length / part.length);
    const find = (text: string) => findTexFormulas(text, allDelimiters);
    expect(await growthRatio(find, make(small), make(small * 4))).toBeLessThan(9);
  });

  it('reads a megabyte', () => {
    expect(findTexFormulas('${'.repeat(500_000), allDelimiters)).toEqual([]);
    expect(findTexFormulas('$x_1$ '.repeat(160_000), allDelimiters)).toHaveLength(160_000);
  });
});

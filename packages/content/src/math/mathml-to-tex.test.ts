import { describe, expect, it } from 'vitest';
import { createDomElement, type DomElement } from '../dom/dom.ts';
import { parseDocument } from '../dom/parse-document.ts';
import { mathmlToTex } from './mathml-to-tex.ts';

async function tex(math: string): Promise<string> {
  const document = await parseDocument(`<math>${math}</math>`);
  const [first] = document.body.children;
  if (first?.kind !== 'element') throw new Error('no element');
  return mathmlToTex(first);
}

/** Nested elements of one name, each of which is the first argument of the next. */
function nested(name: string, depth: number): DomElement {
  let inner = createDomElement('mi');
  inner.children.push({ kind: 'text', value: 'x' });
  for (let level = 0; level < depth; level++) {
    const outer = createDomElement(name);
    outer.children.push(inner);
    inner = outer;
  }
  return inner;
}

describe('mathmlToTex', () => {
  it('converts fractions, roots, indices, fences and tables', async () => {
    expect(await tex('<mfrac><mn>1</mn><mi>x</mi></mfrac>')).toBe('\\frac{1}{x}');
    expect(await tex('<mroot><mi>x</mi><mn>3</mn></mroot>')).toBe('\\sqrt[3]{x}');
    expect(await tex('<msubsup><mo>∑</mo><mn>0</mn><mi>n</mi></msubsup>')).toBe('\\sum _{0}^{n}');
    expect(await tex('<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>')).toBe('{ab}^{2}');
    expect(await tex('<mfenced><mi>a</mi><mi>b</mi></mfenced>')).toBe('(a,b)');
    expect(await tex('<mtable><mtr><mtd>a</mtd><mtd>b</mtd></mtr></mtable>')).toBe(
      '\\begin{matrix} & \\end{matrix}',
    );
  });

  it('writes an empty group for a missing argument', async () => {
    expect(await tex('<mfrac><mi>a</mi></mfrac>')).toBe('\\frac{a}{}');
    expect(await tex('<msup></msup>')).toBe('{}^{}');
    expect(await tex('<mroot><mi>x</mi></mroot>')).toBe('\\sqrt[]{x}');
  });

  it('writes nested elements once each, so that the length stays proportional', () => {
    expect(mathmlToTex(nested('msqrt', 100))).toBe(`${'\\sqrt{'.repeat(100)}x${'}'.repeat(100)}`);
    expect(mathmlToTex(nested('msup', 60)).length).toBeLessThan(60 * 8);
  });

  it('writes only the text of elements nested more than 200 deep', () => {
    expect(mathmlToTex(nested('mrow', 100_000))).toBe('x');
  });
});

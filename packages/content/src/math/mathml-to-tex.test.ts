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

const mi = (text: string) => `<mi>${text}</mi>`;
const mo = (text: string) => `<mo>${text}</mo>`;
const mn = (text: string) => `<mn>${text}</mn>`;
const row = (...parts: readonly string[]) => `<mrow>${parts.join('')}</mrow>`;
const table = (...rows: readonly string[][]) =>
  `<mtable>${rows.map((cells) => `<mtr>${cells.map((cell) => `<mtd>${cell}</mtd>`).join('')}</mtr>`).join('')}</mtable>`;
const square = table([mi('a'), mi('b')], [mi('c'), mi('d')]);

describe('mathmlToTex', () => {
  it.each([
    ['identifiers', mi('x') + mo('=') + mi('α') + mi('β') + mi('y'), 'x=\\alpha\\beta y'],
    ['operators', mi('a') + mo('×') + mi('b') + mo('≤') + mi('∞'), 'a \\times b \\leq \\infty'],
    ['signs', mo('−') + mi('π') + mo('&lt;') + mi('x') + mo('=') + mo('±') + mn('1'), '-\\pi < x=\\pm 1'],
    ['invisible operators', mn('2') + mo('⁢') + mi('x') + mo('⁣') + mi('y'), '2xy'],
    ['functions', mi('sin') + mo('⁡') + mi('x') + mi('log') + mo('(') + mi('y') + mo(')'), '\\sin x\\log(y)'],
    ['other names', mi('rank') + mo('⁡') + mi('A') + mi('sgn'), '\\operatorname{rank} A\\mathrm{sgn}'],
    [
      'names in operators',
      `<munder>${mo('lim')}${row(mi('x'), mo('→'), mn('0'))}</munder>${mi('f')}`,
      '\\lim_{x \\to 0} f',
    ],
    [
      'words',
      `${mi('x')}<mtext> if  $x &amp; {y}</mtext><ms>a_b</ms>`,
      'x\\text{if \\$x \\& \\{y\\}}\\text{"a\\_b"}',
    ],
    ['text outside of tokens', table(['a', 'b']), '\\begin{matrix} a & b \\end{matrix}'],
    [
      'characters of TeX',
      mi('#') + mo('%') + mo('&amp;') + mi('_') + mo('{') + mo('}') + mo('\\'),
      '\\#\\%\\&\\_\\{\\}\\backslash',
    ],
    ['accented letters', mi('x\u0302') + mi('e\u0301'), '\\hat{x}\\acute{e}'],
  ])('writes %s', async (_, math, expected) => {
    expect(await tex(math)).toBe(expected);
  });

  it.each([
    ['normal', 'd', '\\mathrm{d}'],
    ['bold', 'v', '\\mathbf{v}'],
    ['bold', 'β', '\\boldsymbol{\\beta}'],
    ['bold-italic', 'v', '\\boldsymbol{v}'],
    ['double-struck', 'R', '\\mathbb{R}'],
    ['script', 'L', '\\mathcal{L}'],
    ['fraktur', 'g', '\\mathfrak{g}'],
    ['sans-serif', 'T', '\\mathsf{T}'],
    ['monospace', 'if', '\\mathtt{if}'],
    ['normal', 'Γ', '\\Gamma'],
    ['normal', 'скорость', '\\text{скорость}'],
  ])('writes the typeface %s of %s', async (variant, text, expected) => {
    expect(await tex(`<mi mathvariant="${variant}">${text}</mi>`)).toBe(expected);
    expect(await tex(`<mstyle mathvariant="${variant}">${mi(text)}</mstyle>`)).toBe(expected);
  });

  it('reads the typeface of mathematical letters', async () => {
    expect(await tex(mi('ℝ') + mi('𝐯') + mi('𝔤') + mi('𝓛') + mi('𝑥') + mi('ℎ') + mn('𝟙') + mi('𝜷'))).toBe(
      '\\mathbb{R}\\mathbf{v}\\mathfrak{g}\\mathcal{L}xh\\mathbb{1}\\boldsymbol{\\beta}',
    );
  });

  it.each([
    ['fractions', `<mfrac>${mn('1')}${mi('x')}</mfrac>`, '\\frac{1}{x}'],
    [
      'slanted fractions',
      `<mfrac bevelled="true">${mi('a')}${row(mi('b'), mo('+'), mn('1'))}</mfrac>`,
      'a/{b+1}',
    ],
    [
      'stacked numbers',
      `<mfrac linethickness="0">${mi('n')}${mi('k')}</mfrac>`,
      '\\genfrac{}{}{0pt}{}{n}{k}',
    ],
    [
      'binomials',
      row(mo('('), `<mfrac linethickness="0px">${mi('n')}${mi('k')}</mfrac>`, mo(')')),
      '\\binom{n}{k}',
    ],
    [
      'roots',
      `<msqrt>${mi('x')}${mo('+')}${mn('1')}</msqrt><mroot>${mi('x')}${mn('3')}</mroot>`,
      '\\sqrt{x+1}\\sqrt[3]{x}',
    ],
    [
      'roots with brackets',
      `<mroot>${mi('x')}<mrow>${mo('[')}${mi('n')}${mo(']')}</mrow></mroot>`,
      '\\sqrt[{[n]}]{x}',
    ],
    ['indices', `<msub>${mi('x')}${mi('i')}</msub><msup>${mn('10')}${mn('6')}</msup>`, 'x_{i}10^{6}'],
    ['indices of groups', `<msup>${row(mi('a'), mi('b'))}${mn('2')}</msup>`, '{ab}^{2}'],
    ['indices of brackets', `<msup>${row(mo('('), mi('a'), mo(')'))}${mn('2')}</msup>`, '(a)^{2}'],
    ['indices of indices', `<msup><msup>${mi('a')}${mi('b')}</msup>${mi('c')}</msup>`, '{a^{b}}^{c}'],
    [
      'primes',
      `<msup>${mi('f')}${mo('′')}</msup><msubsup>${mi('g')}${mn('1')}${mo('″')}</msubsup>`,
      "f'g_{1}''",
    ],
    ['a prime after an exponent', `<msup>${mi('f')}${mn('2')}</msup>${mo('′')}`, "f^{2}{}'"],
    [
      'sums',
      `<munderover>${mo('∑')}${row(mi('i'), mo('='), mn('0'))}${mi('n')}</munderover>${mi('i')}`,
      '\\sum_{i=0}^{n} i',
    ],
    ['integrals', `<msubsup>${mo('∫')}${mn('0')}<mrow/></msubsup>${mi('x')}`, '\\int_{0} x'],
    ['limits of integrals', `<munder>${mo('∫')}${mi('D')}</munder>${mi('f')}`, '\\int\\limits_{D} f'],
    [
      'limits of names',
      `<munder>${mi('argmax')}${mi('x')}</munder>${mi('f')}`,
      '\\operatorname*{argmax}_{x} f',
    ],
    [
      'labels',
      `<mover>${mo('=')}<mtext>def</mtext></mover><munder>${mi('X')}${mi('n')}</munder>`,
      '\\overset{\\text{def}}{=}\\underset{n}{X}',
    ],
    [
      'arrows with labels',
      `${mi('a')}<munderover>${mo('→')}${mi('f')}${mi('g')}</munderover>${mi('b')}`,
      'a \\xrightarrow[f]{g} b',
    ],
    [
      'prescripts',
      `<mmultiscripts>${mi('X')}${mi('c')}${mi('d')}<mprescripts/>${mi('a')}<none/></mmultiscripts>`,
      '{}_{a}X_{c}^{d}',
    ],
    ['tensors', `<mmultiscripts>${mi('R')}${mi('i')}<mrow/><none/>${mi('j')}</mmultiscripts>`, 'R_{i}{}^{j}'],
  ])('writes %s', async (_, math, expected) => {
    expect(await tex(math)).toBe(expected);
  });

  it.each([
    ['^', 'x', '\\hat{x}'],
    ['^', 'xy', '\\widehat{xy}'],
    ['¯', 'x', '\\bar{x}'],
    ['¯', 'xy', '\\overline{xy}'],
    ['→', 'x', '\\vec{x}'],
    ['→', 'xy', '\\overrightarrow{xy}'],
    ['˙', 'x', '\\dot{x}'],
    ['~', 'x', '\\tilde{x}'],
    ['⏞', 'xy', '\\overbrace{xy}'],
  ])('writes the accent %s above %s', async (accent, base, expected) => {
    expect(
      await tex(`<mover>${row(...Array.from(base, mi))}<mo stretchy="true">${accent}</mo></mover>`),
    ).toBe(expected);
  });

  it('writes braces with labels, and accents on both sides', async () => {
    const sum = row(mi('a'), mo('+'), mi('b'));
    expect(await tex(`<munder><munder>${sum}${mo('⏟')}</munder>${mi('n')}</munder>`)).toBe(
      '\\underbrace{a+b}_{n}',
    );
    expect(await tex(`<munder>${mi('x')}<mo>_</mo></munder>`)).toBe('\\underline{x}');
    expect(await tex(`<munderover>${mi('x')}<mo>_</mo><mo>^</mo></munderover>`)).toBe(
      '\\widehat{\\underline{x}}',
    );
  });

  it.each([
    ['mfenced', `<mfenced>${mi('a')}${mi('b')}${mi('c')}</mfenced>`, '(a,b,c)'],
    [
      'its separators',
      `<mfenced open="[" close="[" separators=";|">${mi('a')}${mi('b')}${mi('c')}</mfenced>`,
      '[a;b|c[',
    ],
    ['no bracket', `<mfenced open="{" close="">${mi('a')}</mfenced>`, '\\left\\{a\\right.'],
    [
      'high content',
      row(mo('('), `<mfrac>${mi('a')}${mi('b')}</mfrac>`, mo(')')),
      '\\left(\\frac{a}{b}\\right)',
    ],
    [
      'high content further in',
      `${mo('[')}${mi('x')}${mo('(')}<mfrac>${mi('a')}${mi('b')}</mfrac>${mo(')')}${mo(']')}`,
      '\\left[x\\left(\\frac{a}{b}\\right)\\right]',
    ],
    [
      'fixed brackets',
      `<mo stretchy="false">(</mo><mfrac>${mi('a')}${mi('b')}</mfrac><mo stretchy="false">)</mo>`,
      '(\\frac{a}{b})',
    ],
    ['bars', row(mo('|'), `<mfrac>${mi('a')}${mi('b')}</mfrac>`, mo('|')), '\\left|\\frac{a}{b}\\right|'],
    ['forms of bars', `<mo form="prefix">‖</mo>${mi('x')}<mo form="postfix">‖</mo>`, '\\|x\\|'],
    ['half-open intervals', mo('[') + mn('0') + mo(',') + mi('∞') + mo(')'), '[0,\\infty)'],
    [
      'brackets that do not match',
      `${mo(')')}${mi('a')}${mo('(')}<mfrac>${mi('a')}${mi('b')}</mfrac>`,
      ')a(\\frac{a}{b}',
    ],
    [
      'angles and floors',
      `${mo('⟨')}${mi('x')}${mo('⟩')}${mo('⌊')}${mi('y')}${mo('⌋')}`,
      '\\langle x\\rangle\\lfloor y\\rfloor',
    ],
    ['an evaluation', row(`<mi>f</mi><mo fence="true">∣</mo>`), '\\left.f\\right|'],
  ])('writes brackets: %s', async (_, math, expected) => {
    expect(await tex(math)).toBe(expected);
  });

  it.each([
    ['', '', '\\begin{matrix}', 'matrix'],
    ['(', ')', '\\begin{pmatrix}', 'pmatrix'],
    ['[', ']', '\\begin{bmatrix}', 'bmatrix'],
    ['|', '|', '\\begin{vmatrix}', 'vmatrix'],
    ['‖', '‖', '\\begin{Vmatrix}', 'Vmatrix'],
    ['{', '', '\\begin{cases}', 'cases'],
  ])('writes tables between "%s" and "%s"', async (open, close, begin, environment) => {
    const brackets = (text: string) => (text === '' ? '' : mo(text));
    const expected = `${begin} a & b \\\\ c & d \\end{${environment}}`;
    expect(await tex(row(brackets(open), square, brackets(close)))).toBe(expected);
    expect(await tex(`${mi('A')}${mo('=')}${row(brackets(open), square, brackets(close))}`)).toBe(
      `A=${expected}`,
    );
  });

  it('reads the alignment of tables, labels of rows, and rows that begin with a bracket', async () => {
    const aligned = square.replace('<mtable>', '<mtable columnalign="right left">');
    expect(await tex(aligned)).toBe('\\begin{aligned} a & b \\\\ c & d \\end{aligned}');
    const array = square.replace('<mtable>', '<mtable columnalign="left">');
    expect(await tex(array)).toBe('\\begin{array}{ll} a & b \\\\ c & d \\end{array}');
    const labeled = `<mtable><mlabeledtr><mtd>${mn('1')}</mtd><mtd>${mi('x')}</mtd></mlabeledtr></mtable>`;
    expect(await tex(labeled)).toBe('\\begin{matrix} x \\end{matrix}');
    expect(await tex(table([mi('a')], [mo('[')]))).toBe('\\begin{matrix} a \\\\ {}[ \\end{matrix}');
  });

  it.each([
    ['box', '\\boxed{x}'],
    ['updiagonalstrike', '\\cancel{x}'],
    ['updiagonalstrike downdiagonalstrike', '\\xcancel{x}'],
    ['top', '\\overline{x}'],
    ['longdiv', 'x'],
  ])('writes the enclosure %s', async (notation, expected) => {
    expect(await tex(`<menclose notation="${notation}">${mi('x')}</menclose>`)).toBe(expected);
  });

  it('reads what an element shows', async () => {
    expect(
      await tex(`<mpadded>${mi('a')}</mpadded><merror>${mi('b')}</merror><mphantom>${mi('c')}</mphantom>`),
    ).toBe('ab\\phantom{c}');
    expect(await tex(`<semantics>${mi('a')}<annotation>b</annotation></semantics>`)).toBe('a');
    expect(
      await tex(`<maction actiontype="toggle">${mi('a')}${mi('b')}</maction><unknown>${mi('c')}</unknown>`),
    ).toBe('ac');
    expect(await tex('<mo><munder><mo><mi>X</mi></mo><mi>n</mi></munder></mo>')).toBe('\\underset{n}{X}');
  });

  it.each([
    ['2em', 'a\\qquad b'],
    ['1em', 'a\\quad b'],
    ['0.1667em', 'a\\,b'],
    ['-0.17em', 'a\\!b'],
    ['thickmathspace', 'a\\;b'],
    ['16px', 'a\\quad b'],
    ['0', 'ab'],
  ])('writes a space of %s', async (width, expected) => {
    expect((await tex(`${mi('a')}<mspace width="${width}"/>${mi('b')}`)).replace('a b', 'ab')).toBe(expected);
  });

  it('writes nothing for an index that is missing, and an empty group for another argument', async () => {
    expect(await tex('<mfrac><mi>a</mi></mfrac>')).toBe('\\frac{a}{}');
    expect(await tex('<msup></msup><mo></mo>')).toBe('');
    expect(await tex('<mroot><mi>x</mi></mroot>')).toBe('\\sqrt{x}');
    expect(await tex('<msub><mrow/><mi>x</mi></msub>')).toBe('{}_{x}');
    expect(await tex('<mmultiscripts></mmultiscripts><mtable></mtable><mfenced></mfenced>')).toBe('()');
  });

  it('writes nested elements once each, so that the length stays proportional', () => {
    expect(mathmlToTex(nested('msqrt', 100))).toBe(`${'\\sqrt{'.repeat(100)}x${'}'.repeat(100)}`);
    expect(mathmlToTex(nested('msup', 60)).length).toBeLessThan(60 * 8);
  });

  it('writes only the text of elements nested more than 200 deep', () => {
    expect(mathmlToTex(nested('mrow', 100_000))).toBe('x');
  });
});

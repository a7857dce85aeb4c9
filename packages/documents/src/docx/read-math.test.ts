import { describe, expect, it } from 'vitest';
import { parseXmlTree } from '../xml/xml-tree.ts';
import { texOf } from './read-math.ts';

function tex(math: string): string {
  const root = parseXmlTree(`<m:oMath xmlns:m="m" xmlns:w="w">${math}</m:oMath>`);
  if (!root) throw new Error('no formula');
  return texOf(root);
}

const r = (text: string, properties = '') =>
  `<m:r>${properties === '' ? '' : `<m:rPr>${properties}</m:rPr>`}<m:t xml:space="preserve">${text}</m:t></m:r>`;
const upright = (text: string) => r(text, '<m:sty m:val="p"/>');
const words = (text: string) => r(text, '<m:nor/>');
const e = (content: string) => `<m:e>${content}</m:e>`;
const element = (name: string, content: string, properties = '') =>
  `<m:${name}><m:${name}Pr>${properties}</m:${name}Pr>${content}</m:${name}>`;
const value = (name: string, text: string) => `<m:${name} m:val="${text}"/>`;
const fraction = (over: string, under: string, properties = '') =>
  element('f', `<m:num>${r(over)}</m:num><m:den>${r(under)}</m:den>`, properties);
const sub = (content: string) => `<m:sub>${content}</m:sub>`;
const sup = (content: string) => `<m:sup>${content}</m:sup>`;
const lim = (content: string) => `<m:lim>${content}</m:lim>`;
const brackets = (content: string, open: string, close: string) =>
  element('d', content, value('begChr', open) + value('endChr', close));
const matrix = element('m', `<m:mr>${e(r('a'))}${e(r('b'))}</m:mr><m:mr>${e(r('c'))}${e(r('d'))}</m:mr>`);
const equations = (...lines: readonly string[]) => element('eqArr', lines.map((line) => e(r(line))).join(''));

describe('texOf', () => {
  it.each([
    ['symbols', r('E=m') + r('c≤∞, α→β'), 'E=mc \\leq \\infty, \\alpha \\to \\beta'],
    ['characters of TeX', r('a%b&amp;c_d{e}#$'), 'a\\%b\\&c\\_d\\{e\\}\\#\\$'],
    ['linear powers', r('y') + r('^') + r('2'), 'y^{2}'],
    ['words', r('x') + words(' if $5 ') + r('y'), 'x\\text{ if \\$5 }y'],
    ['words in letters of formulas', r('group ') + r('of terms'), '\\text{group of terms}'],
    [
      'upright letters',
      upright('d') + r('x') + upright('max') + upright('kg'),
      '\\mathrm{d}x\\max \\mathrm{kg}',
    ],
    [
      'bold letters',
      r('v', value('sty', 'b')) + r('β', value('sty', 'bi')),
      '\\mathbf{v}\\boldsymbol{\\beta}',
    ],
    [
      'typefaces',
      r('R', value('scr', 'double-struck')) + r('g', value('scr', 'fraktur')),
      '\\mathbb{R}\\mathfrak{g}',
    ],
    ['deleted text', `${r('a')}<w:del>${r('b')}</w:del><w:ins>${r('c')}</w:ins>`, 'ac'],
    ['unknown elements', `<m:unknown>${r('a')}</m:unknown>`, 'a'],
  ])('writes %s', (_, math, expected) => {
    expect(tex(math)).toBe(expected);
  });

  it.each([
    ['fractions', fraction('a', 'b'), '\\frac{a}{b}'],
    ['linear fractions', fraction('a', 'b+1', value('type', 'lin')), 'a/{b+1}'],
    ['skewed fractions', fraction('a', 'b', value('type', 'skw')), 'a/b'],
    ['stacked numbers', fraction('a', 'b', value('type', 'noBar')), '\\genfrac{}{}{0pt}{}{a}{b}'],
    ['binomials', element('d', e(fraction('n', 'k', value('type', 'noBar')))), '\\binom{n}{k}'],
    ['powers', element('sSup', e(r('x')) + sup(r('2'))), 'x^{2}'],
    ['powers of groups', element('sSup', e(fraction('a', 'b')) + sup(r('2'))), '{\\frac{a}{b}}^{2}'],
    ['powers of brackets', element('sSup', e(element('d', e(r('a+b')))) + sup(r('2'))), '(a+b)^{2}'],
    ['indices', element('sSub', e(r('x')) + sub(r('i'))), 'x_{i}'],
    ['both', element('sSubSup', e(r('x')) + sub(r('i')) + sup(r('′'))), "x_{i}'"],
    [
      'indices before',
      element('sPre', sub(r('2')) + sup(r('4')) + e(upright('He'))),
      '{}_{2}^{4}\\mathrm{He}',
    ],
    ['square roots', element('rad', `<m:deg/>${e(r('x'))}`, '<m:degHide/>'), '\\sqrt{x}'],
    ['roots', element('rad', `<m:deg>${r('3')}</m:deg>${e(r('x'))}`), '\\sqrt[3]{x}'],
    ['integrals', element('nary', sub(r('0')) + sup(r('1')) + e(r('x'))), '\\int_{0}^{1} x'],
    [
      'sums',
      element('nary', sub(r('i')) + sup('') + e(r('x')), value('chr', '∑') + value('limLoc', 'undOvr')),
      '\\sum_{i} x',
    ],
    [
      'limits of integrals',
      element('nary', sub(r('D')) + e(r('x')), value('limLoc', 'undOvr') + value('supHide', '1')),
      '\\int\\limits_{D} x',
    ],
    [
      'hidden limits',
      element('nary', sub(r('i')) + sup(r('n')) + e(r('x')), value('chr', '∏') + value('subHide', 'on')),
      '\\prod^{n} x',
    ],
  ])('writes %s', (_, math, expected) => {
    expect(tex(math)).toBe(expected);
  });

  it.each([
    ['brackets', element('d', e(r('x'))), '(x)'],
    ['brackets of their height', element('d', e(fraction('a', 'b'))), '\\left(\\frac{a}{b}\\right)'],
    [
      'separators',
      element('d', e(r('x')) + e(r('y')), value('begChr', '⟨') + value('endChr', '⟩')),
      '\\langle x|y\\rangle',
    ],
    [
      'high separators',
      element('d', e(fraction('a', 'b')) + e(r('y'))),
      '\\left(\\frac{a}{b}\\middle|y\\right)',
    ],
    ['one bracket', brackets(e(r('x')), '', '|'), '\\left.x\\right|'],
    ['no brackets', brackets(e(r('x')), '', ''), 'x'],
    ['norms', brackets(e(r('x')), '‖', '‖'), '\\|x\\|'],
    ['matrices', matrix, '\\begin{matrix} a & b \\\\ c & d \\end{matrix}'],
    [
      'matrices in brackets',
      brackets(e(matrix), '[', ']'),
      '\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}',
    ],
    ['determinants', brackets(e(matrix), '|', '|'), '\\begin{vmatrix} a & b \\\\ c & d \\end{vmatrix}'],
    ['equations', equations('x&amp;=1', 'y&amp;=2'), '\\begin{aligned} x & =1 \\\\ y & =2 \\end{aligned}'],
    ['cases', brackets(e(equations('x, &amp;a', 'y')), '{', ''), '\\begin{cases} x, & a \\\\ y \\end{cases}'],
  ])('writes %s', (_, math, expected) => {
    expect(tex(math)).toBe(expected);
  });

  it.each([
    ['functions', element('func', `<m:fName>${upright('sin')}</m:fName>${e(r('x'))}`), '\\sin x'],
    [
      'functions in italics',
      element('func', `<m:fName>${r('log')}</m:fName>${e(element('d', e(r('x'))))}`),
      '\\log(x)',
    ],
    [
      'other functions',
      element('func', `<m:fName>${upright('sgn')}</m:fName>${e(r('x'))}`),
      '\\operatorname{sgn} x',
    ],
    [
      'powers of functions',
      element('func', `<m:fName>${element('sSup', e(upright('sin')) + sup(r('2')))}</m:fName>${e(r('x'))}`),
      '\\sin^{2} x',
    ],
    [
      'limits',
      element(
        'func',
        `<m:fName>${element('limLow', e(upright('lim')) + lim(r('x→0')))}</m:fName>${e(r('f'))}`,
      ),
      '\\lim_{x \\to 0} f',
    ],
    ['labels below', element('limLow', e(r('x')) + lim(r('n'))), '\\underset{n}{x}'],
    ['labels above', element('limUpp', e(r('=')) + lim(words('def'))), '\\overset{\\text{def}}{=}'],
    [
      'accents',
      element('acc', e(r('x'))) + element('acc', e(r('x')), value('chr', '\u20d7')),
      '\\hat{x}\\vec{x}',
    ],
    ['wide accents', element('acc', e(r('xy')), value('chr', '\u0303')), '\\widetilde{xy}'],
    [
      'bars',
      element('bar', e(r('xy')), value('pos', 'top')) + element('bar', e(r('z'))),
      '\\overline{xy}\\underline{z}',
    ],
    [
      'braces with labels',
      element('limLow', e(element('groupChr', e(r('a+b')))) + lim(r('n'))),
      '\\underbrace{a+b}_{n}',
    ],
    [
      'braces above',
      element('groupChr', e(r('ab')), value('chr', '⏞') + value('pos', 'top')),
      '\\overbrace{ab}',
    ],
    ['boxes', element('borderBox', e(r('x'))) + element('box', e(r('y'))), '\\boxed{x}y'],
    [
      'strikes',
      element(
        'borderBox',
        e(r('x')),
        `${['Top', 'Bot', 'Left', 'Right'].map((side) => value(`hide${side}`, '1')).join('')}${value('strikeBLTR', '1')}`,
      ),
      '\\cancel{x}',
    ],
    [
      'phantoms',
      element('phant', e(r('x')), value('show', '0')) + element('phant', e(r('y')), value('zeroWid', '1')),
      '\\phantom{x}y',
    ],
  ])('writes %s', (_, math, expected) => {
    expect(tex(math)).toBe(expected);
  });

  it('writes only the text of elements nested too deeply', () => {
    const depth = 600;
    const roots = `${'<m:rad><m:e>'.repeat(depth)}${r('x')}${'</m:e></m:rad>'.repeat(depth)}`;
    expect(tex(roots)).toMatch(/^(?:\\sqrt\{){400,401}x\}+$/);
  });
});

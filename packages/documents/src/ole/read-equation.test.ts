import { mulberry32 } from '@quern/testing/random/mulberry32';
import { describe, expect, it } from 'vitest';
import { readEquation } from './read-equation.ts';

const head = Buffer.alloc(28);
head.writeUInt16LE(28, 0);
const [end, full, sub] = ['00', '0a', '0b'];

/** A formula of Equation Editor. @param version of the format */
const equation = (records: string, version = 3) =>
  Buffer.concat([head, Buffer.from([version, 1, 1, 3, 0]), Buffer.from(records, 'hex')]);
const hex = (value: number) => value.toString(16).padStart(2, '0');
/** Characters of a typeface: 1 text, 2 names of functions, 3 variables, 6 symbols, 8 numbers. */
const characters = (text: string, typeface = 3) =>
  Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    return `02${hex(128 + typeface)}${hex(code & 255)}${hex(code >> 8)}`;
  }).join('');
const line = (content: string) => `01${content}${end}`;
const emptyLine = '11';
const template = (selector: number, variation: number, content: string) =>
  `03${hex(selector)}${hex(variation)}00${content}${end}`;
const texOf = (content: string) => readEquation(equation(full + line(content)));

describe('readEquation', () => {
  it('reads fractions, roots and indexes', () => {
    const square = template(15, 0, sub + emptyLine + line(characters('2', 8)) + full);
    const fraction = template(14, 0, full + line(`${characters('x')}${square}`) + line(characters('2a')));
    expect(texOf(characters('y=') + fraction)).toBe('y=\\frac{x^{2}}{2a}');
    expect(texOf(template(13, 1, line(characters('x')) + line(characters('3', 8))))).toBe('\\sqrt[3]{x}');
    expect(texOf(characters('a') + template(15, 2, line(characters('i')) + line(characters('n'))))).toBe(
      'a_{i}^{n}',
    );
  });

  it('reads operators with limits, brackets, names and words', () => {
    const sum = template(
      29,
      1,
      line(characters('x')) + line(characters('i=0')) + line(characters('n')) + characters('∑', 6),
    );
    expect(texOf(sum)).toBe('\\sum_{i=0}^{n} x');
    expect(texOf(template(21, 3, line(characters('f')) + emptyLine + emptyLine + characters('∫', 6)))).toBe(
      '\\oint f',
    );
    const limit = template(
      43,
      1,
      line(characters('f')) + line(characters('n')) + emptyLine + line(characters('lim', 2)),
    );
    expect(texOf(limit)).toBe('\\lim_{n} f');
    expect(texOf(template(1, 0, line(characters('a+b')) + characters('()', 22)))).toBe('(a+b)');
    expect(texOf(`${characters('sin', 2)}${characters('x')} ${characters('for', 1)}`.replace(' ', ''))).toBe(
      '\\sin x\\text{for}',
    );
  });

  it('reads matrices, piles, accents and primes', () => {
    const matrix = `0500000002020000${['a', 'b', 'c', 'd'].map((cell) => line(characters(cell))).join('')}${end}`;
    expect(texOf(template(1, 0, line(matrix) + characters('()', 22)))).toBe(
      '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
    );
    expect(texOf(`040101${line(characters('p'))}${line(characters('q'))}${end}`)).toBe(
      '\\begin{aligned} p \\\\ q \\end{aligned}',
    );
    expect(texOf(`2283780006090605${end}${characters('y')}`)).toBe("\\hat{x}'y");
  });

  it('reads the characters of version 2, whose symbols are those of a font', () => {
    expect(readEquation(equation(`01028361028670${end}`, 2))).toBe('a\\pi');
  });

  it('skips fonts, sizes, rulers and moves', () => {
    const skipped = `08030041726961 6c00 0964 01 0200 09650c00 0c0d0e 0702 00 1000 01 2000`.replaceAll(
      ' ',
      '',
    );
    expect(texOf(skipped + characters('x'))).toBe('x');
    expect(texOf('82808010000500837a00')).toBe('z');
  });

  it('reads nothing in other formats, and the beginning of damaged formulas', () => {
    for (const stream of [
      Buffer.alloc(0),
      Buffer.alloc(28),
      Buffer.alloc(60),
      equation(line(characters('x')), 5),
    ])
      expect(readEquation(stream)).toBe('');
    expect(readEquation(equation(`${line(characters('x'))}0fff`).subarray(0, 42))).toBe('x');
    const deep = equation('0301000001'.repeat(5000));
    expect(readEquation(deep).length).toBeLessThan(1000);
    const random = mulberry32(5);
    for (let count = 0; count < 300; count++) {
      const noise = Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256)));
      expect(typeof readEquation(Buffer.concat([equation(''), noise]))).toBe('string');
    }
  });
});

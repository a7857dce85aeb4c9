import { accents, functionNames, operators, texCharacters } from '../office/math-symbols.ts';
import { childOf, childrenOf, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { isOn } from './on-off.ts';

/** Writes a formula in Office Math Markup (ECMA-376 part 1, 22.1) as TeX. Unknown constructs become their content. */
export function texOf(math: XmlElement): string {
  return childrenOf(math)
    .map(writeElement)
    .filter((part) => part !== '')
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();
}

function writeElement(element: XmlElement): string {
  const write = Object.hasOwn(writers, element.name) ? writers[element.name] : undefined;
  if (write) return write(element);
  return element.name.endsWith('Pr') ? '' : texOf(element);
}

type MathWriter = (element: XmlElement) => string;

const part = (element: XmlElement, name: string): string => {
  const child = childOf(element, name);
  return child ? texOf(child) : '';
};
const group = (tex: string): string => `{${tex}}`;

/** The value of a property, or undefined if it is not stated. */
function property(element: XmlElement, name: string): string | undefined {
  const properties = childOf(element, `${element.name}Pr`);
  const found = childOf(properties, name);
  return found && (found.attributes['val'] ?? '');
}

function isSet(element: XmlElement, name: string): boolean {
  const value = property(element, name);
  return value !== undefined && (value === '' || isOn(value));
}

const writers: Readonly<Record<string, MathWriter>> = {
  r: writeRun,
  f: (element) => {
    const [numerator, denominator] = [part(element, 'num'), part(element, 'den')];
    const type = property(element, 'type');
    if (type === 'lin' || type === 'skw') return `${group(numerator)}/${group(denominator)}`;
    if (type === 'noBar') return `\\genfrac{}{}{0pt}{}${group(numerator)}${group(denominator)}`;
    return `\\frac${group(numerator)}${group(denominator)}`;
  },
  sSup: (element) => `${base(part(element, 'e'))}^${group(part(element, 'sup'))}`,
  sSub: (element) => `${base(part(element, 'e'))}_${group(part(element, 'sub'))}`,
  sSubSup: (element) =>
    `${base(part(element, 'e'))}_${group(part(element, 'sub'))}^${group(part(element, 'sup'))}`,
  sPre: (element) =>
    `{}_${group(part(element, 'sub'))}^${group(part(element, 'sup'))}${base(part(element, 'e'))}`,
  rad: (element) => {
    const degree = isSet(element, 'degHide') ? '' : part(element, 'deg');
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}${group(part(element, 'e'))}`;
  },
  nary: writeOperator,
  d: writeDelimiters,
  func: (element) => `${writeFunctionName(part(element, 'fName'))}${spaced(part(element, 'e'))}`,
  limLow: (element) => writeLimit(element, '_', '\\underset'),
  limUpp: (element) => writeLimit(element, '^', '\\overset'),
  acc: (element) => `${accents[property(element, 'chr') ?? '\u0302'] ?? '\\hat'}${group(part(element, 'e'))}`,
  bar: (element) =>
    `${property(element, 'pos') === 'top' ? '\\overline' : '\\underline'}${group(part(element, 'e'))}`,
  groupChr: (element) =>
    `${property(element, 'pos') === 'top' ? '\\overbrace' : '\\underbrace'}${group(part(element, 'e'))}`,
  borderBox: (element) => `\\boxed${group(part(element, 'e'))}`,
  phant: (element) => `\\phantom${group(part(element, 'e'))}`,
  m: (element) => {
    const rows = childrenOf(element, 'mr').map((row) => childrenOf(row, 'e').map(texOf).join(' & '));
    return `\\begin{matrix}${rows.join(' \\\\ ')}\\end{matrix}`;
  },
  eqArr: (element) => `\\begin{aligned}${childrenOf(element, 'e').map(texOf).join(' \\\\ ')}\\end{aligned}`,
};

function writeRun(run: XmlElement): string {
  const text = childrenOf(run, 't').map(textIn).join('');
  const properties = childOf(run, 'rPr');
  if (childOf(properties, 'nor')) return text.trim() === '' ? ' ' : `\\text{${escapeText(text)}}`;
  const style = childOf(properties, 'sty')?.attributes['val'];
  const written = writeCharacters(text);
  if (style === 'p' && /^[\p{L}]{2,}$/u.test(text))
    return functionNames.has(text) ? `\\${text} ` : `\\mathrm{${written}}`;
  if (style === 'b' || style === 'bi') return `\\mathbf{${written}}`;
  return written;
}

function writeCharacters(text: string): string {
  return Array.from(text, (character) => {
    const symbol = texCharacters[character];
    if (symbol !== undefined)
      return symbol.startsWith('\\') && /[a-z]$/i.test(symbol) ? `${symbol} ` : symbol;
    return /[#%&_{}]/.test(character) ? `\\${character}` : character;
  }).join('');
}

function escapeText(text: string): string {
  return text.replace(/[#%&_{}$]/g, '\\$&');
}

function base(tex: string): string {
  return /^(?:[^\\{}]|\\[a-z]+ ?)$/iu.test(tex) ? tex.trim() : group(tex);
}

function spaced(tex: string): string {
  return tex.startsWith('\\left') || tex === '' ? tex : ` ${tex}`;
}

function writeFunctionName(name: string): string {
  const [, word = '', rest = ''] = /^\s*([\p{L}]+)(.*)$/su.exec(name) ?? [];
  if (functionNames.has(word)) return `\\${word}${rest}`;
  return name;
}

function writeLimit(element: XmlElement, mark: string, command: string): string {
  const inner = part(element, 'e');
  const limit = group(part(element, 'lim'));
  const name = writeFunctionName(inner.replace(/^\\mathrm\{(.*)\}$/, '$1')).trim();
  return name.startsWith('\\') ? `${name}${mark}${limit}` : `${command}${limit}${group(inner)}`;
}

function writeOperator(element: XmlElement): string {
  const character = property(element, 'chr') ?? '∫';
  const operator = operators[character] ?? character;
  const lower = isSet(element, 'subHide') ? '' : part(element, 'sub');
  const upper = isSet(element, 'supHide') ? '' : part(element, 'sup');
  const limits = (lower === '' ? '' : `_${group(lower)}`) + (upper === '' ? '' : `^${group(upper)}`);
  return `${operator}${limits}${spaced(part(element, 'e'))}`;
}

function writeDelimiters(element: XmlElement): string {
  const [open, close] = [property(element, 'begChr') ?? '(', property(element, 'endChr') ?? ')'];
  const separator = writeCharacters(property(element, 'sepChr') ?? '|');
  const inner = childrenOf(element, 'e').map(texOf).join(separator);
  return `\\left${delimiter(open)}${inner}\\right${delimiter(close)}`;
}

function delimiter(character: string): string {
  if (character === '') return '.';
  const names: Readonly<Record<string, string>> = {
    '{': '\\{',
    '}': '\\}',
    '⟨': '\\langle ',
    '⟩': '\\rangle ',
    '〈': '\\langle ',
    '〉': '\\rangle ',
    '⌊': '\\lfloor ',
    '⌋': '\\rfloor ',
    '⌈': '\\lceil ',
    '⌉': '\\rceil ',
    '‖': '\\| ',
    '|': '|',
  };
  return names[character] ?? character;
}

import { childrenOf, isElement, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { accents, functionNames, operators, texCharacters } from './math-symbols.ts';

type Writer = (parts: readonly string[], element: XmlElement) => string;

const group = (tex: string | undefined): string => `{${tex ?? ''}}`;

const writers: Readonly<Record<string, Writer>> = {
  mfrac: ([over, under]) => `\\frac${group(over)}${group(under)}`,
  msup: ([base, upper]) => `${group(base)}^${group(upper)}`,
  msub: ([base, lower]) => `${group(base)}_${group(lower)}`,
  msubsup: ([base, lower, upper]) => `${group(base)}_${group(lower)}^${group(upper)}`,
  munder: ([base, under]) => `${limitBase(base)}_${group(under)}`,
  mover: ([base, over = '']) => {
    const accent = Object.hasOwn(accents, over.trim()) ? accents[over.trim()] : undefined;
    return accent === undefined ? `${limitBase(base)}^${group(over)}` : `${accent}${group(base)}`;
  },
  munderover: ([base, under, over]) => `${limitBase(base)}_${group(under)}^${group(over)}`,
  msqrt: (parts) => `\\sqrt${group(parts.join(''))}`,
  mroot: ([base, degree]) => `\\sqrt[${degree ?? ''}]${group(base)}`,
  mfenced: (parts, { attributes }) =>
    `\\left${attributes['open'] ?? '('}${parts.join(attributes['separators'] ?? ',')}\\right${attributes['close'] ?? ')'}`,
  mtr: (parts) => parts.join(' & '),
  mlabeledtr: (parts) => parts.slice(1).join(' & '),
  mtable: (parts) => `\\begin{matrix}${parts.join(' \\\\ ')}\\end{matrix}`,
  mphantom: () => '',
  mspace: () => ' ',
  annotation: () => '',
  'annotation-xml': () => '',
};

/** Writes presentation MathML (https://www.w3.org/TR/mathml-core/) as TeX. Unknown elements become their content. */
export function texOfMathMl(element: XmlElement): string {
  return writeElement(element).replace(/ {2,}/g, ' ').trim();
}

function writeElement(element: XmlElement): string {
  const { name } = element;
  if (name === 'mi' || name === 'mn' || name === 'mo') return writeToken(textIn(element).trim(), name);
  if (name === 'mtext' || name === 'ms') return `\\text{${textIn(element).replace(/[#%&_{}$\\]/g, '\\$&')}}`;
  const parts = element.children.filter(isElement).map(writeElement);
  const write = Object.hasOwn(writers, name) ? writers[name] : undefined;
  if (write) return write(parts, element);
  return childrenOf(element).length === 0 ? '' : parts.join('');
}

function writeToken(text: string, name: string): string {
  if (functionNames.has(text)) return `\\${text} `;
  const operator = Object.hasOwn(operators, text) ? operators[text] : undefined;
  if (operator !== undefined) return operator;
  if (name === 'mi' && /^\p{L}{2,}$/u.test(text)) return `\\mathrm{${text}}`;
  return Array.from(text, (character) => {
    const symbol = Object.hasOwn(texCharacters, character) ? texCharacters[character] : undefined;
    if (symbol === undefined) return /[#%&_{}]/.test(character) ? `\\${character}` : character;
    return /^\\[a-z]+$/i.test(symbol) ? `${symbol} ` : symbol;
  }).join('');
}

/** Limits stand below and above operators only. */
function limitBase(base = ''): string {
  return /^\\[a-z]+ ?$/i.test(base) ? base.trim() : group(base);
}

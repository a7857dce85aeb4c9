import { type DomElement, type DomNode, domText } from './dom.ts';

const symbols: Readonly<Record<string, string>> = {
  '−': '-',
  '×': '\\times ',
  '÷': '\\div ',
  '±': '\\pm ',
  '⋅': '\\cdot ',
  '≤': '\\le ',
  '≥': '\\ge ',
  '≠': '\\ne ',
  '≈': '\\approx ',
  '→': '\\to ',
  '∞': '\\infty ',
  '∑': '\\sum ',
  '∏': '\\prod ',
  '∫': '\\int ',
  '∂': '\\partial ',
  '√': '\\surd ',
  '∈': '\\in ',
  '…': '\\dots ',
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
};

/** Translates presentation MathML (https://www.w3.org/TR/mathml-core/) into TeX; unknown elements give their content. */
export function mathmlToTex(node: DomNode): string {
  if (node.kind === 'text') return '';
  const parts = node.children.filter((child) => child.kind === 'element');
  const [first, second, third] = parts.map((part) => mathmlToTex(part));
  const all = () => parts.map((part) => mathmlToTex(part)).join('');
  switch (node.name) {
    case 'mi':
    case 'mo':
    case 'mn':
      return leaf(node);
    case 'mtext':
    case 'ms':
      return `\\text{${domText(node).trim()}}`;
    case 'mspace':
      return '\\ ';
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'mfrac':
      return `\\frac{${first}}{${second}}`;
    case 'msqrt':
      return `\\sqrt{${all()}}`;
    case 'mroot':
      return `\\sqrt[${second}]{${first}}`;
    case 'msup':
    case 'mover':
      return `${group(first)}^{${second}}`;
    case 'msub':
    case 'munder':
      return `${group(first)}_{${second}}`;
    case 'msubsup':
    case 'munderover':
      return `${group(first)}_{${second}}^{${third}}`;
    case 'mfenced':
      return `(${parts.map((part) => mathmlToTex(part)).join(',')})`;
    case 'mtable':
      return `\\begin{matrix}${parts.map((part) => mathmlToTex(part)).join(' \\\\ ')}\\end{matrix}`;
    case 'mtr':
      return parts.map((part) => mathmlToTex(part)).join(' & ');
    default:
      return all();
  }
}

function leaf(element: DomElement): string {
  const text = domText(element).trim();
  return [...text].map((sign) => symbols[sign] ?? sign).join('');
}

/** A base of several signs needs braces before its index. */
function group(base: string | undefined): string {
  const text = base ?? '';
  return [...text].length > 1 && !/^\\[a-z]+\s?$/i.test(text) ? `{${text}}` : text;
}

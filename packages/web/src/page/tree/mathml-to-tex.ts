import { type DomElement, domText } from '../dom.ts';

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

/** Elements nested deeper than this are written as their text. */
const depthMax = 200;

/** A base longer than this is never a single TeX command. */
const commandLengthMax = 40;

/**
 * Translates presentation MathML (https://www.w3.org/TR/mathml-core/) into TeX; unknown elements yield their
 * content, and a missing argument is an empty group. Each element is written once, so that time and output
 * are proportional to the input.
 */
export function mathmlToTex(math: DomElement): string {
  const writer = new TexWriter();
  writer.write(math, 0);
  return writer.finish();
}

class TexWriter {
  readonly #pieces: string[] = [];

  finish(): string {
    return this.#pieces.join('');
  }

  write(element: DomElement, depth: number): void {
    if (depth > depthMax) {
      this.#put(domText(element).trim());
      return;
    }
    const [first, second, third] = argumentsOf(element);
    switch (element.name) {
      case 'mi':
      case 'mo':
      case 'mn':
        this.#put(leaf(element));
        break;
      case 'mtext':
      case 'ms':
        this.#put(`\\text{${domText(element).trim()}}`);
        break;
      case 'mspace':
        this.#put('\\ ');
        break;
      case 'annotation':
      case 'annotation-xml':
        break;
      case 'mfrac':
        this.#put('\\frac');
        this.#writeGroup('{', first, '}', depth);
        this.#writeGroup('{', second, '}', depth);
        break;
      case 'msqrt':
        this.#put('\\sqrt{');
        this.#writeAll(element, '', depth);
        this.#put('}');
        break;
      case 'mroot':
        this.#put('\\sqrt');
        this.#writeGroup('[', second, ']', depth);
        this.#writeGroup('{', first, '}', depth);
        break;
      case 'msup':
      case 'mover':
        this.#writeBase(first, depth);
        this.#writeGroup('^{', second, '}', depth);
        break;
      case 'msub':
      case 'munder':
        this.#writeBase(first, depth);
        this.#writeGroup('_{', second, '}', depth);
        break;
      case 'msubsup':
      case 'munderover':
        this.#writeBase(first, depth);
        this.#writeGroup('_{', second, '}', depth);
        this.#writeGroup('^{', third, '}', depth);
        break;
      case 'mfenced':
        this.#put('(');
        this.#writeAll(element, ',', depth);
        this.#put(')');
        break;
      case 'mtable':
        this.#put('\\begin{matrix}');
        this.#writeAll(element, ' \\\\ ', depth);
        this.#put('\\end{matrix}');
        break;
      case 'mtr':
        this.#writeAll(element, ' & ', depth);
        break;
      default:
        this.#writeAll(element, '', depth);
    }
  }

  #put(piece: string): void {
    this.#pieces.push(piece);
  }

  #writeAll(element: DomElement, separator: string, depth: number): void {
    let isFirst = true;
    for (const child of element.children) {
      if (child.kind !== 'element') continue;
      if (!isFirst && separator !== '') this.#put(separator);
      isFirst = false;
      this.write(child, depth + 1);
    }
  }

  #writeGroup(open: string, element: DomElement | undefined, close: string, depth: number): void {
    this.#put(open);
    if (element) this.write(element, depth + 1);
    this.#put(close);
  }

  /** A base of several signs needs braces before its index; whether it does is known once it is written. */
  #writeBase(element: DomElement | undefined, depth: number): void {
    const start = this.#pieces.length;
    this.#put('');
    if (element) this.write(element, depth + 1);
    if (element && !this.#isLongFrom(start)) return;
    this.#pieces[start] = '{';
    this.#put('}');
  }

  #isLongFrom(start: number): boolean {
    let base = '';
    for (let index = start; index < this.#pieces.length && base.length <= commandLengthMax; index++) {
      base += this.#pieces[index] ?? '';
    }
    if (base.length > commandLengthMax) return true;
    return [...base].length > 1 && !/^\\[a-z]+\s?$/i.test(base);
  }
}

/** The first three child elements: no element of MathML has more arguments. */
function argumentsOf(element: DomElement): DomElement[] {
  const found: DomElement[] = [];
  for (const child of element.children) {
    if (child.kind === 'element' && found.push(child) === 3) break;
  }
  return found;
}

function leaf(element: DomElement): string {
  const text = domText(element).trim();
  return [...text].map((sign) => symbols[sign] ?? sign).join('');
}

import { type DomElement, domText } from '../dom/dom.ts';

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

/** Only the text of elements nested deeper than this is written. */
const depthMax = 200;

/** Longer text is not a single TeX command. */
const commandLengthMax = 40;

/**
 * Converts presentation MathML (https://www.w3.org/TR/mathml-core/) to TeX. Unknown elements are replaced by their
 * content, and a missing argument by an empty group. Each element is written once, so that time and length are
 * proportional to the input.
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
      case 'msqrt':
        this.#writeAll(element, depth, { open: '\\sqrt{', close: '}' });
        break;
      case 'mfenced':
        this.#writeAll(element, depth, { open: '(', separator: ',', close: ')' });
        break;
      case 'mtable':
        this.#writeAll(element, depth, {
          open: '\\begin{matrix}',
          separator: ' \\\\ ',
          close: '\\end{matrix}',
        });
        break;
      case 'mtr':
        this.#writeAll(element, depth, { separator: ' & ' });
        break;
      default:
        if (!this.#writeArguments(element, depth)) this.#writeAll(element, depth, {});
    }
  }

  /** Writes an element whose children are arguments; returns false for other elements. */
  #writeArguments(element: DomElement, depth: number): boolean {
    const [first, second, third] = argumentsOf(element);
    switch (element.name) {
      case 'mfrac':
        this.#put('\\frac');
        this.#writeGroup('{', first, '}', depth);
        this.#writeGroup('{', second, '}', depth);
        return true;
      case 'mroot':
        this.#put('\\sqrt');
        this.#writeGroup('[', second, ']', depth);
        this.#writeGroup('{', first, '}', depth);
        return true;
      case 'msup':
      case 'mover':
        this.#writeBase(first, depth);
        this.#writeGroup('^{', second, '}', depth);
        return true;
      case 'msub':
      case 'munder':
        this.#writeBase(first, depth);
        this.#writeGroup('_{', second, '}', depth);
        return true;
      case 'msubsup':
      case 'munderover':
        this.#writeBase(first, depth);
        this.#writeGroup('_{', second, '}', depth);
        this.#writeGroup('^{', third, '}', depth);
        return true;
      default:
        return false;
    }
  }

  #put(piece: string): void {
    this.#pieces.push(piece);
  }

  #writeAll(
    element: DomElement,
    depth: number,
    { open = '', separator = '', close = '' }: { open?: string; separator?: string; close?: string },
  ): void {
    this.#put(open);
    let isFirst = true;
    for (const child of element.children) {
      if (child.kind !== 'element') continue;
      if (!isFirst) this.#put(separator);
      isFirst = false;
      this.write(child, depth + 1);
    }
    this.#put(close);
  }

  #writeGroup(open: string, element: DomElement | undefined, close: string, depth: number): void {
    this.#put(open);
    if (element) this.write(element, depth + 1);
    this.#put(close);
  }

  /** Writes the base of an index, in braces unless it turns out to be a single character or command. */
  #writeBase(element: DomElement | undefined, depth: number): void {
    const start = this.#pieces.length;
    this.#put('');
    if (element) this.write(element, depth + 1);
    if (element && !this.#needsBraces(start)) return;
    this.#pieces[start] = '{';
    this.#put('}');
  }

  #needsBraces(start: number): boolean {
    let base = '';
    for (let index = start; index < this.#pieces.length && base.length <= commandLengthMax; index++) {
      base += this.#pieces[index] ?? '';
    }
    if (base.length > commandLengthMax) return true;
    return [...base].length > 1 && !/^\\[a-z]+\s?$/i.test(base);
  }
}

/** Returns the first three child elements: no MathML element has more arguments. */
function argumentsOf(element: DomElement): DomElement[] {
  const found: DomElement[] = [];
  for (const child of element.children) {
    if (child.kind === 'element' && found.push(child) === 3) break;
  }
  return found;
}

function leaf(element: DomElement): string {
  const text = domText(element).trim();
  return [...text].map((character) => symbols[character] ?? character).join('');
}

import { createDomElement, type DomElement, domText, getAttribute } from '../../dom/dom.ts';

/** A formula in TeX. */
export interface MathSource {
  readonly tex: string;
  /** Whether the formula is displayed on a separate line rather than inline. */
  readonly display: boolean;
  /** The formula with its delimiters, as the page shows it until a script typesets it. */
  readonly source?: string;
}

/** Attribute of the element of a formula: `inline` or `display`. No page has an attribute of this name. */
const displayAttribute = 'quern:math';
/** The TeX of a formula that is kept with its delimiters. */
const texAttribute = 'quern:tex';

/** Writes a formula as an element with its source, or else its TeX, as text. */
export function createMathElement({ tex, display, source }: MathSource): DomElement {
  const element = createDomElement('code', {
    [displayAttribute]: display ? 'display' : 'inline',
    ...(source !== undefined && { [texAttribute]: tex }),
  });
  element.children.push({ kind: 'text', value: source ?? tex });
  return element;
}

/** Reads an element of `createMathElement`. @returns undefined for others */
export function readMathElement(element: DomElement): MathSource | undefined {
  const kind = getAttribute(element, displayAttribute);
  if (kind === undefined) return undefined;
  const display = kind === 'display';
  const text = domText(element);
  const tex = getAttribute(element, texAttribute);
  return tex === undefined ? { tex: text, display } : { tex, display, source: text };
}

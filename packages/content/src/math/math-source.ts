import { attributeOf, type DomElement, domText, findElement, getAttribute } from '../dom/dom.ts';
import { mathmlToTex } from './mathml-to-tex.ts';

/** A formula in TeX. */
export interface MathSource {
  readonly tex: string;
  /** Whether the formula is displayed on a separate line rather than inline. */
  readonly display: boolean;
}

/** Attribute of a `code` element with the TeX of a formula: `inline` or `display`. No page has an attribute of this name. */
export const mathAttribute = 'quern:math';

/**
 * Reads a formula as TeX: KaTeX and MathJax 3 keep the source in an annotation, MathJax 2 in a script, Wikipedia and
 * others in the `alttext` attribute of MathML, Sphinx and Pandoc in the text; MathML without a source is converted.
 * @returns undefined if the element is not a formula
 */
export function readMathSource(element: DomElement): MathSource | undefined {
  const { name } = element;
  const prepared = getAttribute(element, mathAttribute);
  if (prepared !== undefined) return { tex: domText(element), display: prepared === 'display' };
  if (name === 'script') return scriptMath(element);
  if (name === 'math') return mathmlMath(element);
  const className = attributeOf(element, 'class');
  if (
    /(?:^|\s)(?:katex-display|katex|mwe-math-element|MathJax_SVG|mjx-container)(?:\s|$)/.test(className) ||
    name === 'mjx-container'
  ) {
    const math = findElement(element, (inner) => inner.name === 'math');
    const read = math ? mathmlMath(math) : undefined;
    if (!read) return undefined;
    const display = read.display || /display/.test(className) || getAttribute(element, 'display') === 'true';
    return { tex: read.tex, display };
  }
  if (!/(?:^|\s)(?:math|arithmatex)(?:\s|$)/.test(className)) return undefined;
  return delimitedMath(domText(element)) ?? bareMath(element, className);
}

/** Reads a formula that Pandoc leaves to KaTeX: TeX without delimiters as the only content of an element. */
function bareMath(element: DomElement, className: string): MathSource | undefined {
  const kind = /^math (inline|display)$/.exec(className)?.[1];
  const [only, ...others] = element.children;
  if (kind === undefined || only?.kind !== 'text' || others.length > 0) return undefined;
  const tex = only.value.trim();
  return /[\\^_{}=+]/.test(tex) ? { tex, display: kind === 'display' } : undefined;
}

/** Reads a formula that a script on the page would render, as Sphinx, Pandoc and MkDocs write it. */
function delimitedMath(text: string): MathSource | undefined {
  const source = text.trim();
  const display = source.startsWith('\\[') && source.endsWith('\\]');
  const isInline = source.startsWith('\\(') && source.endsWith('\\)');
  const tex = source.slice(2, -2).trim();
  return (display || isInline) && tex !== '' ? { tex, display } : undefined;
}

/** Returns whether an element is the rendered copy of a formula whose source is in another element. */
export function isMathRendering(className: string): boolean {
  return /(?:^|\s)(?:MathJax(?:_Preview|_Display|_CHTML|_SVG_Display)?|MJX_Assistive_MathML|katex-html|mwe-math-fallback-image-\w+)(?:\s|$)/.test(
    className,
  );
}

function scriptMath(element: DomElement): MathSource | undefined {
  const type = attributeOf(element, 'type');
  if (!/^math\/tex/i.test(type)) return undefined;
  const tex = domText(element).trim();
  return tex === '' ? undefined : { tex, display: /mode\s*=\s*display/i.test(type) };
}

function mathmlMath(math: DomElement): MathSource | undefined {
  const annotation = findElement(
    math,
    (inner) => inner.name === 'annotation' && /tex/i.test(attributeOf(inner, 'encoding')),
  );
  const source = annotation ? domText(annotation) : attributeOf(math, 'alttext');
  const tex = (source.trim() || mathmlToTex(math)).trim();
  if (tex === '') return undefined;
  const display = getAttribute(math, 'display') === 'block' || getAttribute(math, 'mode') === 'display';
  return { tex: withoutStyleWrapper(tex), display };
}

/** Removes the `{\displaystyle ...}` that Wikipedia adds to every formula. */
function withoutStyleWrapper(tex: string): string {
  const wrapper = /^\{\\(?:display|text)style/.exec(tex)?.[0];
  return wrapper !== undefined && tex.endsWith('}') ? tex.slice(wrapper.length, -1).trim() : tex;
}

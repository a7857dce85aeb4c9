import { attributeOf, type DomElement, domText, findElement, getAttribute } from '../dom/dom.ts';
import { mathmlToTex } from './mathml-to-tex.ts';
import { type MathSource, readMathElement } from './tex/math-element.ts';
import { allDelimiters } from './tex/tex-delimiter.ts';

/**
 * Reads a formula as TeX: KaTeX and MathJax 3 keep the source in an annotation, MathJax 2 in a script, Wikipedia and
 * others in the `alttext` attribute of MathML, Sphinx and Pandoc in the text; MathML without a source is converted.
 * Formulas in the text of the page are found by `markTexFormulas`.
 * @returns undefined if the element is not a formula
 */
export function readMathSource(element: DomElement): MathSource | undefined {
  const { name } = element;
  const prepared = readMathElement(element);
  if (prepared) return prepared;
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
  if (name !== 'math-renderer' && !formulaClass.test(className)) return undefined;
  return delimitedMath(domText(element)) ?? bareMath(element, className);
}

/** Writes TeX in one line, as Markdown needs it: without comments, which end with their lines. */
export function writeTexLine(tex: string): string {
  const lines = tex.split('\n');
  const withoutComments = lines.map((line, index) =>
    index === lines.length - 1 ? line : line.replace(/(?<!\\)%.*$/, ''),
  );
  return withoutComments.join(' ').replace(/\s+/g, ' ');
}

/** Reads a formula that Pandoc leaves to KaTeX: TeX without delimiters as the only content of an element. */
function bareMath(element: DomElement, className: string): MathSource | undefined {
  const kind = /^math (inline|display)$/.exec(className)?.[1];
  const [only, ...others] = element.children;
  if (kind === undefined || only?.kind !== 'text' || others.length > 0) return undefined;
  const tex = only.value.trim();
  return /[\\^_{}=+]/.test(tex) ? { tex, display: kind === 'display' } : undefined;
}

/** Elements that state that they are formulas: of Sphinx, Pandoc, MkDocs, kramdown, CKEditor and Stack Exchange. */
const formulaClass = /(?:^|\s)(?:math|arithmatex|kdmath|math-tex|math-container)(?:\s|$)/;

/** Reads a formula between delimiters that a script on the page would render. */
function delimitedMath(text: string): MathSource | undefined {
  const source = text.trim();
  for (const { left, right, display } of allDelimiters.pairs) {
    if (!source.startsWith(left) || !source.endsWith(right)) continue;
    const tex = source.slice(left.length, -right.length).trim();
    const isWhole = tex !== '' && !tex.includes(right);
    return isWhole ? { tex, display } : undefined;
  }
  return undefined;
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

import { type DomElement, domText, findElement, getAttribute } from '../dom.ts';
import { mathmlToTex } from './mathml-to-tex.ts';

/**
 * Reads a formula as TeX: KaTeX and MathJax keep the source in an annotation, MathJax 2 in a script,
 * Wikipedia and others in MathML's `alttext`; MathML alone is translated. Undefined for other elements.
 */
export function readMathSource(element: DomElement): { tex: string; display: boolean } | undefined {
  const { name } = element;
  if (name === 'script') return scriptMath(element);
  if (name === 'math') return mathmlMath(element);
  const className = getAttribute(element, 'class') ?? '';
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
  return undefined;
}

/** MathJax 2 renders formulas beside their script; the rendering is a second copy. */
export function isMathRendering(className: string): boolean {
  return /(?:^|\s)(?:MathJax(?:_Preview|_Display|_CHTML|_SVG_Display)?|MJX_Assistive_MathML|katex-html|mwe-math-fallback-image-\w+)(?:\s|$)/.test(
    className,
  );
}

function scriptMath(element: DomElement): { tex: string; display: boolean } | undefined {
  const type = getAttribute(element, 'type') ?? '';
  if (!/^math\/tex/i.test(type)) return undefined;
  const tex = domText(element).trim();
  return tex === '' ? undefined : { tex, display: /mode\s*=\s*display/i.test(type) };
}

function mathmlMath(math: DomElement): { tex: string; display: boolean } | undefined {
  const annotation = findElement(
    math,
    (inner) => inner.name === 'annotation' && /tex/i.test(getAttribute(inner, 'encoding') ?? ''),
  );
  const stated = annotation ? domText(annotation) : (getAttribute(math, 'alttext') ?? '');
  const tex = (stated.trim() || mathmlToTex(math)).trim();
  if (tex === '') return undefined;
  const display = getAttribute(math, 'display') === 'block' || getAttribute(math, 'mode') === 'display';
  return { tex: withoutStyleWrapper(tex), display };
}

/** Wikipedia wraps every formula into `{\displaystyle ...}`. */
function withoutStyleWrapper(tex: string): string {
  const wrapper = /^\{\\(?:display|text)style/.exec(tex)?.[0];
  return wrapper !== undefined && tex.endsWith('}') ? tex.slice(wrapper.length, -1).trim() : tex;
}

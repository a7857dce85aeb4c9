import type { DomElement } from './dom.ts';
import { mathmlToTex } from './mathml-to-tex.ts';

/**
 * Reads a formula as TeX: KaTeX and MathJax keep the source in an annotation, MathJax 2 in a script,
 * Wikipedia and others in MathML's `alttext`; MathML alone is translated. Undefined for other elements.
 */
export function readMath(element: DomElement, name: string): { tex: string; display: boolean } | undefined {
  if (name === 'script') return scriptMath(element);
  if (name === 'math') return mathmlMath(element);
  const className = element.getAttribute('class') ?? '';
  if (
    /(?:^|\s)(?:katex-display|katex|mwe-math-element|MathJax_SVG|mjx-container)(?:\s|$)/.test(className) ||
    name === 'mjx-container'
  ) {
    const math = element.querySelector('math');
    const read = math ? mathmlMath(math) : undefined;
    if (!read) return undefined;
    const display = read.display || /display/.test(className) || element.getAttribute('display') === 'true';
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
  const type = element.getAttribute('type') ?? '';
  if (!/^math\/tex/i.test(type)) return undefined;
  const tex = (element.textContent ?? '').trim();
  return tex === '' ? undefined : { tex, display: /mode\s*=\s*display/i.test(type) };
}

function mathmlMath(math: DomElement): { tex: string; display: boolean } | undefined {
  const annotation = Array.from(math.querySelectorAll('annotation')).find((item) =>
    /tex/i.test(item.getAttribute('encoding') ?? ''),
  );
  const stated = annotation?.textContent ?? math.getAttribute('alttext') ?? '';
  const tex = (stated.trim() || mathmlToTex(math)).trim();
  if (tex === '') return undefined;
  const display = math.getAttribute('display') === 'block' || math.getAttribute('mode') === 'display';
  return { tex: withoutStyleWrapper(tex), display };
}

/** Wikipedia wraps every formula into `{\displaystyle ...}`. */
function withoutStyleWrapper(tex: string): string {
  return /^\{\\(?:display|text)style\s*([\s\S]*)\}$/.exec(tex)?.[1]?.trim() ?? tex;
}

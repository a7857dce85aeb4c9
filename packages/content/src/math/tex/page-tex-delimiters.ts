import {
  type DomDocument,
  type DomElement,
  domText,
  findElementsByTag,
  getAttribute,
} from '../../dom/dom.ts';
import {
  allDelimiters,
  displayDelimiters,
  inlineDelimiters,
  likelyDelimiters,
  type TexDelimiter,
  type TexDelimiters,
} from './tex-delimiter.ts';

/** Longer scripts are programs, not settings; those of MathJax itself have 2 MB. */
const scriptLengthMax = 200_000;

/** Longer addresses are data. */
const addressLengthMax = 2000;

const mathjaxAddress = /mathjax(?:[^?#"'\s]{0,200}\.js|@)|\/tex-(?:mml-)?(?:chtml|svg)(?:-[a-z]+)?\.js/i;
const mathjaxSettings = /\bMathJax\s*(?:=|\.Hub\b)|\btex2jax\b/;
const katexAddress = /katex[^?#"'\s]{0,200}\.(?:js|css)|katex@/i;
const katexSettings = /\brenderMathInElement\b/;

/**
 * Returns the delimiters that the scripts of a page typeset everywhere: of MathJax or KaTeX, with their settings where
 * the page states them.
 *
 * @returns undefined for a page without such a script
 */
export function pageTexDelimiters(document: DomDocument): TexDelimiters | undefined {
  let isActive = false;
  const stated: TexDelimiter[] = [];
  for (const element of [...findElementsByTag(document, 'script'), ...findElementsByTag(document, 'link')]) {
    const address = getAttribute(element, element.name === 'script' ? 'src' : 'href') ?? '';
    if (address.length > addressLengthMax) continue;
    // Components of MathJax for other formats than TeX.
    if (/[?&]config=(?:AM|MML)_/i.test(address)) continue;
    const script = element.name === 'script' ? settingsOf(element) : '';
    const hasSettings = mathjaxSettings.test(script) || katexSettings.test(script);
    if (hasSettings) stated.push(...statedDelimiters(script));
    isActive ||=
      hasSettings || [address, script].some((text) => mathjaxAddress.test(text) || katexAddress.test(text));
  }
  if (!isActive) return undefined;
  const ofKind = (display: boolean, usual: readonly TexDelimiter[]) => {
    const pairs = stated.filter((pair) => pair.display === display);
    return pairs.length === 0 ? usual : pairs;
  };
  return {
    pairs: [
      ...ofKind(true, displayDelimiters),
      ...ofKind(false, [...inlineDelimiters, ...(stated.length === 0 ? likelyDelimiters : [])]),
    ],
    hasEnvironments: true,
  };
}

/** The text of a script that may have settings, '' for others. */
function settingsOf(script: DomElement): string {
  const source = getAttribute(script, 'onload') ?? domText(script);
  const isShort = source.length <= scriptLengthMax;
  return isShort && mentions.some((word) => source.includes(word)) ? source : '';
}

const mentions = ['MathJax', 'mathjax', 'katex', 'tex2jax', 'renderMathInElement'];

const stringPattern = /\s*(?:"((?:\\.|[^"\\]){1,20})"|'((?:\\.|[^'\\]){1,20})')\s*/.source;
const pairPattern = new RegExp(`\\s*,?\\s*\\[${stringPattern},${stringPattern}\\]`, 'y');
const objectPattern = new RegExp(
  `\\{\\s*["']?left["']?\\s*:${stringPattern},\\s*["']?right["']?\\s*:${stringPattern},\\s*["']?display["']?\\s*:\\s*(true|false|!0|!1)`,
  'g',
);

/** Reads `inlineMath` and `displayMath` of MathJax, and `delimiters` of KaTeX. */
function statedDelimiters(script: string): TexDelimiter[] {
  const found: TexDelimiter[] = [];
  const add = (display: boolean, strings: readonly (string | undefined)[]) => {
    const [left, right] = strings
      .filter((value) => value !== undefined)
      .map((value) => value.replace(/\\(.)/g, '$1'));
    if (left && right && /\W/.test(left) && /\W/.test(right)) found.push({ left, right, display });
  };
  const key = /\b(inline|display)Math["']?\s*[:=]\s*(\{\s*["']?\[\+\]["']?\s*:\s*)?\[/g;
  for (const { 0: start, 1: kind, 2: isAdded, index } of script.matchAll(key)) {
    // https://docs.mathjax.org/en/latest/options/input/tex.html
    if (isAdded !== undefined) found.push(...(kind === 'display' ? displayDelimiters : inlineDelimiters));
    pairPattern.lastIndex = index + start.length;
    for (let pair = pairPattern.exec(script); pair; pair = pairPattern.exec(script))
      add(kind === 'display', pair.slice(1));
  }
  for (const pair of script.matchAll(objectPattern)) add(/true|!0/.test(pair[5] ?? ''), pair.slice(1, 5));
  return found;
}

const ignoredTag =
  /^(?:script|noscript|style|textarea|pre|code|kbd|samp|annotation|annotation-xml|math|template)$/;
const ignoredClass = /(?:^|\s)(?:tex2jax_ignore|mathjax_ignore|no-?mathjax|no-?katex)(?:\s|$)/i;
const formulaTag = /^(?:math-renderer|tex-math|x-katex|la-tex)$/;
const formulaClass =
  /(?:^|\s)(?:tex2jax_process|mathjax_process|mathjax(?:-(?:inline|display|block))?|math(?:-(?:tex|container|inline|display|block))?|arithmatex|kdmath|(?:la|ka)?tex|latex-(?:inline|display)|wp-katex-eq|equation)(?:\s|$)/i;

/**
 * Returns the delimiters that are active in an element: those around it, all in one that is marked as a formula, and
 * none in code and where a script is kept out.
 */
export function texDelimitersIn(
  element: DomElement,
  outer: TexDelimiters | undefined,
): TexDelimiters | undefined {
  const className = getAttribute(element, 'class') ?? '';
  if (ignoredTag.test(element.name) || ignoredClass.test(className)) return undefined;
  return formulaTag.test(element.name) || formulaClass.test(className) ? allDelimiters : outer;
}

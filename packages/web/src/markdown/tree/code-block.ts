import type { Element, ElementContent } from 'hast';
import { containsTag, getProperty, hastText, visitElements } from '../../page/tree/hast.ts';

/** Class names of line numbers and copy buttons. */
const gutter =
  /(?:^|\s)(?:line-?numbers?(?:-rows)?|linenos?|line-?no|gutter|blob-num|lnt|lnlinks|ln-num|hljs-ln-n(?:umbers)?|react-syntax-highlighter-line-number|rouge-gutter|copy(?:-btn|-button|btn)?|clipboard-copy|code-toolbar-item|toolbar)(?:\s|$)/i;
/** Elements whose white space is not part of the code. */
const tablePartTag = /^(?:table|thead|tbody|tr)$/;
const lineTag = /^(?:div|p|li|tr)$/;
/** Values that mean "no language". */
const notLanguages =
  /^(?:none|nohighlight|plain|plaintext|text|txt|highlight|hljs|default|code|undefined|auto)$/;

/** Returns whether an element is a block of code: `pre`, or a `div` of SyntaxHighlighter or CodeMirror. */
export function isCodeBlock(element: Element): boolean {
  return (
    element.tagName === 'pre' ||
    (element.tagName === 'div' &&
      /(?:^|\s)(?:syntaxhighlighter|CodeMirror-code)(?:\s|$)/.test(getProperty(element, 'className')))
  );
}

/** Returns whether a table contains code: highlighters put line numbers and code into adjacent cells. */
export function isCodeTable(element: Element): boolean {
  if (element.tagName !== 'table') return false;
  const className = getProperty(element, 'className');
  return /(?:^|\s)(?:highlighttable|rouge-table|js-file-line-container|hljs-ln|lntable)(?:\s|$)/.test(
    className,
  );
}

/**
 * Converts a block of code to `pre > code` with plain text: removes line numbers and copy buttons, and ends lines at
 * `<br>` and at line elements.
 * @param inheritedLanguage language that an ancestor states
 */
export function normalizeCodeBlock(element: Element, inheritedLanguage = ''): Element {
  const language = languageOf(element) || inheritedLanguage;
  const text = codeText(element, findLineNumbers(element))
    .replace(/\u00a0/g, ' ')
    .replace(/\r\n?/g, '\n')
    .replace(/^\n/, '')
    .trimEnd();
  return {
    type: 'element',
    tagName: 'pre',
    properties: {},
    children: [
      {
        type: 'element',
        tagName: 'code',
        properties: language === '' ? {} : { className: [`language-${language}`] },
        children: [{ type: 'text', value: text }],
      },
    ],
  };
}

/** @param skipped elements to leave out */
function codeText(node: ElementContent, skipped: ReadonlySet<Element>): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || skipped.has(node)) return '';
  if (node.tagName === 'br') return '\n';
  // The column of line numbers next to the code.
  if (node.tagName === 'td' && /^[\s\d]+$/.test(hastText(node))) return '';
  // On `pre` and `code`, Prism's class `line-numbers` asks for a column of numbers.
  const isCode = /^(?:pre|code)$/.test(node.tagName);
  if (node.tagName === 'button' || (!isCode && gutter.test(getProperty(node, 'className')))) return '';
  const isOutsideCode =
    tablePartTag.test(node.tagName) || (node.tagName === 'td' && containsTag(node, /^pre$/));
  const text = node.children
    .map((child) => (isOutsideCode && isBlankText(child) ? '' : codeText(child, skipped)))
    .join('');
  return lineTag.test(node.tagName) && !text.endsWith('\n') ? `${text}\n` : text;
}

function isBlankText(node: ElementContent): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

/**
 * Finds line numbers whose class names say nothing: elements of one class that count up, each at the start of its line, in
 * most lines: the numbers of sections do so too.
 */
function findLineNumbers(block: Element): ReadonlySet<Element> {
  const byClass = new Map<string, Element[]>();
  visitElements(block, (line) => {
    const first = line.children.find((child) => child.type === 'element' || hastText(child).trim() !== '');
    if (first?.type !== 'element' || first === line.children.at(-1)) return true;
    const className = getProperty(first, 'className');
    if (className !== '' && first.children.length === 1 && /^\s*\d{1,5}\s*$/.test(hastText(first)))
      byClass
        .set(className, byClass.get(className) ?? [])
        .get(className)
        ?.push(first);
    return true;
  });
  const lines = hastText(block).split('\n').length;
  const counting = [...byClass.values()].filter(
    (numbers) =>
      numbers.length > 1 &&
      numbers.length >= lines / 2 &&
      numbers.every(
        (number, index) =>
          index === 0 || Number(hastText(number)) === Number(hastText(numbers[index - 1] as Element)) + 1,
      ),
  );
  return new Set(counting.flat());
}

function languageOf(block: Element): string {
  let language = '';
  visitElements(block, (element) => {
    language ||= declaredLanguage(element);
    return language === '';
  });
  return language;
}

/** Returns the language that Prism, highlight.js, Rouge, Pygments, Shiki, GitHub or SyntaxHighlighter state; '' for none. */
function declaredLanguage(element: Element): string {
  const className = getProperty(element, 'className');
  const declared =
    /(?:^|\s)(?:language|lang|highlight-source|highlight)-([\w+#.-]+)/i.exec(className)?.[1] ??
    /(?:^|\s)brush:\s*([\w+#-]+)/i.exec(className)?.[1] ??
    /(?:^|\s)(?:sourceCode|hljs|prettyprint|syntaxhighlighter)\s+([\w+#-]+)/.exec(className)?.[1] ??
    (getProperty(element, 'dataLang') || getProperty(element, 'dataLanguage'));
  const language = declared.toLowerCase();
  return notLanguages.test(language) || language.startsWith('lang') || /^[\d-]/.test(language)
    ? ''
    : language;
}

/** Returns the language that applies inside an element: GitHub and Sphinx state it on a wrapper of the block. */
export function inheritLanguage(wrapper: Element, language: string): string {
  return /^(?:div|figure)$/.test(wrapper.tagName) ? declaredLanguage(wrapper) || language : language;
}

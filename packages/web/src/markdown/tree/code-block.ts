import { attributeOf, type DomElement, type DomNode, domText } from '@quern/content/dom/dom';
import { containsTag, visitElements } from '@quern/content/dom/tree-queries';

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
export function isCodeBlock(element: DomElement): boolean {
  return (
    element.name === 'pre' ||
    (element.name === 'div' &&
      /(?:^|\s)(?:syntaxhighlighter|CodeMirror-code)(?:\s|$)/.test(attributeOf(element, 'class')))
  );
}

/** Returns whether a table contains code: highlighters put line numbers and code into adjacent cells. */
export function isCodeTable(element: DomElement): boolean {
  if (element.name !== 'table') return false;
  const className = attributeOf(element, 'class');
  return /(?:^|\s)(?:highlighttable|rouge-table|js-file-line-container|hljs-ln|lntable)(?:\s|$)/.test(
    className,
  );
}

/**
 * Converts a block of code to `pre > code` with plain text: removes line numbers and copy buttons, and ends lines at
 * `<br>` and at line elements.
 * @param inheritedLanguage language that an ancestor states
 */
export function normalizeCodeBlock(element: DomElement, inheritedLanguage = ''): DomElement {
  const language = languageOf(element) || inheritedLanguage;
  const text = codeText(element, findLineNumbers(element))
    .replace(/\u00a0/g, ' ')
    .replace(/\r\n?/g, '\n')
    .replace(/^\n/, '')
    .trimEnd();
  return {
    kind: 'element',
    name: 'pre',
    attributes: {},
    children: [
      {
        kind: 'element',
        name: 'code',
        attributes: language === '' ? {} : { class: `language-${language}` },
        children: [{ kind: 'text', value: text }],
      },
    ],
  };
}

/** @param skipped elements to leave out */
function codeText(node: DomNode, skipped: ReadonlySet<DomElement>): string {
  if (node.kind === 'text') return node.value;
  if (node.kind !== 'element' || skipped.has(node)) return '';
  if (node.name === 'br') return '\n';
  // The column of line numbers next to the code.
  if (node.name === 'td' && /^[\s\d]+$/.test(domText(node))) return '';
  // On `pre` and `code`, Prism's class `line-numbers` asks for a column of numbers.
  const isCode = /^(?:pre|code)$/.test(node.name);
  if (node.name === 'button' || (!isCode && gutter.test(attributeOf(node, 'class')))) return '';
  const isOutsideCode = tablePartTag.test(node.name) || (node.name === 'td' && containsTag(node, /^pre$/));
  const text = node.children
    .map((child) => (isOutsideCode && isBlankText(child) ? '' : codeText(child, skipped)))
    .join('');
  return lineTag.test(node.name) && !text.endsWith('\n') ? `${text}\n` : text;
}

function isBlankText(node: DomNode): boolean {
  return node.kind === 'text' && node.value.trim() === '';
}

/**
 * Finds line numbers whose class names say nothing: elements of one class that count up, each at the start of its line, in
 * most lines: the numbers of sections do so too.
 */
function findLineNumbers(block: DomElement): ReadonlySet<DomElement> {
  const byClass = new Map<string, DomElement[]>();
  visitElements(block, (line) => {
    const first = line.children.find((child) => child.kind === 'element' || domText(child).trim() !== '');
    if (first?.kind !== 'element' || first === line.children.at(-1)) return true;
    const className = attributeOf(first, 'class');
    if (className !== '' && first.children.length === 1 && /^\s*\d{1,5}\s*$/.test(domText(first)))
      byClass
        .set(className, byClass.get(className) ?? [])
        .get(className)
        ?.push(first);
    return true;
  });
  const lines = domText(block).split('\n').length;
  const counting = [...byClass.values()].filter(
    (numbers) =>
      numbers.length > 1 &&
      numbers.length >= lines / 2 &&
      numbers.every(
        (number, index) =>
          index === 0 || Number(domText(number)) === Number(domText(numbers[index - 1] as DomElement)) + 1,
      ),
  );
  return new Set(counting.flat());
}

function languageOf(block: DomElement): string {
  let language = '';
  visitElements(block, (element) => {
    language ||= declaredLanguage(element);
    return language === '';
  });
  return language;
}

/** Returns the language that Prism, highlight.js, Rouge, Pygments, Shiki, GitHub or SyntaxHighlighter state; '' for none. */
function declaredLanguage(element: DomElement): string {
  const className = attributeOf(element, 'class');
  const declared =
    /(?:^|\s)(?:language|lang|highlight-source|highlight)-([\w+#.-]+)/i.exec(className)?.[1] ??
    /(?:^|\s)brush:\s*([\w+#-]+)/i.exec(className)?.[1] ??
    /(?:^|\s)(?:sourceCode|hljs|prettyprint|syntaxhighlighter)\s+([\w+#-]+)/.exec(className)?.[1] ??
    (attributeOf(element, 'data-lang') || attributeOf(element, 'data-language'));
  const language = declared.toLowerCase();
  return notLanguages.test(language) || language.startsWith('lang') || /^[\d-]/.test(language)
    ? ''
    : language;
}

/** Returns the language that applies inside an element: GitHub and Sphinx state it on a wrapper of the block. */
export function inheritLanguage(wrapper: DomElement, language: string): string {
  return /^(?:div|figure)$/.test(wrapper.name) ? declaredLanguage(wrapper) || language : language;
}

import type { Element, ElementContent } from 'hast';
import { getProperty, hastText, visitElements } from '../page/tree/hast.ts';

const gutter =
  /(?:^|\s)(?:line-?numbers?(?:-rows)?|linenos?|line-?no|gutter|blob-num|lnt|lnlinks|ln-num|hljs-ln-n(?:umbers)?|react-syntax-highlighter-line-number|rouge-gutter|copy(?:-btn|-button|btn)?|clipboard-copy|code-toolbar-item|toolbar)(?:\s|$)/i;
const lineTag = /^(?:div|p|li|tr)$/;
const notLanguages =
  /^(?:none|nohighlight|plain|plaintext|text|txt|highlight|hljs|default|code|undefined|auto)$/;

export function isCodeBlock(element: Element): boolean {
  return (
    element.tagName === 'pre' ||
    (element.tagName === 'div' &&
      /(?:^|\s)(?:syntaxhighlighter|CodeMirror-code)(?:\s|$)/.test(getProperty(element, 'className')))
  );
}

/** Highlighters that number lines put them and the code side by side into a table. */
export function isCodeTable(element: Element): boolean {
  if (element.tagName !== 'table') return false;
  const className = getProperty(element, 'className');
  return /(?:^|\s)(?:highlighttable|rouge-table|js-file-line-container|hljs-ln|lntable)(?:\s|$)/.test(
    className,
  );
}

/** One `pre > code` with plain text: without line numbers and copy buttons, `<br>` and line elements as line ends. */
export function normalizeCodeBlock(element: Element, inherited = ''): Element {
  const language = languageOf(element) || inherited;
  const text = codeText(element)
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

function codeText(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  if (node.tagName === 'br') return '\n';
  // The column of line numbers beside the code.
  if (node.tagName === 'td' && /^[\s\d]+$/.test(hastText(node))) return '';
  if (node.tagName === 'button' || gutter.test(getProperty(node, 'className'))) return '';
  const text = node.children.map(codeText).join('');
  return lineTag.test(node.tagName) && !text.endsWith('\n') ? `${text}\n` : text;
}

function languageOf(block: Element): string {
  let language = '';
  visitElements(block, (element) => {
    language ||= declaredLanguage(element);
    return language === '';
  });
  return language;
}

/** The language as prism, highlight.js, Rouge, Pygments, Shiki, GitHub and SyntaxHighlighter state it. */
export function declaredLanguage(element: Element): string {
  const className = getProperty(element, 'className');
  const stated =
    /(?:^|\s)(?:language|lang|highlight-source|highlight)-([\w+#.-]+)/i.exec(className)?.[1] ??
    /(?:^|\s)brush:\s*([\w+#-]+)/i.exec(className)?.[1] ??
    /(?:^|\s)(?:sourceCode|hljs|prettyprint|shiki)\s+([\w+#-]+)/.exec(className)?.[1] ??
    (getProperty(element, 'dataLang') || getProperty(element, 'dataLanguage'));
  const language = stated.toLowerCase();
  return notLanguages.test(language) || language.startsWith('lang') || /^[\d-]/.test(language)
    ? ''
    : language;
}

/** Takes languages that only a wrapper states down to its block, as GitHub and Sphinx write them. */
export function inheritLanguage(wrapper: Element, language: string): string {
  return /^(?:div|figure)$/.test(wrapper.tagName) ? declaredLanguage(wrapper) || language : language;
}

import type { CodeBlock } from '../blocks/content-block.ts';
import { attributeOf, type DomElement, type DomNode, domText } from '../dom/dom.ts';
import { hasClass, hasStyle, visibleText } from '../dom/elements.ts';
import { containsTag, visitElements } from '../dom/tree-queries.ts';

/** Class names of line numbers and copy buttons. */
const gutter =
  /(?:^|\s)(?:line-?numbers?(?:-rows)?|linenos?|line-?no|gutter|blob-num|lnt|lnlinks|ln-num|hljs-ln-n(?:umbers)?|react-syntax-highlighter-line-number|rouge-gutter|copy(?:-btn|-button|btn)?|clipboard-copy|code-toolbar-item|toolbar)(?:\s|$)/i;
/** Blocks of code of SyntaxHighlighter and CodeMirror. */
const listingClass = /(?:^|\s)(?:syntaxhighlighter|CodeMirror-code)(?:\s|$)/;
/** Tables of highlighters, with line numbers and code in adjacent cells. */
const listingTableClass =
  /(?:^|\s)(?:highlighttable|rouge-table|js-file-line-container|hljs-ln|lntable)(?:\s|$)/;
/** Elements whose white space is not part of the code. */
const tablePartTag = /^(?:table|thead|tbody|tr)$/;
const lineTag = /^(?:div|p|li|tr)$/;
const blockStyle = /(?:^|;)\s*display\s*:\s*(?:block|flex|grid|table|list-item)\b/i;
const lineClass =
  /(?:^|\s)(?:line|code-?line|token-line|view-line|hljs-line|CodeMirror-line|ec-line|row)(?:\s|$)/i;
/** Values that mean "no language", and class names of programs. */
const notLanguages =
  /^(?:none|nohighlight|plain|plaintext|text|txt|highlight|hljs|default|code|undefined|auto|sourcecode|prettyprint|numbersource|numberlines|linenumbers)$/;
/** Languages whose names may be a class alone. */
const commonLanguages =
  /^(?:bash|sh|shell|zsh|console|powershell|batch|c|cpp|c\+\+|csharp|cs|css|dart|diff|dockerfile|elixir|erlang|go|graphql|groovy|haskell|html|http|ini|java|javascript|js|json|jsx|julia|kotlin|latex|less|lisp|lua|makefile|markdown|matlab|nginx|objectivec|ocaml|pascal|perl|php|properties|python|py|r|ruby|rust|scala|scss|sql|swift|tex|toml|tsx|typescript|ts|xml|yaml|yml)$/;

/** Values of `lang` that are codes of ISO 639 too. */
const peopleLanguages = /^(?:cs|ml|sh|ts)$/;

/** Whether an element is a listing: `pre`, or an element or table of a highlighter. */
export function isListing(element: DomElement): boolean {
  const { name } = element;
  if (name === 'pre') return true;
  if (name === 'div') return hasClass(element, listingClass);
  return name === 'table' && hasClass(element, listingTableClass);
}

/**
 * Reads a listing with its white space, without line numbers and copy buttons; lines end at `<br>` and at line elements.
 *
 * @param inheritedLanguage what an element around it states
 * @returns undefined for an empty one
 */
export function readListing(element: DomElement, inheritedLanguage: string): CodeBlock | undefined {
  const text = visibleText(listingText(element, findLineNumbers(element)))
    .replace(/\u00a0/g, ' ')
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  if (text.trim() === '') return undefined;
  const language = statedLanguage(element) || inheritedLanguage;
  return language === '' ? { kind: 'code', text } : { kind: 'code', text, language };
}

/** Returns the language that applies inside an element: GitHub and Sphinx state it around the listing. */
export function inheritLanguage(wrapper: DomElement, language: string): string {
  return /^(?:div|figure)$/.test(wrapper.name) ? languageOf(wrapper) || language : language;
}

/** @param skipped elements to leave out */
function listingText(node: DomNode, skipped: ReadonlySet<DomElement>): string {
  if (node.kind === 'text') return node.value;
  if (skipped.has(node)) return '';
  if (node.name === 'br') return '\n';
  // The column of line numbers next to the code.
  if (node.name === 'td' && /^[\s\d]+$/.test(domText(node))) return '';
  // On `pre` and `code`, Prism's class `line-numbers` asks for a column of numbers.
  const isCode = node.name === 'pre' || node.name === 'code';
  if (node.name === 'button' || (!isCode && hasClass(node, gutter))) return '';
  const isOutsideCode = tablePartTag.test(node.name) || (node.name === 'td' && containsTag(node, /^pre$/));
  let text = '';
  for (const [index, child] of node.children.entries()) {
    if (isOutsideCode && isBlankText(child)) continue;
    if (index > 0 && isBlockInLine(child) && text !== '' && !text.endsWith('\n')) text += '\n';
    text += listingText(child, skipped);
    if (isLine(child) && beginsLine(node.children[index + 1]) && !text.endsWith('\n')) text += '\n';
  }
  return lineTag.test(node.name) && !text.endsWith('\n') ? `${text}\n` : text;
}

/** Whether an inline element is displayed as a block. */
function isBlockInLine(node: DomNode): boolean {
  return node.kind === 'element' && !lineTag.test(node.name) && hasStyle(node, blockStyle);
}

/** Whether an element is a line of a listing, by its style or the class names of highlighters. */
function isLine(node: DomNode): boolean {
  return isBlockInLine(node) || (node.kind === 'element' && node.name !== 'div' && hasClass(node, lineClass));
}

/** Whether content that follows a line is on another one. */
function beginsLine(node: DomNode | undefined): boolean {
  return node !== undefined && (node.kind === 'element' ? node.name !== 'br' : !/^\r?\n/.test(node.value));
}

function isBlankText(node: DomNode): boolean {
  return node.kind === 'text' && node.value.trim() === '';
}

/**
 * Finds line numbers whose class names say nothing: elements of one class that count up, each at the start of its line,
 * in most lines: the numbers of sections do so too.
 */
function findLineNumbers(listing: DomElement): ReadonlySet<DomElement> {
  const byClass = new Map<string, { readonly element: DomElement; readonly number: number }[]>();
  visitElements(listing, (line) => {
    const first = line.children.find((child) => child.kind === 'element' || child.value.trim() !== '');
    if (first?.kind !== 'element' || first === line.children.at(-1)) return true;
    const className = attributeOf(first, 'class');
    const text = domText(first);
    if (className === '' || first.children.length !== 1 || !/^\s*\d{1,5}\s*$/.test(text)) return true;
    const counted = byClass.get(className) ?? [];
    counted.push({ element: first, number: Number(text) });
    byClass.set(className, counted);
    return true;
  });
  const lines = domText(listing).split('\n').length;
  const counting = [...byClass.values()].filter(
    (found) =>
      found.length > 1 &&
      found.length >= lines / 2 &&
      found.every(({ number }, index) => index === 0 || number === (found[index - 1]?.number ?? 0) + 1),
  );
  return new Set(counting.flat().map(({ element }) => element));
}

function statedLanguage(listing: DomElement): string {
  let language = '';
  visitElements(listing, (element) => {
    language ||= languageOf(element);
    return language === '';
  });
  return language;
}

/** The language that Prism, highlight.js, Rouge, Pygments, Shiki, GitHub, Pandoc or SyntaxHighlighter state; '' for none. */
function languageOf(element: DomElement): string {
  const classes = attributeOf(element, 'class');
  const stated =
    /(?:^|\s)(?:language|lang)-([\w+#.-]+)/i.exec(classes)?.[1] ??
    /(?:^|\s)(?:highlight-source|highlight)-([\w+#.-]+)/i.exec(classes)?.[1] ??
    /(?:^|\s)(?:brush|lang|language|syntax):\s*([\w+#-]+)/i.exec(classes)?.[1] ??
    /(?:^|\s)(?:sourceCode|hljs|prettyprint|syntaxhighlighter)\s+([\w+#-]+)/.exec(classes)?.[1] ??
    (languageAttribute(element) || bareLanguage(element, classes));
  const language = stated.toLowerCase();
  return notLanguages.test(language) || language.startsWith('lang') || !/^[a-z][\w+#.-]{0,30}$/.test(language)
    ? ''
    : language;
}

/** The value of an attribute of a highlighter, such as `data-language` or `data-enlighter-language`. */
function languageAttribute({ attributes }: DomElement): string {
  for (const name in attributes)
    if (/^(?:data-(?:[a-z]+-)?(?:lang|language|lexer|syntax)|language|syntax)$/.test(name))
      return attributes[name] ?? '';
  return '';
}

/** A class that is the name of a language, or a `lang` that is no language of people. */
function bareLanguage(element: DomElement, classes: string): string {
  const { name } = element;
  const isListing =
    name === 'pre' || name === 'code' || (name !== 'span' && /(?:^|\s)highlight(?:\s|$)/.test(classes));
  if (!isListing) return '';
  const named = classes.split(/\s+/).find((word) => commonLanguages.test(word.toLowerCase()));
  const lang = attributeOf(element, 'lang').toLowerCase();
  return named ?? (commonLanguages.test(lang) && !peopleLanguages.test(lang) ? lang : '');
}

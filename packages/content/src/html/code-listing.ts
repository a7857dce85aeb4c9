import type { CodeBlock } from '../blocks/content-block.ts';
import { attributeOf, type DomElement, type DomNode, domText, findElement } from '../dom/dom.ts';
import { hasClass, visibleText } from './elements.ts';

/** Class names of line numbers and buttons. */
const gutter =
  /(?:^|\s)(?:line-?numbers?(?:-rows)?|linenos?|line-?no|gutter|blob-num|lnt|ln-num|hljs-ln-n(?:umbers)?|copy(?:-btn|-button|btn)?|clipboard-copy|toolbar)(?:\s|$)/i;
const lineTag = /^(?:div|p|li|tr)$/;
/** Values that mean "no language", and class names of programs. */
const notLanguages =
  /^(?:none|nohighlight|plain|plaintext|text|txt|highlight|hljs|default|code|undefined|auto|sourcecode|prettyprint|numbersource|numberlines|linenumbers)$/;
/** Languages whose names may be a class alone. */
const commonLanguages =
  /^(?:bash|sh|shell|zsh|console|powershell|batch|c|cpp|c\+\+|csharp|cs|css|dart|diff|dockerfile|elixir|erlang|go|graphql|groovy|haskell|html|http|ini|java|javascript|js|json|jsx|julia|kotlin|latex|less|lisp|lua|makefile|markdown|matlab|nginx|objectivec|ocaml|pascal|perl|php|properties|python|py|r|ruby|rust|scala|scss|sql|swift|tex|toml|tsx|typescript|ts|xml|yaml|yml)$/;

/** Reads a listing with its white space. @returns undefined for an empty one */
export function readListing(element: DomElement, parent: DomElement | undefined): CodeBlock | undefined {
  const text = visibleText(listingText(element))
    .replace(/\u00a0/g, ' ')
    .replace(/\r\n?/g, '\n')
    .replace(/^[ \t]*\n/, '')
    .trimEnd();
  if (text.trim() === '') return undefined;
  const inner = findElement(element, ({ name }) => name === 'code');
  const language =
    languageOf(element) ||
    (inner ? languageOf(inner) : '') ||
    (parent && /^(?:div|figure)$/.test(parent.name) ? languageOf(parent) : '');
  return language === '' ? { kind: 'code', text } : { kind: 'code', text, language };
}

function listingText(node: DomNode): string {
  if (node.kind === 'text') return node.value;
  if (node.name === 'br') return '\n';
  const isCode = node.name === 'pre' || node.name === 'code';
  if (node.name === 'button' || (!isCode && hasClass(node, gutter))) return '';
  if (node.name === 'td' && /^[\s\d]+$/.test(domText(node))) return '';
  const text = node.children.map(listingText).join('');
  return lineTag.test(node.name) && !text.endsWith('\n') ? `${text}\n` : text;
}

function languageOf(element: DomElement): string {
  const classes = attributeOf(element, 'class');
  const stated =
    /(?:^|\s)(?:language|lang|highlight-source|highlight)-([\w+#.-]+)/i.exec(classes)?.[1] ??
    /(?:^|\s)brush:\s*([\w+#-]+)/i.exec(classes)?.[1] ??
    classes.split(/\s+/).find((name) => commonLanguages.test(name.toLowerCase())) ??
    (attributeOf(element, 'data-lang') || attributeOf(element, 'data-language'));
  const language = stated.toLowerCase();
  return notLanguages.test(language) || !/^[a-z][\w+#.-]{0,30}$/.test(language) ? '' : language;
}

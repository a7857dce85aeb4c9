import { importPeer } from '../peers/import-peer.ts';

/** The part of a DOM node that is used. */
interface DomNode {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly tagName: string;
  readonly childNodes: Iterable<DomNode>;
  readonly parentElement: DomNode | null;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
  closest(selector: string): DomNode | null;
  querySelector(selector: string): DomNode | null;
  querySelectorAll(selector: string): ArrayLike<DomNode>;
}

/** Parses a document, as linkedom does. */
export type ParseHtml = (html: string) => { readonly document: { readonly body: DomNode } };

/** The content of a piece of HTML that a reader can see. */
export interface VisibleContent {
  readonly words: readonly string[];
  /** `LEVEL TEXT` of each heading. */
  readonly headings: readonly string[];
  /** `TEXT ADDRESS` of each link. */
  readonly links: readonly string[];
  /** Text of each cell of a data table, once for each row and column that it spans. */
  readonly cells: readonly string[];
  /** Text of each code block, without white space at its ends. */
  readonly code: readonly string[];
}

type CollectedContent = { text: string } & { [Kind in 'headings' | 'links' | 'cells' | 'code']: string[] };

const textNode = 3;
const elementNode = 1;
const hiddenTags = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'SELECT', 'TEXTAREA', 'INPUT']);
const blockTags =
  /^(?:P|DIV|LI|UL|OL|DL|DT|DD|H[1-6]|TABLE|TR|TD|TH|PRE|BLOCKQUOTE|SECTION|ARTICLE|FIGURE|FIGCAPTION|HEADER|FOOTER|BR|HR|NAV|ASIDE|MAIN|SUMMARY|DETAILS|CAPTION|FORM|FIELDSET|LABEL)$/;
const lineNumberClasses = /(?:^|\s)(?:line-?numbers?|linenos?|gutter|blob-num|rouge-gutter)(?:\s|$)/i;

/** Loads the parser of linkedom, which Quern itself does not use. */
export async function loadParser(): Promise<ParseHtml> {
  const { parseHTML } = await importPeer<{ parseHTML: ParseHtml }>('linkedom');
  return parseHTML;
}

/**
 * Reads the visible content of a piece of HTML.
 *
 * @param baseUrl URL that links are resolved against
 * @param parseHtml parser that is independent of the measured code
 */
export function extractVisibleContent(html: string, baseUrl: string, parseHtml: ParseHtml): VisibleContent {
  const { document } = parseHtml(`<!doctype html><html><body>${html}</body></html>`);
  const collected: CollectedContent = { text: '', headings: [], links: [], cells: [], code: [] };
  collect(document.body, collected, baseUrl);
  return { ...collected, links: joinAdjacentLinks(collected.links), words: splitWords(collected.text) };
}

function collect(element: DomNode, collected: CollectedContent, baseUrl: string): void {
  for (const child of element.childNodes) {
    if (child.nodeType === textNode) collected.text += child.textContent ?? '';
    if (child.nodeType !== elementNode || isHidden(child)) continue;
    const tag = child.tagName.toUpperCase();
    const isBlock = blockTags.test(tag);
    if (isBlock) collected.text += ' ';
    // Read for these elements only: for all of them it would cost the page's depth times its length.
    const text = /^(?:H[1-6]|A|T[DH])$/.test(tag) ? normalizeWords(visibleText(child)) : '';
    if (/^H[1-6]$/.test(tag) && text !== '') collected.headings.push(`${tag[1]} ${text}`);
    if (tag === 'A' && text !== '') addLink(child, text, collected, baseUrl);
    if (/^T[DH]$/.test(tag) && isDataTable(child.closest('table'))) addCell(child, text, collected);
    if (tag === 'PRE' && !/^[\s\d]*$/.test(child.textContent ?? '')) collected.code.push(codeText(child));
    collect(child, collected, baseUrl);
    if (isBlock) collected.text += ' ';
  }
}

function isHidden(element: DomNode): boolean {
  return (
    hiddenTags.has(element.tagName.toUpperCase()) ||
    lineNumberClasses.test(element.getAttribute('class') ?? '')
  );
}

function addLink(link: DomNode, text: string, collected: CollectedContent, baseUrl: string): void {
  if (!link.hasAttribute('href') || isLineNumber(link)) return;
  const href = link.getAttribute('href') ?? '';
  const address = href.startsWith('#') ? href : decodeBrackets(URL.parse(href, baseUrl)?.href ?? '');
  if (/^(?:https?|mailto|tel|#)/.test(address)) collected.links.push(`${text} ${address}`);
}

/** `[` and its percent-encoded form are the same address. */
function decodeBrackets(address: string): string {
  return address.replaceAll('%5B', '[').replaceAll('%5D', ']');
}

function addCell(cell: DomNode, text: string, collected: CollectedContent): void {
  if (text === '') return;
  const columns = Math.max(1, Number(cell.getAttribute('colspan') ?? 1) || 1);
  const rows = Math.max(1, Number(cell.getAttribute('rowspan') ?? 1) || 1);
  for (let count = 0; count < columns * rows; count++) collected.cells.push(text);
}

/** False for layout tables: those that contain code or other tables, or have a single row or column. */
function isDataTable(table: DomNode | null): boolean {
  if (!table || /^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return false;
  if (table.querySelector('table, pre') || table.parentElement?.closest('table')) return false;
  const rowCount = table.querySelectorAll('tr').length;
  return rowCount > 1 && table.querySelectorAll('td, th').length > rowCount;
}

/**
 * Joins consecutive links with the same address: Markdown has to split a link around several blocks into one for
 * each block.
 */
function joinAdjacentLinks(links: readonly string[]): string[] {
  const joined: string[] = [];
  for (const link of links) {
    const address = link.slice(link.lastIndexOf(' '));
    const last = joined.at(-1);
    if (last?.endsWith(address)) joined[joined.length - 1] = `${last.slice(0, -address.length)} ${link}`;
    else joined.push(link);
  }
  return joined;
}

function visibleText(element: DomNode): string {
  let text = '';
  for (const child of element.childNodes) {
    if (child.nodeType === textNode) text += child.textContent ?? '';
    if (child.nodeType !== elementNode || isHidden(child)) continue;
    text += blockTags.test(child.tagName.toUpperCase()) ? ` ${visibleText(child)} ` : visibleText(child);
  }
  return text;
}

function codeText(pre: DomNode): string {
  return codeLines(pre)
    .replace(/\u00a0/g, ' ')
    .replace(/\r\n?/g, '\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
}

/** Syntax highlighters end lines with line breaks or use an element for each line. */
function codeLines(element: DomNode): string {
  let text = '';
  for (const child of element.childNodes) {
    if (child.nodeType === textNode) text += child.textContent ?? '';
    if (child.nodeType !== elementNode) continue;
    const tag = child.tagName.toUpperCase();
    const isLineNumberColumn = lineNumberClasses.test(child.getAttribute('class') ?? '');
    if (tag === 'BR') text += '\n';
    else if (!isLineNumberColumn && tag !== 'BUTTON') text += codeLines(child);
    if (/^(?:DIV|P|LI)$/.test(tag) && !text.endsWith('\n')) text += '\n';
  }
  return text;
}

function normalizeWords(text: string): string {
  return splitWords(text).join(' ');
}

/** Words with their case, which Markdown must preserve. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Line numbers of code are often links, and are not content. */
function isLineNumber(link: DomNode): boolean {
  return /^\s*\d+\s*$/.test(link.textContent ?? '') && link.closest('pre') !== null;
}

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
export type ParseHtml = (html: string) => {
  readonly document: { readonly body: DomNode } & Pick<DomNode, 'querySelectorAll'>;
};

/** The content of a piece of HTML that a reader can see. */
export interface VisibleContent {
  readonly words: readonly string[];
  /** `LEVEL TEXT` of each heading. */
  readonly headings: readonly string[];
  /** `TEXT ADDRESS` of each link. */
  readonly links: readonly string[];
  /** Text of each cell of a data table, once for each row that it spans, and each column if it is not alone. */
  readonly cells: readonly string[];
  /** Text of each code block, without white space at its ends. */
  readonly code: readonly string[];
}

type CollectedContent = { text: string } & { [Kind in 'headings' | 'links' | 'cells' | 'code']: string[] };

const textNode = 3;
const elementNode = 1;
const hiddenTags = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'SELECT', 'TEXTAREA', 'INPUT']);
const blockTags =
  /^(?:P|DIV|LI|UL|OL|DL|DT|DD|H[1-6]|TABLE|TR|TD|TH|PRE|BLOCKQUOTE|SECTION|ARTICLE|FIGURE|FIGCAPTION|HEADER|FOOTER|BR|HR|NAV|ASIDE|MAIN|SUMMARY|DETAILS|CAPTION|FORM|FIELDSET|LABEL|BUTTON)$/;
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

/** Characters that are not displayed: soft hyphens, zero-width spaces and controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is removed.
const invisible = /[\u00AD\u200B\u2060\uFEFF\u0000-\u0008\u000E-\u001F\u007F]/g;

/** Reads the text of a piece of HTML as it is displayed, with white space collapsed, and quotation marks around `q`. */
export function readText(html: string, parseHtml: ParseHtml): string {
  const { document } = parseHtml(`<!doctype html><html><body>${html}</body></html>`);
  return visibleText(document.body).replace(invisible, '').replace(/\s+/g, ' ').trim();
}

function collect(element: DomNode, collected: CollectedContent, baseUrl: string): void {
  for (const child of element.childNodes) {
    if (child.nodeType === textNode) collected.text += child.textContent ?? '';
    if (child.nodeType !== elementNode || isHidden(child)) continue;
    const tag = child.tagName.toUpperCase();
    const isBlock = blockTags.test(tag);
    if (isBlock) collected.text += ' ';
    // Read for these elements only: for all of them it would cost the page's depth times its length.
    const text = /^(?:H[1-6]|T[DH])$/.test(tag) ? normalizeWords(visibleText(child)) : '';
    if (/^H[1-6]$/.test(tag) && text !== '') collected.headings.push(`${tag[1]} ${text}`);
    if (tag === 'A') addLink(child, normalizeWords(textBeforeNestedLink(child)), collected, baseUrl);
    if (/^T[DH]$/.test(tag) && isDataTable(child.closest('table'))) addCell(child, text, collected);
    if (tag === 'PRE' && !/^[\s\d]*$/.test(child.textContent ?? '')) collected.code.push(codeText(child));
    collect(child, collected, baseUrl);
    if (isBlock) collected.text += ' ';
  }
}

function isHidden(element: DomNode): boolean {
  return (
    hiddenTags.has(element.tagName.toUpperCase()) ||
    (!/^(?:PRE|CODE)$/i.test(element.tagName) &&
      lineNumberClasses.test(element.getAttribute('class') ?? '') &&
      element.closest('pre, table') !== null)
  );
}

function addLink(link: DomNode, text: string, collected: CollectedContent, baseUrl: string): void {
  if (text === '' || !link.hasAttribute('href') || isLineNumber(link)) return;
  const href = link.getAttribute('href') ?? '';
  const address = decodePercent(href.startsWith('#') ? href : (URL.parse(href, baseUrl)?.href ?? ''));
  if (/^(?:https?|mailto|tel|#)/.test(address)) collected.links.push(`${text} ${address}`);
}

/** Percent-encoded ASCII is compared in its decoded form. */
function decodePercent(address: string): string {
  return address.replace(/%[2-7][\da-f]/gi, decodeURIComponent);
}

/** The text of a link up to a link inside it, where browsers end the outer one. */
function textBeforeNestedLink(link: DomNode): string {
  const nested = link.querySelector('a');
  return nested === null ? visibleText(link) : textUntil(link, nested).text;
}

function textUntil(element: DomNode, end: DomNode): { readonly text: string; readonly isEnd: boolean } {
  let text = '';
  for (const child of element.childNodes) {
    if (child === end) return { text, isEnd: true };
    if (child.nodeType === textNode) text += child.textContent ?? '';
    if (child.nodeType !== elementNode || isHidden(child)) continue;
    const inside = textUntil(child, end);
    text += blockTags.test(child.tagName.toUpperCase()) ? ` ${inside.text} ` : inside.text;
    if (inside.isEnd) return { text, isEnd: true };
  }
  return { text, isEnd: false };
}

function addCell(cell: DomNode, text: string, collected: CollectedContent): void {
  if (text === '') return;
  const columns = Math.max(1, Number(cell.getAttribute('colspan') ?? 1) || 1);
  const rows = Math.max(1, Number(cell.getAttribute('rowspan') ?? 1) || 1);
  const isAlone = [...(cell.parentElement?.childNodes ?? [])].every(
    (sibling) => sibling === cell || sibling.nodeType !== elementNode,
  );
  for (let count = 0; count < (isAlone ? 1 : columns) * rows; count++) collected.cells.push(text);
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
    const tag = child.tagName.toUpperCase();
    const inside = visibleText(child);
    text += tag === 'Q' ? `"${inside}"` : blockTags.test(tag) ? ` ${inside} ` : inside;
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
    const isLineNumberColumn = tag !== 'CODE' && lineNumberClasses.test(child.getAttribute('class') ?? '');
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

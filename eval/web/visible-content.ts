import { parseHTML } from 'linkedom';

/** What is asked of a parsed element. */
interface Node {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly tagName: string;
  readonly childNodes: Iterable<Node>;
  readonly parentElement: Node | null;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
  closest(selector: string): Node | null;
  querySelector(selector: string): Node | null;
  querySelectorAll(selector: string): ArrayLike<Node>;
}

/** What a reader of a piece of a page can see: what must survive the way through Markdown. */
export interface VisibleContent {
  readonly words: readonly string[];
  /** `level text`. */
  readonly headings: readonly string[];
  /** `text address`. */
  readonly links: readonly string[];
  /** Text of all cells of data tables, those that span repeated. */
  readonly cells: readonly string[];
  /** Code blocks, without white space at their ends. */
  readonly code: readonly string[];
}

const unseen = new Set('SCRIPT STYLE TEMPLATE SELECT TEXTAREA INPUT'.split(' '));
const blocks =
  /^(?:P|DIV|LI|UL|OL|DL|DT|DD|H[1-6]|TABLE|TR|TD|TH|PRE|BLOCKQUOTE|SECTION|ARTICLE|FIGURE|FIGCAPTION|HEADER|FOOTER|BR|HR|NAV|ASIDE|MAIN|SUMMARY|DETAILS|CAPTION|FORM|FIELDSET|LABEL)$/;

const gutter = /(?:^|\s)(?:line-?numbers?|linenos?|gutter|blob-num|rouge-gutter)(?:\s|$)/i;

/** Reads the facts of a piece of HTML with a parser that the product does not use. Addresses are resolved against `baseUrl`. */
export function extractVisibleContent(html: string, baseUrl: string): VisibleContent {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  const facts = {
    text: '',
    headings: [] as string[],
    links: [] as string[],
    cells: [] as string[],
    code: [] as string[],
  };
  visit(document.body, facts, baseUrl);
  return { ...facts, links: joinNeighbours(facts.links), words: wordsOf(facts.text) };
}

interface Found {
  text: string;
  headings: string[];
  links: string[];
  cells: string[];
  code: string[];
}

function visit(element: Node, found: Found, baseUrl: string): void {
  for (const child of element.childNodes) {
    if (child.nodeType === 3) found.text += child.textContent ?? '';
    if (child.nodeType !== 1) continue;
    const name = child.tagName.toUpperCase();
    if (unseen.has(name) || isUnseen(child)) continue;
    if (blocks.test(name)) found.text += ' ';
    // Read where it is wanted only: for every element it would cost the page's depth times its length.
    const own = /^(?:H[1-6]|A|T[DH])$/.test(name) ? tidy(seenText(child)) : '';
    if (/^H[1-6]$/.test(name) && own !== '') found.headings.push(`${name[1]} ${own}`);
    if (name === 'A' && child.hasAttribute('href') && own !== '') {
      const href = child.getAttribute('href') ?? '';
      const address = href.startsWith('#') ? href : decoded(URL.parse(href, baseUrl)?.href ?? '');
      if (/^(?:https?|mailto|tel|#)/.test(address) && !isLineNumber(child))
        found.links.push(`${own} ${address}`);
    }
    if (/^T[DH]$/.test(name) && isData(child.closest('table'))) addCell(child, own, found);
    if (name === 'PRE' && !/^[\s\d]*$/.test(child.textContent ?? '')) found.code.push(codeText(child));
    visit(child, found, baseUrl);
    if (blocks.test(name)) found.text += ' ';
  }
}

/** `[` and its escape name the same place. */
function decoded(address: string): string {
  return address.replaceAll('%5B', '[').replaceAll('%5D', ']');
}

function addCell(cell: Node, text: string, found: Found): void {
  if (text === '') return;
  const columns = Math.max(1, Number(cell.getAttribute('colspan') ?? 1) || 1);
  const rows = Math.max(1, Number(cell.getAttribute('rowspan') ?? 1) || 1);
  for (let count = 0; count < columns * rows; count++) found.cells.push(text);
}

/** Tables that hold blocks, other tables or a single row or column lay out a page or show code. */
function isData(table: Node | null): boolean {
  if (!table || /^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return false;
  if (table.querySelector('table, pre') || table.parentElement?.closest('table')) return false;
  return (
    table.querySelectorAll('tr').length > 1 &&
    table.querySelectorAll('td, th').length > table.querySelectorAll('tr').length
  );
}

/** A link around several blocks becomes one for each block: of one address, one behind another, they count as one. */
function joinNeighbours(links: readonly string[]): string[] {
  const joined: string[] = [];
  for (const link of links) {
    const at = link.lastIndexOf(' ');
    const last = joined.at(-1);
    const address = link.slice(at);
    if (last?.endsWith(address)) joined[joined.length - 1] = `${last.slice(0, -address.length)} ${link}`;
    else joined.push(link);
  }
  return joined;
}

function isUnseen(element: Node): boolean {
  return gutter.test(element.getAttribute('class') ?? '');
}

function seenText(element: Node): string {
  let text = '';
  for (const child of element.childNodes) {
    if (child.nodeType === 3) text += child.textContent ?? '';
    if (child.nodeType !== 1) continue;
    const name = child.tagName.toUpperCase();
    if (unseen.has(name) || isUnseen(child)) continue;
    text += blocks.test(name) ? ` ${seenText(child)} ` : seenText(child);
  }
  return text;
}

function codeText(pre: Node): string {
  return linesOf(pre)
    .replace(/\u00a0/g, ' ')
    .replace(/\r\n?/g, '\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
}

/** Highlighters end lines by line breaks or by an element for each line. */
function linesOf(element: Node): string {
  let text = '';
  for (const child of element.childNodes) {
    if (child.nodeType === 3) text += child.textContent ?? '';
    if (child.nodeType !== 1) continue;
    const name = child.tagName.toUpperCase();
    if (name === 'BR') text += '\n';
    else if (!isUnseen(child) && name !== 'BUTTON') text += linesOf(child);
    if (/^(?:DIV|P|LI)$/.test(name) && !text.endsWith('\n')) text += '\n';
  }
  return text;
}

function tidy(text: string): string {
  return wordsOf(text).join(' ');
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Line numbers of code are no content, and often links. */
function isLineNumber(link: Node): boolean {
  return /^\s*\d+\s*$/.test(link.textContent ?? '') && link.closest('pre') !== null;
}

import { collapseWhitespace } from '@quern/text/collapse-whitespace';

const invisibleTags = new Set(['script', 'style', 'template', 'title', 'noscript']);

/**
 * Returns the approximate visible text of a page, up to about `lengthMax` characters: enough to distinguish a page
 * with content from an empty one. Runs in one pass without a parser, in linear time on any input.
 */
export function visibleText(html: string, lengthMax: number): string {
  const unclosed = new Set<string>();
  const pieces: string[] = [];
  let length = 0;
  let index = 0;
  while (index < html.length && length <= lengthMax) {
    const open = html.indexOf('<', index);
    const piece = normalizeTextWhitespace(html.slice(index, open < 0 ? html.length : open));
    if (piece !== '') pieces.push(piece);
    length += piece === '' ? 0 : piece.length + 1;
    if (open < 0) break;
    index = afterTag(html, open, unclosed);
  }
  return pieces.join(' ');
}

/**
 * Returns the index after a tag, and after the content of an invisible element.
 * @param unclosed names of elements without an end tag, so that each is searched for once
 */
function afterTag(html: string, open: number, unclosed: Set<string>): number {
  if (html.startsWith('<!--', open)) return indexAfter(html, '-->', open + 4);
  const name = /^<([a-z]+)/i.exec(html.slice(open, open + 12))?.[1]?.toLowerCase() ?? '';
  const end = indexAfter(html, '>', open + 1);
  if (!invisibleTags.has(name) || unclosed.has(name) || html[end - 2] === '/') return end;
  const close = new RegExp(`</${name}[\\s>]`, 'gi');
  close.lastIndex = end;
  const found = close.exec(html);
  if (found) return indexAfter(html, '>', found.index);
  unclosed.add(name);
  // An unclosed script or style hides the rest of the page in browsers too; other elements end implicitly.
  return name === 'script' || name === 'style' ? html.length : end;
}

function indexAfter(html: string, delimiter: string, from: number): number {
  const index = html.indexOf(delimiter, from);
  return index < 0 ? html.length : index + delimiter.length;
}

/** Collapses white space, including no-break spaces written as entities. */
export function normalizeTextWhitespace(text: string): string {
  return collapseWhitespace(text.replace(/&(?:nbsp|#160);/g, ' '));
}

import type { Element, ElementContent } from 'hast';
import { getProperty } from '../page/tree/hast.ts';

const blockTag = /^(?:p|div|section|h[1-6])$/;
/** Text without characters to escape: letters of any script, digits, and punctuation without a meaning inside a line. */
const plainText =
  /^[\p{L}\p{M}\p{N} ,.;:'"()?!%/\u00a0\u2010-\u2027\u20ac\u00a3\u00ab\u00bb\u00b0\u00a9\u00ae\u2122-]*$/u;
/** Start of a line that Markdown reads as a list item. */
const listItemStart = /^(?:\d+[.)]|[-+])/;
/** Text that Markdown turns into a link without any markup; the full conversion escapes it. */
const autolink = /w\.[-.\w]|:\/\//i;
/** URL without characters to escape. */
const plainUrl = /^https?:\/\/[\w./?#%=+,;~-]*$/;
/** Delimiters by tag. */
const emphasis: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '*', i: '*' };
/** Text before and after emphasis with which its delimiters are recognized (https://spec.commonmark.org/#left-flanking-delimiter-run). */
const opensAfter = /^[ (]?$/;
const closesBefore = /^(?:$|[ ,.;:?!)])/;
const innerPlain = /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/u;

/**
 * Writes a paragraph or heading of plain words, links and emphasis exactly as the full conversion would, in a fraction
 * of the time. Most blocks of most pages are of this kind.
 * @returns undefined if the block requires the full conversion
 */
export function writePlainBlock(element: Element): string | undefined {
  if (!blockTag.test(element.tagName)) return undefined;
  const pieces = piecesOf(element.children);
  if (!pieces) return undefined;
  trimEnds(pieces);
  const writtenPieces: string[] = [];
  let last = '';
  for (const [index, piece] of pieces.entries()) {
    const written = writePiece(piece, last, pieces[index + 1]);
    if (written === undefined) return undefined;
    writtenPieces.push(written);
    last = written.at(-1) ?? last;
  }
  // No-break spaces are removed too, as at the ends of every part.
  const line = writtenPieces.join('').trim();
  if (line === '') return undefined;
  const level = element.tagName.startsWith('h') ? Number(element.tagName[1]) : 0;
  if (level > 0) return `${'#'.repeat(level)} ${line}`;
  return listItemStart.test(pieces[0]?.text ?? '') ? undefined : line;
}

interface Piece {
  text: string;
  /** '' for text outside elements. */
  readonly tag: string;
  readonly href: string;
}

/** Returns texts and elements that contain only text, with collapsed white space; undefined if there is anything else. */
function piecesOf(children: readonly ElementContent[]): Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const child of children) {
    if (child.type === 'text') {
      const last = pieces.at(-1);
      // An element between the two texts may have been dropped, such as an empty link.
      if (last?.tag === '') last.text += child.value;
      else pieces.push({ text: child.value, tag: '', href: '' });
      continue;
    }
    if (child.type !== 'element') return undefined;
    const [only] = child.children;
    const isInline = child.tagName === 'a' || Object.hasOwn(emphasis, child.tagName);
    if (!isInline || child.children.length !== 1 || only?.type !== 'text') return undefined;
    const href = getProperty(child, 'href');
    if (child.tagName === 'a' && !plainUrl.test(href)) return undefined;
    const text = collapse(only.value);
    // The full conversion moves white space at the ends out of the element.
    if (!innerPlain.test(text)) return undefined;
    pieces.push({ text, tag: child.tagName, href });
  }
  for (const piece of pieces) if (piece.tag === '') piece.text = collapse(piece.text);
  return pieces;
}

function collapse(text: string): string {
  return text.replace(/[\t\n\v\f\r ]+/g, ' ');
}

function trimEnds(pieces: Piece[]): void {
  while (isBlank(pieces[0])) pieces.shift();
  while (isBlank(pieces.at(-1))) pieces.pop();
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first?.tag === '') first.text = first.text.replace(/^ /, '');
  if (last?.tag === '') last.text = last.text.replace(/ $/, '');
}

function isBlank(piece: Piece | undefined): boolean {
  return piece?.tag === '' && (piece.text === '' || piece.text === ' ');
}

/** @param before last character written so far; '' at the start */
function writePiece(piece: Piece, before: string, next: Piece | undefined): string | undefined {
  if (!plainText.test(piece.text) || autolink.test(piece.text)) return undefined;
  if (piece.tag === '') return piece.text;
  if (piece.tag === 'a')
    return next?.tag === 'a' || before === '!' ? undefined : `[${piece.text}](${piece.href})`;
  const follows = next === undefined ? '' : next.tag === '' ? next.text : 'x';
  if (!opensAfter.test(before) || !closesBefore.test(follows)) return undefined;
  const mark = emphasis[piece.tag] ?? '';
  return `${mark}${piece.text}${mark}`;
}

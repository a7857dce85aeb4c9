import type { Element, ElementContent } from 'hast';
import { getProperty } from '../page/tree/hast.ts';

const blockTag = /^(?:p|div|section|h[1-6])$/;
/**
 * Text in which Markdown has nothing to escape: letters of any script, digits, and signs that mean nothing
 * in the midst of a line.
 */
const plainText =
  /^[\p{L}\p{M}\p{N} ,.;:'"()?!%/\u00a0\u2010-\u2027\u20ac\u00a3\u00ab\u00bb\u00b0\u00a9\u00ae\u2122-]*$/u;
/** Would be read as an item of a list. */
const notPlain = /^(?:\d+[.)]|[-+])/;
/** Read as addresses without any mark; the full conversion escapes them. */
const addressLike = /w\.[-.\w]|:\/\//i;
const plainAddress = /^https?:\/\/[\w./?#%=+,;~-]*$/;
const emphasis: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '*', i: '*' };
const opensAfter = /^[ (]?$/;
const closesBefore = /^(?:$|[ ,.;:?!)])/;
const innerPlain = /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/u;

/**
 * Writes a paragraph or a heading of plain words, links and emphasis, the greater part of most pages, as the
 * full conversion would, at a fraction of its time; undefined for all that needs the full one.
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
  // As at the ends of every part, no-break spaces go too.
  const line = writtenPieces.join('').trim();
  if (line === '') return undefined;
  const level = element.tagName.startsWith('h') ? Number(element.tagName[1]) : 0;
  if (level > 0) return `${'#'.repeat(level)} ${line}`;
  return notPlain.test(pieces[0]?.text ?? '') ? undefined : line;
}

interface Piece {
  text: string;
  /** '' for text outside of elements. */
  readonly tag: string;
  readonly href: string;
}

/** Text and elements with nothing but text inside, white space collapsed; undefined for anything else. */
function piecesOf(children: readonly ElementContent[]): Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const child of children) {
    if (child.type === 'text') {
      const last = pieces.at(-1);
      // What stood between two texts may have gone, an empty link for instance.
      if (last?.tag === '') last.text += child.value;
      else pieces.push({ text: child.value, tag: '', href: '' });
      continue;
    }
    if (child.type !== 'element') return undefined;
    const [only] = child.children;
    const known = child.tagName === 'a' || Object.hasOwn(emphasis, child.tagName);
    if (!known || child.children.length !== 1 || only?.type !== 'text') return undefined;
    const href = getProperty(child, 'href');
    if (child.tagName === 'a' && !plainAddress.test(href)) return undefined;
    const text = collapse(only.value);
    // White space at its ends moves out of an element; the full conversion knows where to.
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

/** @param before the last character of what is written already; '' at the beginning */
function writePiece(piece: Piece, before: string, next: Piece | undefined): string | undefined {
  if (!plainText.test(piece.text) || addressLike.test(piece.text)) return undefined;
  if (piece.tag === '') return piece.text;
  if (piece.tag === 'a')
    return next?.tag === 'a' || before === '!' ? undefined : `[${piece.text}](${piece.href})`;
  const follows = next === undefined ? '' : next.tag === '' ? next.text : 'x';
  if (!opensAfter.test(before) || !closesBefore.test(follows)) return undefined;
  const mark = emphasis[piece.tag] ?? '';
  return `${mark}${piece.text}${mark}`;
}

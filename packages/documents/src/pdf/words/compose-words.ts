import type { Glyph, PageContents } from '@quern/pdf';
import { cleanText, isRightToLeft } from './clean-text.ts';
import { ascent, descent, isMiddleIn, type Word } from './word.ts';

/** Gaps between words in parts of the font size, for text with and without characters for spaces. */
const gapWithSpaces = 0.28;
const gapWithoutSpaces = 0.16;
/** Italic letters such as f reach beyond their width, into the space after them. */
const italicGapWithoutSpaces = 0.08;
/** Links of a page that are looked at. */
const linksMax = 500;

/** Composes upright glyphs, in the order of the content, to words. */
export function composeWords(glyphs: readonly Glyph[], links: PageContents['links']): Word[] {
  const spaces = glyphs.reduce((count, { text }) => count + (isSpace(text) ? 1 : 0), 0);
  const hasSpaces = spaces * 25 > glyphs.length;
  const composer = new WordComposer(hasSpaces, new LinkFinder(links.slice(0, linksMax)));
  for (const glyph of glyphs) composer.add(glyph);
  return composer.finish();
}

const bullet = /^[•◦▪▫■□●○‣⁃➢➤►▸▶❖◆◇➔✓✔✗・◎\uf0b7\uf0a7\uf0d8\uf0fc]$/u;

/** Whether a sign at the beginning of a word is a word itself, a bullet; the same sign twice is none. */
function endsAsBullet(sign: string, next: string): boolean {
  // In Chinese and Japanese, a circle stands for a name or a number.
  return bullet.test(sign) && next !== sign && !(sign === '○' && /^\p{Lo}/u.test(next));
}

class WordComposer {
  readonly #words: Word[] = [];
  readonly #hasSpaces: boolean;
  readonly #links: LinkFinder;
  #glyphs: Glyph[] = [];
  #link: PageContents['links'][number] | undefined;
  #isAttached = false;
  #hasSpace = false;

  /** @param hasSpaces whether the text has characters for spaces */
  constructor(hasSpaces: boolean, links: LinkFinder) {
    this.#hasSpaces = hasSpaces;
    this.#links = links;
  }

  add(glyph: Glyph): void {
    if (isSpace(glyph.text)) {
      this.#hasSpace = true;
      return;
    }
    const last = this.#glyphs.at(-1);
    const isNear = last !== undefined && !this.#hasSpace && isAdjacent(last, glyph, this.#gapAfter(last));
    const link = this.#links.find(glyph);
    const isSame =
      last !== undefined &&
      isNear &&
      looksAlike(last, glyph) &&
      link === this.#link &&
      !(this.#glyphs.length === 1 && !this.#isAttached && endsAsBullet(last.text, glyph.text));
    if (last !== undefined && !isSame) this.#endWord();
    if (this.#glyphs.length === 0) this.#isAttached = isNear;
    this.#link = link;
    this.#glyphs.push(glyph);
    this.#hasSpace = false;
  }

  finish(): Word[] {
    this.#endWord();
    return this.#words;
  }

  #gapAfter({ style }: Glyph): number {
    if (this.#hasSpaces) return gapWithSpaces;
    return style.isItalic ? italicGapWithoutSpaces : gapWithoutSpaces;
  }

  #endWord(): void {
    const [first] = this.#glyphs;
    if (first === undefined) return;
    const hasRightToLeft = this.#glyphs.some(({ text }) => isRightToLeft(text));
    const glyphs = hasRightToLeft
      ? orderLigatures(this.#glyphs.toSorted((a, b) => b.box.left - a.box.left))
      : this.#glyphs;
    const text = cleanText(glyphs.map((glyph) => glyph.text).join(''), first.style.fontName);
    const { size } = first.style;
    if (text !== '')
      this.#words.push({
        text,
        left: Math.min(...glyphs.map(({ box }) => box.left)),
        right: Math.max(...glyphs.map(({ box }) => box.right)),
        top: first.y - size * ascent,
        bottom: first.y + size * descent,
        baseline: first.y,
        size,
        look: first.style,
        isAttached: this.#isAttached,
        url: this.#link && isAddress(this.#link.url) ? this.#link.url : undefined,
        isReference: this.#link?.url === '',
        markedContentId: first.style.markedContentId,
      });
    this.#glyphs = [];
  }
}

const alef = /^[\u0622\u0623\u0625\u0627]$/;
const lam = '\u0644';

/** Puts the letters of the ligature of lam and alef, which PDFium returns from left to right at one place, in their order. */
function orderLigatures(glyphs: readonly Glyph[]): Glyph[] {
  const ordered = [...glyphs];
  for (const [index, glyph] of glyphs.entries()) {
    const next = glyphs[index + 1];
    if (next === undefined || next.text !== lam || !alef.test(glyph.text)) continue;
    if (next.box.left !== glyph.box.left || next.box.right !== glyph.box.right) continue;
    [ordered[index], ordered[index + 1]] = [next, glyph];
  }
  return ordered;
}

const isSpace = (text: string): boolean => /^[\s\u200b\ufeff]$/.test(text) || text === '\0';

/** Whether a glyph follows another one directly, in either direction. */
function isAdjacent(last: Glyph, next: Glyph, gapMax: number): boolean {
  const size = Math.max(last.style.size, next.style.size);
  if (Math.abs(next.y - last.y) > size * 0.6) return false;
  const isReversed = isRightToLeft(next.text) || isRightToLeft(last.text);
  // Italic letters begin before their place.
  const gap = (isReversed ? next.box.left : Math.max(next.box.left, next.x)) - last.box.right;
  const gapBack = last.box.left - next.box.right;
  const isAfter = gap < size * gapMax && gap > -size * 1.2;
  return isAfter || (isReversed && gapBack < size * gapMax && gapBack > -size * 0.8);
}

function looksAlike(a: Glyph, b: Glyph): boolean {
  const [one, other] = [a.style, b.style];
  return (
    one === other ||
    (one.isBold === other.isBold &&
      one.isItalic === other.isItalic &&
      one.isMonospaced === other.isMonospaced &&
      one.markedContentId === other.markedContentId &&
      Math.abs(one.size - other.size) < 0.1 * one.size &&
      Math.abs(a.y - b.y) < 0.1 * one.size)
  );
}

/** Finds the link at the middle of a glyph. */
class LinkFinder {
  readonly #links: PageContents['links'];

  constructor(links: PageContents['links']) {
    this.#links = links;
  }

  find({ box }: Glyph): PageContents['links'][number] | undefined {
    return this.#links.find((link) => isMiddleIn(box, link));
  }
}

const isAddress = (url: string): boolean => /^(?:https?|mailto|ftp|tel):/i.test(url);

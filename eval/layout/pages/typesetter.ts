import type { Box } from '@quern/layout';
import type { RandomSource } from '../../ocr/render/drawing/random-source.ts';
import { type FontName, widthOf } from './font.ts';
import type { PlacedLine, PlacedPage, PlacedWord, Unit } from './placed-page.ts';

/** How a text is set. */
export interface TextStyle {
  readonly font: FontName;
  readonly size: number;
  /** Distance of baselines in parts of the size. */
  readonly leading: number;
  readonly align: 'left' | 'justify' | 'center' | 'right';
  /** Indentation of the first line of paragraphs, in points. */
  readonly indent: number;
  /** Whether words are divided at the ends of lines. */
  readonly isHyphenated: boolean;
}

/** A part of a column that text fills from top to bottom. */
export interface Slot {
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
}

/** Letters that a word has at least on each line when it is divided. */
const partMin = 3;

/** Sets a page, in reading order. */
export class Typesetter {
  readonly random: RandomSource;
  readonly width: number;
  readonly height: number;
  readonly #units: Unit[] = [];
  readonly #figures: Box[] = [];
  readonly #rules: Box[] = [];

  constructor(random: RandomSource, width = 595, height = 842) {
    this.random = random;
    this.width = width;
    this.height = height;
  }

  /** Sets a text below a height. @returns the height below it */
  text(
    text: string,
    { x, width, top }: Omit<Slot, 'bottom'>,
    style: TextStyle,
    kind: Unit['kind'] = 'text',
  ): number {
    const slots = [{ x, width, top, bottom: Infinity }];
    return this.flow([text], slots, style, { kind }).top;
  }

  /**
   * Sets paragraphs into slots, one after the other, as far as they fit.
   *
   * @returns where the text ended
   */
  flow(
    paragraphs: readonly string[],
    slots: readonly Slot[],
    style: TextStyle,
    { kind = 'text', gap = 0 }: { kind?: Unit['kind']; gap?: number } = {},
  ): { slot: number; top: number } {
    const pitch = style.size * style.leading;
    let at = 0;
    let top = slots[0]?.top ?? 0;
    for (const paragraph of paragraphs) {
      const lines: PlacedLine[] = [];
      let rest = paragraph.split(' ');
      while (rest.length > 0) {
        let slot = slots[at];
        if (slot !== undefined && top + pitch > slot.bottom) {
          at += 1;
          slot = slots[at];
          top = slot?.top ?? 0;
        }
        if (slot === undefined) break;
        const indent = lines.length === 0 ? style.indent : 0;
        const [line, remaining] = this.#setLine(rest, { ...slot, top, bottom: 0 }, style, indent);
        lines.push(line);
        rest = remaining;
        top += pitch;
      }
      if (lines.length > 0) this.#units.push({ kind, lines });
      if (slots[at] === undefined) break;
      top += gap;
    }
    return { slot: at, top };
  }

  /** Sets a table, whose cells are wrapped in their columns. @returns the height below it */
  table(
    rows: readonly (readonly string[])[],
    columns: readonly { readonly x: number; readonly width: number; readonly align?: TextStyle['align'] }[],
    top: number,
    style: TextStyle,
    { gap = 3, header = style.font }: { gap?: number; header?: FontName } = {},
  ): number {
    const pitch = style.size * style.leading;
    const lines: PlacedLine[] = [];
    let y = top;
    for (const [index, cells] of rows.entries()) {
      let bottom = y + pitch;
      for (const [column, text] of cells.entries()) {
        const place = columns[column];
        if (place === undefined || text === '') continue;
        let rest = text.split(' ');
        let lineTop = y;
        while (rest.length > 0) {
          const cellStyle = {
            ...style,
            font: index === 0 ? header : style.font,
            align: place.align ?? 'left',
          };
          const [line, remaining] = this.#setLine(rest, { ...place, top: lineTop, bottom: 0 }, cellStyle, 0);
          lines.push(line);
          rest = remaining;
          lineTop += pitch;
        }
        bottom = Math.max(bottom, lineTop);
      }
      y = bottom + gap;
    }
    this.#units.push({ kind: 'table', lines });
    return y;
  }

  /** Draws a picture. */
  figure(box: Box): void {
    this.#figures.push(box);
  }

  /** Draws a line. */
  rule(left: number, top: number, right: number, bottom = top + 0.5): void {
    this.#rules.push({ left, top, right, bottom });
  }

  /** The page. */
  finish(): PlacedPage {
    return {
      width: this.width,
      height: this.height,
      units: this.#units,
      figures: this.#figures,
      rules: this.#rules,
    };
  }

  /** Sets as many words as fit. */
  #setLine(words: readonly string[], slot: Slot, style: TextStyle, indent: number): [PlacedLine, string[]] {
    const { font, size } = style;
    const space = widthOf(' ', font, size);
    const width = slot.width - indent;
    const taken: string[] = [];
    let used = 0;
    let at = 0;
    for (; at < words.length; at += 1) {
      const word = words[at] ?? '';
      const wordWidth = widthOf(word, font, size);
      if (taken.length > 0 && used + space + wordWidth > width) break;
      used += (taken.length > 0 ? space : 0) + wordWidth;
      taken.push(word);
    }
    const rest = words.slice(at);
    if (style.isHyphenated && rest[0] !== undefined && this.random.chance(0.7)) {
      const [part, remaining] = divide(rest[0], width - used - space, font, size);
      if (part !== '') {
        taken.push(part);
        used += space + widthOf(part, font, size);
        rest[0] = remaining;
      }
    }
    const isLast = rest.length === 0;
    const extra =
      style.align === 'justify' && !isLast && taken.length > 1 ? (width - used) / (taken.length - 1) : 0;
    let x = slot.x + indent;
    if (style.align === 'center') x += (width - used) / 2;
    if (style.align === 'right') x += width - used;
    const baseline = slot.top + size;
    const line = taken.map((text): PlacedWord => {
      const left = x;
      const right = left + widthOf(text, font, size);
      x = right + space + extra;
      return {
        text,
        left,
        right,
        top: baseline - size * 0.72,
        bottom: baseline + size * 0.2,
        baseline,
        size,
        font,
      };
    });
    return [line, rest];
  }
}

/** Divides a word where its first part fits into a space. */
function divide(word: string, space: number, font: FontName, size: number): [string, string] {
  for (let length = word.length - partMin; length >= partMin; length -= 1) {
    const part = `${word.slice(0, length)}-`;
    if (!/^[A-Za-z]+$/.test(word.slice(0, length + partMin))) continue;
    if (widthOf(part, font, size) <= space) return [part, word.slice(length)];
  }
  return ['', word];
}

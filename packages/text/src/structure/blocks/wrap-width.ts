import type { TextLine } from '../lines/text-line.ts';
import { endsSentence, isSpaceless } from '../words/line-shape.ts';

/** Prose is wrapped at widths in this range; a wider line is a paragraph. */
const widthMin = 40;
const widthMax = 140;
/** Lines of scripts without spaces have fewer characters, which are wide. */
const spacelessWidthMin = 12;
/** A wrapped line and the next word fill at least this share of the width. */
const filledShareMin = 0.8;

/** How the lines of a passage are wrapped. */
export interface Wrapping {
  /** Width of the widest line. */
  readonly width: number;
  /** Whether most lines end as sentences do, so that each is a paragraph. */
  readonly isLinePerSentence: boolean;
  /** Whether lines begin with lower case at random, as in chats: it does not show that a sentence goes on. */
  readonly isCaseless: boolean;
}

/** @param lines adjacent lines of prose */
export function wrappingOf(lines: readonly TextLine[], isCaseless: boolean): Wrapping {
  const width = lines.reduce((widest, { text, indent }) => Math.max(widest, text.length + Math.min(indent, 8)), 0);
  const ends = lines.filter(({ text }) => endsSentence(text)).length;
  return { width, isLinePerSentence: lines.length >= 3 && ends > lines.length * 0.7, isCaseless };
}

/** Whether a line was broken only because its next word did not fit. */
export function isWrapped(line: TextLine, next: TextLine, wrapping: Wrapping): boolean {
  const { width } = wrapping;
  const isEnd = endsSentence(line.text);
  if (wrapping.isLinePerSentence && isEnd) return false;
  const head = next.text.charAt(0);
  const isLower = /[\p{Ll},;)]/u.test(head);
  const last = line.text.charAt(line.text.length - 1);
  const isSpacelessBreak = isSpaceless(last) && isSpaceless(head);
  if (!isEnd && isLower && !wrapping.isCaseless && line.text.length >= 25 && !/[:]$/.test(last)) return true;
  if (!isEnd && /[\p{L}]-$/u.test(line.text.slice(-2)) && isLower) return true;
  const minimum = isSpacelessBreak ? spacelessWidthMin : widthMin;
  if (width < minimum || width > widthMax) return false;
  const length = line.text.length + Math.min(line.indent, 8);
  if (isSpacelessBreak) return !isEnd ? length >= width * 0.85 : length >= width - 1;
  if (isLower && !isEnd && length > widthMin / 2 && !wrapping.isCaseless) return true;
  const wordLength = /^\S{0,60}/.exec(next.text)?.[0].length ?? 0;
  const isFilled = length + 1 + wordLength > width * (isEnd ? 0.95 : filledShareMin);
  // A short passage has no lines that show its width.
  return isFilled && (isLower || isEnd || length + 1 + wordLength > width);
}

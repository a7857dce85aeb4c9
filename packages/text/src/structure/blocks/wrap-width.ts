import type { TextLine } from '../lines/text-line.ts';
import { endsSentence, isSpaceless } from '../words/line-shape.ts';

/** Prose is wrapped at widths in this range; a wider line is a paragraph. */
const widthMin = 40;
const widthMax = 140;
/** Lines of scripts without spaces have fewer characters, which are wide. */
const spacelessWidthMin = 12;
/** A wrapped line and the next word fill at least this share of the width. */
const filledShareMin = 0.8;

/** Share of the width of wrapped prose that a line fills before a word that begins in upper case. */
const upperFilledMin = 0.85;

/** How the lines of a passage are wrapped. */
export interface Wrapping {
  /** Width of the widest line. */
  readonly width: number;
  /** Whether most lines end as sentences do, so that each is a paragraph. */
  readonly isLinePerSentence: boolean;
  /** Whether nearly all lines fill the width. */
  readonly isFilled: boolean;
  /** Whether lines begin with lower case at random, as in chats: it does not show that a sentence goes on. */
  readonly isCaseless: boolean;
  /** Width to which the text's prose is wrapped; 0 if no line shows it. */
  readonly proseWidth: number;
}

/** How the lines of a whole text are wrapped. */
export type TextWrapping = Pick<Wrapping, 'isCaseless' | 'proseWidth'>;

/** Finds out how a text is wrapped: sentences that go on in lower case on the next line show the width. */
export function textWrappingOf(lines: readonly TextLine[]): TextWrapping {
  let upper = 0;
  let lower = 0;
  let proseWidth = 0;
  let hasEnds = false;
  let before: TextLine | undefined;
  for (const line of lines) {
    const isProse = !line.isDropped && (line.role === undefined || line.role === 'quotation');
    if (isProse && /^["'“«(]?\p{Lu}/u.test(line.text)) upper += 1;
    else if (isProse && /^\p{Ll}/u.test(line.text)) {
      lower += 1;
      const isContinued = before !== undefined && line.gap === 'none' && !endsSentence(before.text);
      const width = before?.text.length ?? 0;
      if (isContinued && width > proseWidth && width >= 30 && width <= widthMax) proseWidth = width;
    }
    if (isProse && !hasEnds) hasEnds = /[.!?。！？।؟](?:\s|$|["”’」)])|[。！？]/u.test(line.text);
    before = isProse ? line : undefined;
  }
  // Of the lines of wrapped prose about one in ten begins with a capital.
  const isCaseless = !hasEnds || upper < (upper + lower) * 0.05;
  return { isCaseless, proseWidth: isCaseless ? 0 : proseWidth };
}

/** @param lines adjacent lines of prose */
export function wrappingOf(lines: readonly TextLine[], text: TextWrapping): Wrapping {
  const width = lines.reduce(
    (widest, { text, indent }) => Math.max(widest, text.length + Math.min(indent, 8)),
    0,
  );
  const ends = lines.filter(({ text }) => endsSentence(text)).length;
  const filled = lines.filter(({ text: { length } }) => length > width * filledShareMin).length;
  const proseWidth = text.isCaseless ? 0 : wrappedWidthOf(lines) || text.proseWidth;
  return {
    width,
    isLinePerSentence: lines.length >= 3 && ends > lines.length * 0.7,
    isFilled: lines.length >= 4 && filled >= (lines.length - 1) * 0.8,
    isCaseless: text.isCaseless,
    proseWidth,
  };
}

/** Width of the widest line that goes on in lower case on the next one; 0 if none does. */
function wrappedWidthOf(lines: readonly TextLine[]): number {
  let widest = 0;
  for (const [index, { text }] of lines.entries()) {
    const next = lines[index + 1]?.text ?? '';
    if (text.length < 30 || text.length > widthMax || !/^\p{Ll}/u.test(next) || endsSentence(text)) continue;
    widest = Math.max(widest, text.length);
  }
  return widest;
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
  if (wrapping.isCaseless && !wrapping.isFilled) return false;
  const lengthMin = line.role === 'quotation' ? 10 : Math.max(25, Math.min(width, widthMax) / 2);
  if (!isEnd && isLower && !wrapping.isCaseless && line.text.length >= lengthMin && last !== ':') return true;
  if (!isEnd && /[\p{L}]-$/u.test(line.text.slice(-2)) && isLower) return true;
  const minimum = isSpacelessBreak ? spacelessWidthMin : widthMin;
  if (width < minimum || width > widthMax) return false;
  const length = line.text.length + Math.min(line.indent, 8);
  if (isSpacelessBreak) return !isEnd ? length >= width * 0.85 : wrapping.isFilled && length >= width - 1;
  const wordLength = /^\S{0,60}/.exec(next.text)?.[0].length ?? 0;
  if (isLower) return length + 1 + wordLength > width * filledShareMin;
  // A line of which only the case of the next word shows that it may be wrapped.
  const { proseWidth } = wrapping;
  return (
    proseWidth > 0 &&
    length <= proseWidth + 12 &&
    length + 1 + wordLength > proseWidth * (isEnd ? 0.95 : upperFilledMin)
  );
}

/** A range of a source text, end-exclusive, in UTF-16 code units. */
interface Range {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** A line that is shorter was not broken because it was full. */
const fullLineMin = 45;
/** The same as a share of the longest line around. */
const fullLineShare = 0.6;
const terminalPattern = /[\p{Sentence_Terminal}…:;,][\p{Pe}\p{Pf}"'“‘’»*_`]*$/u;
/** Line breaks with the white space, list markers and quotation marks around them. */
const breakPattern = /[^\S\n]*\n[\s>*#-]*/g;

/**
 * Returns the title that a sentence starts with by mistake: a line of the source inside the sentence that does not end a
 * sentence and was not wrapped, since it is followed by an empty line or is shorter than the lines of the paragraph.
 */
export function titleGluedTo(source: string, range: Range | undefined): string | undefined {
  if (range === undefined) return undefined;
  const lineStart = source.lastIndexOf('\n', range.startIndex - 1) + 1;
  // Whole lines, so that a sentence that starts at the end of a full line does not seem to start with a short one.
  const lines = source.slice(lineStart, range.endIndex);
  const lineEnd = source.indexOf('\n', range.endIndex);
  const wholeLines = source.slice(lineStart, lineEnd < 0 ? source.length : lineEnd).split('\n');
  const longest = Math.max(...wholeLines.map((line) => line.length));
  for (const { 0: found, index } of lines.matchAll(breakPattern)) {
    const [line = ''] = lines.slice(0, index).split('\n').slice(-1);
    if (lineStart + index <= range.startIndex || line.trim() === '' || terminalPattern.test(line)) continue;
    const next = lines.slice(index + found.length);
    const isParagraphEnd = (found.match(/\n/g) ?? []).length > 1;
    const isShort =
      line.length < Math.max(fullLineMin, longest * fullLineShare) && /^[\p{Lu}\p{N}]/u.test(next);
    if (isParagraphEnd || isShort) return line.trim();
  }
  return undefined;
}

/**
 * True when a sentence starts in the middle of a sentence of the source: with punctuation, or with a small letter where
 * the source has neither the end of a sentence nor the start of a line before it.
 */
export function startsInside(source: string, sentence: string, range: Range | undefined): boolean {
  if (/^[,;:)\]}%]/.test(sentence)) return true;
  const [first = ''] = /\p{L}/u.exec(sentence) ?? [];
  if (range === undefined || !/\p{Ll}/u.test(first) || /^\P{L}*\d/u.test(sentence)) return false;
  const before = source.slice(Math.max(0, range.startIndex - 300), range.startIndex);
  const [gap = ''] = /[\s\p{P}\p{S}]*$/u.exec(before) ?? [];
  if (gap.length === before.length || /[\p{Sentence_Terminal}…:]/u.test(gap)) return false;
  if (!gap.includes('\n')) return true;
  const [line = ''] = before
    .slice(0, before.length - gap.length)
    .split('\n')
    .slice(-1);
  // A single break after a full line wraps the sentence.
  return !/\n\s*\n/.test(gap) && line.length >= fullLineMin;
}

import type { Line } from '../lines/line.ts';
import type { PageElement } from '../lines/page-element.ts';
import type { TextTag } from '../lines/text-tag.ts';
import type { DocumentFonts } from './document-fonts.ts';
import { findMarker, markerOfItem } from './list-marker.ts';
import type { Group, TextGroup } from './text-group.ts';

/** Groups the lines of all pages to paragraphs, headings, list items and listings. */
export function groupLines(elements: readonly PageElement[], fonts: DocumentFonts): Group[] {
  const groups: Group[] = [];
  for (const element of elements) {
    if (element.kind === 'table') {
      groups.push(element);
      continue;
    }
    const { line, tag } = element;
    const last = groups.at(-1);
    if (line.isMonospaced && !fonts.isMonospaced && !isInlineCode(line, last, fonts)) {
      if (last?.kind === 'code' && isSameListing(last.lines, line, tag !== undefined)) last.lines.push(line);
      else groups.push({ kind: 'code', lines: [line] });
      continue;
    }
    const decision = last?.kind === 'text' ? decide(last, line, tag, fonts) : 'new';
    if (decision === 'new' || last?.kind !== 'text') groups.push(startGroup(line, last, tag));
    else {
      if (decision === 'break') last.breaks.add(last.lines.length - 1);
      last.lines.push(line);
    }
  }
  return groups;
}

type Decision = 'new' | 'break' | 'join';

/** Whether a line continues a group: lines of one tagged block do. */
function decide(group: TextGroup, line: Line, tag: TextTag | undefined, fonts: DocumentFonts): Decision {
  if (tag === undefined && group.tag === undefined) return continues(group, line, fonts);
  const above = group.lines.at(-1);
  if (tag !== group.tag || above === undefined) return 'new';
  const isJoined =
    tag?.role === 'heading' ||
    above.column !== line.column ||
    isFull(above, line) ||
    /\p{L}[-\u00ad\u2010]$/u.test(above.text);
  return isJoined ? 'join' : 'break';
}

function startGroup(line: Line, last: Group | undefined, tag: TextTag | undefined): TextGroup {
  const above = last?.kind === 'table' ? undefined : last?.lines.at(-1);
  const isBelow =
    above !== undefined &&
    above.page === line.page &&
    (above.column === line.column || (tag !== undefined && above.baseline < line.baseline));
  return {
    kind: 'text',
    lines: [line],
    breaks: new Set(),
    tag,
    marker: tag?.role === 'item' ? markerOfItem(line.words) : findMarker(line.words),
    gapBefore: isBelow ? (line.baseline - above.baseline) / Math.max(line.size, 1) : Infinity,
  };
}

/** Whether a line is an entry of a table of contents: it ends with a row of dots and the number of a page. */
const isContentsLine = (text: string): boolean =>
  /[.·…]\s?[.·…]\s?[.·…]\s?(?:\d+|[ivxlc]+)$/i.test(text.slice(-20));

/** A line of a paragraph may consist of code only. */
function isInlineCode(line: Line, last: Group | undefined, fonts: DocumentFonts): boolean {
  if (last?.kind !== 'text') return false;
  const above = last.lines.at(-1);
  if (above === undefined || above.column !== line.column || above.page !== line.page) return false;
  const distance = line.baseline - above.baseline;
  const isFull = above.right > line.column.right - line.size * 8;
  return (
    Math.abs(line.left - above.left) < 1 &&
    isFull &&
    distance < fonts.leadingOf(above.size) * 1.1 &&
    !/[.:]$/.test(above.text) &&
    above.words.at(-1)?.look.isMonospaced === true
  );
}

function isSameListing(lines: readonly Line[], line: Line, isTagged: boolean): boolean {
  const above = lines.at(-1);
  if (above === undefined || above.page !== line.page) return false;
  const distance = line.baseline - above.baseline;
  if (above.column === line.column) return distance < 3.4 * line.size;
  // Each line of a listing may be tagged as a paragraph.
  return isTagged && distance > 0 && distance < 1.7 * line.size;
}

/** Whether a line continues a group, after a line break or directly. */
function continues(group: TextGroup, line: Line, fonts: DocumentFonts): Decision {
  const above = group.lines.at(-1);
  const first = group.lines[0];
  if (above === undefined || first === undefined || above.page !== line.page || above.column !== line.column)
    return 'new';
  const size = Math.max(line.size, above.size);
  if (Math.abs(line.size - above.size) > 0.08 * size) return 'new';
  const isWrapped = isFull(above, line);
  const isRunOn = isWrapped && /^[\p{Ll}(]/u.test(line.text) && !/[.!?:]$/.test(above.text);
  if (line.isBold !== above.isBold && !isRunOn) return 'new';
  const distance = line.baseline - above.baseline;
  const leading = fonts.leadingOf(size);
  const distanceMax = Math.max(leading * 1.22, leading + size * 0.22);
  if (distance <= 0 || distance > distanceMax + (isWrapped ? raisedSpace(line) : 0)) return 'new';
  if (isContentsLine(above.text) && isContentsLine(line.text)) return 'break';
  if (startsItem(group, line, isWrapped) || startsClause(first, above, line)) return 'new';
  if (!isWrapped && endsItem(group, first, line)) return 'new';
  if (isIndentBreak(group, line, first, above)) return 'new';
  if (isWrapped) return 'join';
  if (line.size > fonts.bodySize * 1.12 || (line.isBold && !fonts.isBold)) return 'join';
  if (isCentered(above, line)) return 'break';
  if (line.words[0]?.look.isRecognized && distance > leading * 1.08 && /^[\p{Lu}\p{N}]/u.test(line.text))
    return 'new';
  const isHyphenated = /\p{L}[-\u00ad]$/u.test(above.text);
  if (isHyphenated && /^\p{Ll}/u.test(line.text)) return 'join';
  const endsSentence = /[.!?。！？][)"'”’»]*$/u.test(above.text);
  return endsSentence && (group.marker !== undefined || /^[^\p{Ll}]/u.test(line.text)) ? 'new' : 'break';
}

/** Whether a line begins the clause after the one of the group, such as 3.2 after 3.1. */
function startsClause(first: Line, above: Line, line: Line): boolean {
  const [before, next] = [first, line].map(({ text }) => /^((?:\d{1,2}\.)+)(\d{1,2})\.?\s+\S/.exec(text));
  if (!before || !next || !/[.;:]$/.test(above.text) || Math.abs(line.left - first.left) > 2) return false;
  return before[1] === next[1] && Number(next[2]) === Number(before[2]) + 1;
}

/** Whether a line after a short one begins a paragraph after an item: it is to the left of the item's text. */
function endsItem({ marker }: TextGroup, first: Line, line: Line): boolean {
  const textLeft = first.words[1]?.left ?? first.left;
  return marker !== undefined && line.left < textLeft - line.size * 0.5 && /^\p{Lu}/u.test(line.text);
}

/** The space that raised text, such as a reference, may add above a line. */
function raisedSpace({ words, baseline, size }: Line): number {
  return words.some((word) => word.baseline < baseline - size * 0.2) ? size * 0.35 : 0;
}

function startsItem(group: TextGroup, line: Line, isWrapped: boolean): boolean {
  const marker = findMarker(line.words);
  if (marker === undefined) return false;
  if (!marker.isAmbiguous) return true;
  const first = group.lines[0];
  // The number of a sentence, such as a year's day, may begin a line.
  const isAtItem =
    group.marker !== undefined && first !== undefined && Math.abs(line.left - first.left) < line.size * 4;
  const isExpected =
    group.marker?.number !== undefined && marker.number !== undefined
      ? marker.number === group.marker.number + 1 || marker.number === 1
      : true;
  return !isWrapped || (isAtItem && isExpected) || line.left > (first?.left ?? 0) + line.size * 0.8;
}

/** Whether the first word of a line would not have fitted into the line above. */
export function isFull(above: Line, line: Line): boolean {
  const [first, second] = line.words;
  if (first === undefined) return true;
  const width = (second?.isAttached ? second.right : first.right) - first.left;
  const startsLeft = above.left <= above.room.left + 1;
  const endsRight = above.right >= above.room.right - 1;
  const isReversed = !startsLeft && endsRight;
  const space =
    isReversed && line.right >= line.room.right - 1
      ? above.left - above.room.left
      : above.room.right - above.right;
  return space < width + above.size * 0.3;
}

/** Whether the indentation shows a new paragraph. */
function isIndentBreak(group: TextGroup, line: Line, first: Line, above: Line): boolean {
  const step = line.size * 0.7;
  if (isCentered(above, line)) return false;
  if (group.marker !== undefined) {
    const textLeft = first.words[1]?.left ?? first.left;
    return (
      line.left < first.left - step || (line.left > textLeft + step * 1.5 && line.left > above.left + step)
    );
  }
  const isRightAligned = Math.abs(line.right - above.right) < 1.5 && Math.abs(line.left - above.left) > step;
  if (isRightAligned && line.right > line.column.right - 2 && above.left > above.column.left + step)
    return false;
  const [before, after] = [above.left - above.room.left, line.left - line.room.left];
  if (after > before + step) return true;
  // Outdented: the line above was the indented first one.
  return after < before - step && group.lines.length > 1;
}

/** Whether two lines have the same middle, but other ends. */
export function isCentered(above: Line, line: Line): boolean {
  const middles = Math.abs(above.left + above.right - line.left - line.right) / 2;
  return middles < 2 && Math.abs(above.left - line.left) > 2;
}

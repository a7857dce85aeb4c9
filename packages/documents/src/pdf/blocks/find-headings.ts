import { headingLevelMax } from '@quern/content/blocks/content-block';
import type { PdfBookmark } from '@quern/pdf';
import { textOfWords } from '../lines/line.ts';
import type { DocumentFonts } from './document-fonts.ts';
import type { Group, TextGroup } from './text-group.ts';

const linesMax = 5;
const lengthMax = 220;
/** Font size of a heading relative to that of the text: any weight, and bold. */
const largerMin = 1.14;
const slightlyLargerMin = 1.04;
const clearlyLargerMin = 1.3;

/** Finds the headings among groups, with their levels from 1. */
export function findHeadings(
  groups: readonly Group[],
  fonts: DocumentFonts,
  bookmarks: readonly PdfBookmark[],
): Map<TextGroup, number> {
  const texts = groups.filter((group) => group.kind === 'text');
  if (texts.some(({ tag }) => tag?.hasHeadings)) return taggedHeadings(texts, fonts);
  const marked = matchBookmarks(texts, bookmarks);
  const found = groups.filter(
    (group, index): group is TextGroup =>
      group.kind === 'text' &&
      (marked.has(group) || looksLikeHeading(group, fonts, groups[index + 1], groups[index - 1])),
  );
  const kept = dropLists(found, groups);
  const levels = levelsByStyle(kept);
  return new Map(kept.map((group) => [group, marked.get(group) ?? levels.get(styleOf(group)) ?? 1]));
}

/** Headings of a document whose structure names them; a title before them may be tagged as a paragraph. */
function taggedHeadings(groups: readonly TextGroup[], fonts: DocumentFonts): Map<TextGroup, number> {
  const tagged = groups.filter(({ tag }) => tag?.role === 'heading');
  const found = new Map(tagged.map((group) => [group, group.tag?.level ?? 1]));
  const sizeOf = ({ lines: [first] }: TextGroup): number => first?.size ?? 0;
  const largest = Math.max(...tagged.map(sizeOf), fonts.bodySize * titleRatioMin);
  const title = groups.slice(0, titlePlaceMax).find((group) => sizeOf(group) > largest * slightlyLargerMin);
  const isFirst =
    title !== undefined && groups.indexOf(title) < groups.findIndex((group) => found.has(group));
  if (isFirst && title.tag?.role === 'paragraph' && title.lines.length <= linesMax) found.set(title, 1);
  return found;
}

/** Font size of a title relative to the text, and the groups of text among which it is. */
const [titleRatioMin, titlePlaceMax] = [1.3, 4];

/** Headings that the outline names, if it names several. */
function matchBookmarks(
  groups: readonly TextGroup[],
  bookmarks: readonly PdfBookmark[],
): Map<TextGroup, number> {
  const levels = new Map<string, PdfBookmark>();
  for (const bookmark of bookmarks) levels.set(normalize(bookmark.title), bookmark);
  const found = new Map<TextGroup, number>();
  const matched = new Set<PdfBookmark>();
  for (const group of groups) {
    if (group.lines.length > linesMax) continue;
    const text = normalize(group.lines.map((line) => line.text).join(' '));
    const bookmark =
      levels.get(text) ?? levels.get(text.replace(/^[\d.]+|^(?:chapter|kapitel|section)\d+/i, ''));
    if (bookmark === undefined || text.length < 2) continue;
    if (bookmark.pageIndex >= 0 && bookmark.pageIndex + 1 !== group.lines[0]?.page) continue;
    found.set(group, Math.min(bookmark.level, headingLevelMax));
    matched.add(bookmark);
  }
  // An outline of something else, such as of files, has nothing to do with the text.
  return matched.size >= Math.min(2, bookmarks.length) && matched.size >= bookmarks.length * 0.4
    ? found
    : new Map();
}

const normalize = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

function looksLikeHeading(
  group: TextGroup,
  fonts: DocumentFonts,
  next: Group | undefined,
  before: Group | undefined,
): boolean {
  const { lines, marker, gapBefore, breaks, tag } = group;
  if (tag?.role === 'item') return false;
  const [first] = lines;
  if (first === undefined || lines.length > linesMax) return false;
  const text = lines.map((line) => line.text).join(' ');
  if (text.length > lengthMax || !/\p{L}/u.test(text) || /[,;]$/.test(text)) return false;
  if (marker !== undefined && marker.number === undefined) return false;
  const ratio = first.size / Math.max(fonts.bodySize, 1);
  const isBold = !fonts.isBold && lines.every((line) => line.isBold);
  if (ratio < clearlyLargerMin && !isBold && isPlainSentence(text)) return false;
  if (ratio >= largerMin) return !isSentence(text) || isBold || ratio >= clearlyLargerMin;
  if (ratio < 0.9 || breaks.size > 0) return false;
  if (first.words[0]?.look.isRecognized)
    return !isBetweenItems(group, before, next) && looksLikeRecognizedHeading(group, text, next);
  const isNumbered =
    /^(?:\d{1,2}(?:\.\d{1,2}){0,4}\.?|[IVX]{1,5}\.|[A-Z]\.|§\s?\d+|(?:chapter|section|article|appendix|part|kapitel|artikel|abschnitt|artículo|article|chapitre)\s+\w+)[\s:]/iu.test(
      text,
    );
  if (/:$/.test(text) && !isNumbered) return false;
  const isShort = text.length <= 110 && lines.length <= 2;
  if (isBold) {
    if (!isShort || isSentence(text)) return false;
    if (ratio >= slightlyLargerMin || isNumbered) return true;
    return gapBefore > 1.55 && precedes(group, next) && !isLabel(before, group);
  }
  if (ratio >= 1.08 && isShort && !isSentence(text)) return gapBefore > 1.5;
  const isCapital =
    text.length > 4 && text === text.toUpperCase() && /\p{Lu}{3}/u.test(text) && !/\d{3}/.test(text);
  if (isCapital && isShort && lines.length === 1)
    return gapBefore > 1.7 && precedes(group, next) && first.left <= first.column.left + 2;
  const isItalic = lines.every((line) => line.isItalic) && isNumbered;
  return isItalic && isShort && gapBefore > 1.5;
}

/** Whether the group before or after has a marker of the same kind. */
function isBetweenItems({ marker }: TextGroup, ...neighbors: (Group | undefined)[]): boolean {
  return neighbors.some((other) => {
    const isText = other?.kind === 'text' && marker !== undefined;
    return isText && other.marker?.style === marker.style && other.lines.length <= 2;
  });
}

/** Text on an image has no weight: a heading is short, begins like a sentence, and stands apart before a longer text. */
function looksLikeRecognizedHeading(
  { lines: [first, second], gapBefore }: TextGroup,
  text: string,
  next: Group | undefined,
): boolean {
  if (first === undefined || second !== undefined || text.length > 60 || /[.,;:!?]$|: /.test(text))
    return false;
  if (
    !/^(?:\p{Lu}|\d{1,2}(?:\.\d{1,2})*\.?\s+\p{Lu})/u.test(text) ||
    first.left > first.column.left + first.size * 1.5
  )
    return false;
  if (gapBefore < 1.45 || next === undefined) return false;
  if (next.kind !== 'text') return next.kind === 'table' && gapBefore > 1.7;
  const [below] = next.lines;
  const isBelow = below !== undefined && (below.page !== first.page || next.gapBefore < 3.2);
  return (
    isBelow &&
    (next.lines.length > 1 || (below.text.length > 45 && text.length < 45) || next.marker !== undefined)
  );
}

const isSentence = (text: string): boolean => /[.!。]$/.test(text) && text.split(/\s+/).length > 6;

/** Whether a text ends like a sentence, and most of its words are in lower case, unlike those of titles. */
function isPlainSentence(text: string): boolean {
  const [, ...words] = text.split(/\s+/);
  const lower = words.filter((word) => /^\p{Ll}/u.test(word));
  return /[.!。]$/.test(text) && words.length >= 2 && lower.length > words.length / 2;
}

/** Whether text follows that the group may be the heading of. */
function precedes(group: TextGroup, next: Group | undefined): boolean {
  if (next === undefined) return false;
  if (next.kind !== 'text') return true;
  const [first] = next.lines;
  return first !== undefined && (first.page !== group.lines[0]?.page || next.gapBefore < 3.5);
}

/** Whether a bold line is one of several short ones, such as in an address. */
function isLabel(before: Group | undefined, group: TextGroup): boolean {
  if (before?.kind !== 'text') return false;
  const above = before.lines.at(-1);
  const [first] = group.lines;
  return (
    above !== undefined &&
    first !== undefined &&
    above.page === first.page &&
    Math.abs(above.baseline - first.baseline) < first.size * 0.5
  );
}

/** Numbered items of a list may be bold: consecutive ones without any text in between are no headings. */
function dropLists(headings: readonly TextGroup[], groups: readonly Group[]): TextGroup[] {
  const places = new Map(groups.map((group, index) => [group, index]));
  const isHeading = new Set<Group>(headings);
  return headings.filter((heading) => {
    if (heading.marker === undefined) return true;
    const at = places.get(heading) ?? 0;
    const same = (other: Group | undefined): boolean =>
      other?.kind === 'text' && isHeading.has(other) && other.marker?.style === heading.marker?.style;
    const alone = Number(same(groups[at - 1])) + Number(same(groups[at + 1]));
    return alone === 0;
  });
}

/** The properties that headings of one level have in common. */
function styleOf(group: TextGroup): string {
  const [first] = group.lines;
  if (first === undefined) return '';
  return `${Math.round(first.size * 2) / 2}/${first.isBold ? 1 : 0}/${depthOf(group)}`;
}

/** Depth of a number such as 2.1.3. */
function depthOf({ lines }: TextGroup): number {
  const number = /^\d{1,2}((?:\.\d{1,2})*)\.?\s/.exec(textOfWords(lines[0]?.words ?? []))?.[1];
  return number === undefined ? 0 : number.split('.').length;
}

function levelsByStyle(headings: readonly TextGroup[]): Map<string, number> {
  const styles = new Map<string, { size: number; isBold: boolean; depth: number }>();
  for (const group of headings) {
    const [first] = group.lines;
    if (first === undefined) continue;
    styles.set(styleOf(group), {
      size: Math.round(first.size * 2) / 2,
      isBold: first.isBold,
      depth: depthOf(group),
    });
  }
  const sorted = [...styles].toSorted(
    ([, a], [, b]) => b.size - a.size || Number(b.isBold) - Number(a.isBold) || a.depth - b.depth,
  );
  const levels = new Map<string, number>();
  let level = 0;
  let before: { size: number; isBold: boolean; depth: number } | undefined;
  for (const [key, style] of sorted) {
    // Numbered and unnumbered headings of one look have one level, unless the numbers differ in depth.
    const isSame =
      before !== undefined &&
      before.size === style.size &&
      before.isBold === style.isBold &&
      (before.depth === 0 || style.depth === before.depth) &&
      style.depth <= 1;
    if (!isSame) level += 1;
    levels.set(key, Math.min(level, headingLevelMax));
    before = style;
  }
  return levels;
}

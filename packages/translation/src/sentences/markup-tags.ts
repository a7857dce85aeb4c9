import { closeMark, type Mark, openMark } from '../blocks/marked-text.ts';

/**
 * Markup of a sentence as tags, which the engine moves to the words that translate those inside them
 * (https://browser.mt/docs/main/html.html). A pair of which only one half is in the sentence is completed at its end or
 * its start; only that half is written back.
 */
interface TaggedPair {
  readonly open: Mark | undefined;
  readonly close: Mark | undefined;
  /** Index of the innermost pair around it, or -1. */
  readonly parent: number;
}

/** The pairs of a sentence by the number of their tag. */
export type TaggedPairs = readonly TaggedPair[];

/**
 * Replaces the marks of markup by tags and escapes the text around them as HTML.
 *
 * @param text text with marks
 * @param marks the marks of markup, in the order of `text`
 * @returns undefined if the pairs are not properly nested
 */
export function writeTags(
  text: string,
  marks: readonly Mark[],
): { readonly html: string; readonly pairs: TaggedPairs } | undefined {
  const pairs: { open: Mark | undefined; close: Mark | undefined; parent: number }[] = [];
  const opened = new Set(marks.filter(({ kind }) => kind === 'open').map(({ pair }) => pair));
  const loose = marks.filter((mark) => mark.kind === 'close' && !opened.has(mark.pair)).toReversed();
  // The one that is closed last is the outermost.
  const stack = loose.map((close, depth) => {
    pairs.push({ open: undefined, close, parent: depth - 1 });
    return depth;
  });
  let order = 0;
  let isValid = true;
  const tagged = escapeHtml(text).replace(/[\ue001\ue002]/g, (character) => {
    const mark = marks[order++];
    if (mark === undefined) return '';
    if (character === openMark) {
      pairs.push({ open: mark, close: undefined, parent: stack.at(-1) ?? -1 });
      stack.push(pairs.length - 1);
      return tagOf(pairs.length - 1);
    }
    const pair = pairs[stack.pop() ?? -1];
    const isCounterpart = pair !== undefined && (pair.close === mark || pair.open?.pair === mark.pair);
    if (isCounterpart) pair.close = mark;
    else isValid = false;
    return '</b>';
  });
  const html = `${loose.map((_, index) => tagOf(index)).join('')}${tagged}${'</b>'.repeat(stack.length)}`;
  return isValid ? { html, pairs } : undefined;
}

const tagOf = (index: number): string => `<b id="${index}">`;
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const unescapeHtml = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

interface Interval {
  start: number;
  end: number;
}

/**
 * Replaces the tags of a translation by marks. Where the engine has divided a pair, all words between its parts are
 * included.
 *
 * @returns undefined if a pair was lost, is empty, or overlaps with another one
 */
export function readTags(
  html: string,
  pairs: TaggedPairs,
): { readonly text: string; readonly marks: readonly Mark[] } | undefined {
  const { text, intervals } = collectIntervals(html, pairs.length);
  for (const interval of intervals) fitToWords(interval, text);
  if (!areNested(intervals, pairs)) return undefined;
  const insertions: { readonly at: number; readonly rank: number; readonly mark: Mark }[] = [];
  for (const [index, { open, close }] of pairs.entries()) {
    const { start, end } = intervals[index] ?? { start: 0, end: 0 };
    // At one position, inner pairs close before outer ones, and open after them.
    if (close) insertions.push({ at: end, rank: -index - 1, mark: close });
    if (open) insertions.push({ at: start, rank: index, mark: open });
  }
  insertions.sort((left, right) => left.at - right.at || left.rank - right.rank);
  let [marked, position] = ['', 0];
  for (const { at, mark } of insertions) {
    marked += text.slice(position, at) + (mark.kind === 'open' ? openMark : closeMark);
    position = at;
  }
  return { text: marked + text.slice(position), marks: insertions.map(({ mark }) => mark) };
}

function collectIntervals(html: string, count: number): { text: string; intervals: Interval[] } {
  const intervals = Array.from({ length: count }, () => ({ start: Infinity, end: -1 }));
  const open: number[] = [];
  let text = '';
  let position = 0;
  for (const { 0: tag, 1: id, index } of html.matchAll(/<b id="(\d+)">|<\/b>/g)) {
    text += unescapeHtml(html.slice(position, index));
    position = index + tag.length;
    const interval = intervals[id === undefined ? (open.pop() ?? -1) : Number(id)];
    if (id !== undefined) open.push(Number(id));
    if (interval === undefined) continue;
    interval.start = Math.min(interval.start, text.length);
    interval.end = Math.max(interval.end, text.length);
  }
  return { text: text + unescapeHtml(html.slice(position)), intervals };
}

const letterPattern = /[\p{L}\p{M}\p{N}]/u;
const isLetterAt = (text: string, index: number): boolean => letterPattern.test(text.charAt(index));

/** Leaves out spaces at both ends, and includes the words at both ends as a whole. */
function fitToWords(interval: Interval, text: string): void {
  while (interval.start < interval.end && /\s/.test(text.charAt(interval.start))) interval.start++;
  while (interval.end > interval.start && /\s/.test(text.charAt(interval.end - 1))) interval.end--;
  if (interval.start >= interval.end) return;
  while (interval.start > 0 && isLetterAt(text, interval.start) && isLetterAt(text, interval.start - 1))
    interval.start--;
  while (interval.end < text.length && isLetterAt(text, interval.end - 1) && isLetterAt(text, interval.end))
    interval.end++;
}

/** Whether every pair has content, is inside its parent, and does not overlap with its siblings. */
function areNested(intervals: readonly Interval[], pairs: TaggedPairs): boolean {
  const lastEnd = new Map<number, number>();
  const order = [...intervals.keys()].sort(
    (left, right) => (intervals[left]?.start ?? 0) - (intervals[right]?.start ?? 0),
  );
  for (const index of order) {
    const [interval, parentIndex] = [intervals[index], pairs[index]?.parent ?? -1];
    if (interval === undefined || interval.start >= interval.end) return false;
    const parent = intervals[parentIndex];
    if (parent && (interval.start < parent.start || interval.end > parent.end)) return false;
    if (interval.start < (lastEnd.get(parentIndex) ?? 0)) return false;
    lastEnd.set(parentIndex, interval.end);
  }
  return true;
}

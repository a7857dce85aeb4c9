import type { TextLine } from '../lines/text-line.ts';
import { countWords, endsSentence } from '../words/line-shape.ts';
import { isAsideLine, isCaption, isPageLabel } from './classify-line.ts';

/** A shorter line of a caption was not broken because it was full. */
const captionLineMin = 40;
const captionLinesMax = 5;

const fieldPattern = /^[\p{Lu}\p{Lo}][\p{L}\p{M}\p{N} /'’&().-]{0,40}\s?[:：](?:\s|$)/u;

/** Short lines, which repeat in lists of numbers and the like, are examined once. */
const rememberedLengthMax = 12;
const rememberedMax = 1000;

/** Sets lines aside that are not content, as far as they themselves show it. */
export function markAsides(lines: readonly TextLine[]): void {
  const remembered = new Map<string, boolean>();
  const isAside = (text: string): boolean => {
    if (text.length > rememberedLengthMax) return isAsideLine(text);
    let known = remembered.get(text);
    if (known === undefined) {
      known = isAsideLine(text);
      if (remembered.size < rememberedMax) remembered.set(text, known);
    }
    return known;
  };
  for (const [index, line] of lines.entries()) {
    if (line.role !== undefined || line.isDropped || line.speaker !== undefined) continue;
    if (!isAside(line.text)) continue;
    line.setAside();
    line.startsBlock = true;
    markCaptionEnd(lines, index);
    if (/^[\d\p{P}\s]+$/u.test(line.text) && isPageLabel(line.text)) line.isDropped = lines.length > 1;
  }
}

/** A caption goes on up to the end of its sentence, and one that is a number only has its text on the next line. */
function markCaptionEnd(lines: readonly TextLine[], index: number): void {
  const first = lines[index]?.text ?? '';
  const isLabel = /^\p{L}{2,12}\.? \d{1,3}[.:]?$/u.test(first) && isCaption(first);
  if (!isLabel && (first.length < captionLineMin || !isCaption(first))) return;
  for (let next = index + 1; next <= index + captionLinesMax; next++) {
    const before = lines[next - 1];
    const line = lines[next];
    if (line === undefined || before === undefined || !line.isOpen || line.gap !== 'none') return;
    const isFirst = isLabel && next === index + 1;
    if (!isFirst && (endsSentence(before.text) || !/^[\p{Ll}\d(]/u.test(line.text))) return;
    line.setAside();
    line.continuesBlock = true;
  }
}

/** Sets lists of properties aside: adjacent lines of a name, a colon and a short value. */
export function markFields(lines: readonly TextLine[]): void {
  for (let start = 0; start < lines.length; ) {
    let end = start;
    while (isField(lines[end]) && (end === start || lines[end]?.gap === 'none')) end++;
    if (end - start >= 2)
      for (const line of lines.slice(start, end)) {
        line.setAside();
        line.startsBlock = true;
      }
    start = Math.max(end, start + 1);
  }
}

function isField(line: TextLine | undefined): boolean {
  if (
    line === undefined ||
    (!line.isOpen && line.role !== 'aside') ||
    line.speaker !== undefined ||
    line.text.length > 120
  )
    return false;
  if (!/[:：]/.test(line.text.slice(0, 45)) || !fieldPattern.test(line.text)) return false;
  return !endsSentence(line.text) && countWords(line.text, 13) <= 12 && !/[:：]$/.test(line.text);
}

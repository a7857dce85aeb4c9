import type { TextLine } from '../lines/text-line.ts';
import { countWords, endsSentence } from '../words/line-shape.ts';
import { isAsideLine, isPageLabel } from './classify-line.ts';

const fieldPattern = /^[\p{Lu}\p{Lo}][\p{L}\p{M}\p{N} /'’&().-]{0,40}\s?[:：](?:\s|$)/u;

/** Sets lines aside that are not content, as far as they themselves show it. */
export function markAsides(lines: readonly TextLine[]): void {
  for (const line of lines) {
    if (line.role !== undefined || line.isDropped || line.speaker !== undefined) continue;
    if (!isAsideLine(line.text)) continue;
    line.setAside();
    line.startsBlock = true;
    if (/^[\d\p{P}\s]+$/u.test(line.text) && isPageLabel(line.text)) line.isDropped = lines.length > 1;
  }
}

/** News agencies in brackets at the start of an article, perhaps with a place before them and a dash after them. */
const agencyPattern =
  /^(?:\p{Lu}[\p{L}\p{M} .,'’-]{0,50}\s?)?\((?:CNN|AP|AFP|Reuters|REUTERS|dpa|EFE|ANSA|Xinhua|TASS|UPI|Bloomberg|CBS|BBC|PA Media)(?: [\p{L} ]{1,20})?\)(?=\S|\s*(?:--|[-–—]))\s*(?:--|[-–—])?\s*/u;

/** Drops the place and the agency before the first sentence of an article. */
export function markAgency(lines: readonly TextLine[]): void {
  for (const line of lines.slice(0, 12)) {
    if (!line.isOpen || line.text.length < 100) continue;
    line.dropStart(agencyPattern.exec(line.text.slice(0, 120))?.[0].length ?? 0);
    return;
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

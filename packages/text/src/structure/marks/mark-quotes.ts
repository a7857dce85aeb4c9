import type { TextLine } from '../lines/text-line.ts';

const markerPattern = /^(?:\|[ \t]?(?=>))?(?:>[ \t]?)+/;

/** Reads the lines that start with `>` as quotations: replies in messages, and quotations of Markdown. */
export function markQuotes(lines: readonly TextLine[]): void {
  let depthBefore = 0;
  for (const line of lines) {
    if (!/^(?:>|\|[ \t]?>)/.test(line.text) || !line.isOpen) {
      depthBefore = 0;
      continue;
    }
    const marker = markerPattern.exec(line.text)?.[0] ?? '>';
    // A prompt, such as `>>>`, is no quotation of three levels.
    if (/^>{3}(?: |$)/.test(line.text) && depthBefore === 0) {
      line.setAside();
      continue;
    }
    const depth = marker.length - marker.replaceAll('>', '').length;
    if (depth !== depthBefore) line.startsBlock = true;
    line.role = 'quotation';
    line.dropStart(marker.length);
    // An empty line of a quotation separates its paragraphs; the next line has no other sign of it.
    depthBefore = line.isDropped ? 0 : depth;
  }
}

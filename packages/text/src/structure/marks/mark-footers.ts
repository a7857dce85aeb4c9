import type { TextLine } from '../lines/text-line.ts';

/** Lines of a footer between rulers, or after one, at most. */
const footerLinesMax = 6;
const rulerPattern = /^[-_=*~]{5,}$/;
const addressPattern = /https?:\/\/|www\.|\p{L}@\p{L}/u;

/** The lines of one message of a thread. */
export interface MessageRange {
  /** Index of its first line after the header. */
  readonly start: number;
  /** Index after its last line. */
  readonly end: number;
}

/**
 * Sets aside what programs add to the end of messages: lines with an address after a ruler, and lines that also end another message of
 * the thread. A message all of whose lines are in another one is quoted in full, and has no footer.
 */
export function markFooters(lines: readonly TextLine[], messages: readonly MessageRange[]): void {
  const counts = new Map<string, number>();
  for (const { start, end } of messages)
    for (const text of new Set(lines.slice(start, end).map((line) => line.text)))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  const isFooter = ({ text }: TextLine) => rulerPattern.test(text) || (counts.get(text) ?? 0) > 1;
  for (const { start, end } of messages) {
    markAfterRuler(lines.slice(start, end).filter((line) => line.isOpen));
    const open = lines.slice(start, end).filter((line) => line.isOpen);
    const last = open.findLastIndex((line) => !isFooter(line));
    if (last >= 0) for (const line of open.slice(last + 1)) line.setAside();
  }
}

/** @param lines the open lines of a message */
function markAfterRuler(lines: readonly TextLine[]): void {
  const last = lines.length - Number(rulerPattern.test(lines.at(-1)?.text ?? ''));
  for (let index = last - 1; index >= Math.max(1, last - footerLinesMax - 1); index--) {
    if (!rulerPattern.test(lines[index]?.text ?? '')) continue;
    const footer = lines.slice(index + 1, last);
    if (footer.some(({ text }) => addressPattern.test(text))) for (const line of footer) line.setAside();
    return;
  }
}

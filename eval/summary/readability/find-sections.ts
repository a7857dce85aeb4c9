/** A section of a text, end-exclusive, in UTF-16 code units. */
export interface Section {
  readonly startIndex: number;
  readonly endIndex: number;
}

const headingMax = 80;
/** Shorter sections, as a share of the text, belong to the one before them. */
const sectionShareMin = 0.04;
/** Parts of equal length of a text without headings. */
const partsWithoutHeadings = 5;

/**
 * Splits a text into sections at its headings: lines that start with `#`, and short lines without final punctuation
 * before a line of prose. A text with fewer than three sections is split into five parts of equal length.
 */
export function findSections(text: string): Section[] {
  const starts = [0];
  const smallest = text.length * sectionShareMin;
  for (const start of findHeadings(text)) {
    if (start - (starts.at(-1) ?? 0) >= smallest && text.length - start >= smallest) starts.push(start);
  }
  if (starts.length < 3) {
    starts.length = 0;
    for (let part = 0; part < partsWithoutHeadings; part++)
      starts.push(Math.round((part * text.length) / partsWithoutHeadings));
  }
  return starts.map((startIndex, index) => ({ startIndex, endIndex: starts[index + 1] ?? text.length }));
}

function findHeadings(text: string): number[] {
  const lines = [...text.matchAll(/[^\n]*\S[^\n]*/g)];
  return lines.flatMap(({ 0: line, index }, number) => {
    if (/^\s*#{1,6}\s/.test(line)) return [index];
    const next = lines[number + 1]?.[0] ?? '';
    const isHeading =
      line.trim().length <= headingMax &&
      /^\s*[\p{Lu}\p{Lo}\p{N}]/u.test(line) &&
      !/[\p{Sentence_Terminal}:;,|>]\s*$/u.test(line) &&
      !/^[^:]{1,40}:\s/.test(line) &&
      next.length > headingMax;
    return isHeading ? [index] : [];
  });
}

/**
 * Returns the share of the sections that have a selected sentence, of those that could have one: as many as there are
 * sections or sentences, whichever is less.
 *
 * @param positions starts of the selected sentences
 */
export function sectionCoverage(text: string, positions: readonly number[]): number {
  const sections = findSections(text);
  const covered = sections.filter(({ startIndex, endIndex }) =>
    positions.some((position) => startIndex <= position && position < endIndex),
  ).length;
  return covered / Math.max(1, Math.min(sections.length, positions.length));
}

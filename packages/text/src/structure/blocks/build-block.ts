import { addCleanMarkup } from '../clean/clean-markup.ts';
import { CleanTextBuilder, type Joint } from '../clean/clean-text-builder.ts';
import type { TextLine } from '../lines/text-line.ts';
import type { TextBlock } from '../text-block.ts';
import { isSpaceless } from '../words/line-shape.ts';
import type { DraftBlock } from './draft-block.ts';
import type { Hyphenation } from './hyphenation.ts';

/**
 * Writes the clean text of a block.
 *
 * @param hasMarkup whether inline markup is removed
 * @returns undefined if nothing of the block is text
 */
export function buildBlock(
  source: string,
  { lines, role: draftRole, level, speaker }: DraftBlock,
  hyphenation: Hyphenation,
  hasMarkup: boolean,
): TextBlock | undefined {
  const first = lines[0];
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const joints =
    draftRole === 'quotation' ? quotationJoints(lines, hyphenation) : jointsOf(lines, hyphenation);
  const builder = new CleanTextBuilder(source, joints);
  if (hasMarkup) addCleanMarkup(builder, source, first.startIndex, last.endIndex);
  else builder.add(first.startIndex, last.endIndex);
  const clean = builder.build();
  if (clean === undefined) return undefined;
  // Marks alone say nothing, nor do numbers, unless somebody says them.
  const role = (speaker === undefined ? /\p{L}/u : /[\p{L}\p{N}]/u).test(clean.text) ? draftRole : 'aside';
  return {
    role,
    ...clean,
    ...(role === 'title' || role === 'heading' ? { level: level ?? 1 } : {}),
    ...(speaker === undefined ? {} : { speaker }),
    range: { startIndex: first.range.startIndex, endIndex: last.range.endIndex },
  };
}

/** Where the line breaks of a quotation were lost, its markers are between words. */
function quotationJoints(lines: readonly TextLine[], hyphenation: Hyphenation): Joint[] {
  const breaks = jointsOf(lines, hyphenation);
  const markers = lines.flatMap(({ text, startIndex }) =>
    text.includes(' > ')
      ? [...text.matchAll(/ (?:> ?)+(?=\S)/g)].map(({ 0: { length }, index }): Joint => {
          const start = startIndex + index;
          return { startIndex: start, endIndex: start + length, joiner: ' ' };
        })
      : [],
  );
  return markers.length === 0
    ? breaks
    : [...breaks, ...markers].sort((left, right) => left.startIndex - right.startIndex);
}

function jointsOf(lines: readonly TextLine[], hyphenation: Hyphenation): Joint[] {
  return lines.slice(1).map((line, index) => {
    const before = lines[index] ?? line;
    const { startIndex } = line;
    const length = hyphenation.removableLength(before.text, line.text);
    if (length !== undefined)
      return { startIndex: before.endIndex - length, endIndex: startIndex, joiner: '' };
    const isSpacelessBreak =
      isSpaceless(before.text.charAt(before.text.length - 1)) && isSpaceless(line.text.charAt(0));
    return { startIndex: before.endIndex, endIndex: startIndex, joiner: isSpacelessBreak ? '' : ' ' };
  });
}

import type { TextBlock } from '@quern/text/structure/text-block';

/** Returns a block of a part of a text as a block of the whole text. @param offset where the part starts */
export function shiftBlock(block: TextBlock, offset: number): TextBlock {
  if (offset === 0) return block;
  const { runs, range } = block;
  return {
    ...block,
    runs: runs.map((run) => ({ ...run, sourceIndex: run.sourceIndex + offset })),
    range: { startIndex: range.startIndex + offset, endIndex: range.endIndex + offset },
  };
}

import { splitSentences } from '@quern/text/sentences/split-sentences';
import type { TextRange } from '@quern/text/span';
import { sourceRangeOf, type TextBlock } from '@quern/text/structure/text-block';

/** A sentence of the text that a summary is checked against. */
export interface SourceSentence {
  readonly text: string;
  /** Position in the text. */
  readonly range: TextRange;
}

/** A text, or its blocks. */
export type SummarySource = { readonly text: string } | { readonly blocks: readonly TextBlock[] };

/**
 * Splits a text or its blocks into sentences, with their positions in the original text. Blocks with the role `aside`
 * count too, since facts may be in tables, captions and headers.
 *
 * @param language BCP 47 tag
 */
export function readSourceSentences(source: SummarySource, language: string): SourceSentence[] {
  if ('text' in source) {
    return splitSentences(source.text, language).map(({ text, startIndex, endIndex }) => ({
      text,
      range: { startIndex, endIndex },
    }));
  }
  return source.blocks.flatMap((block) => {
    const spans = splitSentences(block.text, language);
    const speaker = block.speaker === undefined ? '' : `${block.speaker}: `;
    return spans.map(({ text, startIndex, endIndex }) => ({
      text: `${speaker}${text}`,
      range: sourceRangeOf(block, startIndex, endIndex),
    }));
  });
}

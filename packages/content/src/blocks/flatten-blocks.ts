import type { ContentBlock } from './content-block.ts';
import { plainText, type RichText } from './rich-text.ts';

const lineBreak = { type: 'break' } as const;

/**
 * Joins blocks to one text, such as that of a table cell or a footnote.
 *
 * @param breaks line breaks between two blocks: 1, or 2 for separate paragraphs
 */
export function flattenBlocks(blocks: readonly ContentBlock[], breaks: 1 | 2 = 1): RichText {
  const texts = blocks.map(flattenBlock).filter((text) => text.length > 0);
  return texts.flatMap((text, index) =>
    index === 0 ? text : [...Array.from({ length: breaks }, () => lineBreak), ...text],
  );
}

function flattenBlock(block: ContentBlock): RichText {
  switch (block.kind) {
    case 'list-item':
      return [...plainText(`${markerOf(block)} `), ...block.content];
    case 'table':
      return flattenRows(block.rows);
    case 'quote':
      return flattenBlocks(block.blocks);
    case 'code':
      return joinLines(
        block.text.split('\n').map((value): RichText => (value.trim() ? [{ type: 'code', value }] : [])),
      );
    case 'figure':
      return [{ type: 'image', alt: block.alternativeText, url: block.url }];
    case 'formula':
      return [{ type: 'raw', value: `$${block.tex}$` }];
    case 'rule':
      return [];
    case 'verbatim':
      return plainText(block.text);
    default:
      return block.content;
  }
}

function markerOf({ marker, number }: { marker: string; number?: number | undefined }): string {
  return marker === '-' && number !== undefined ? `${number}.` : marker;
}

/** A table in a table becomes lines. */
function flattenRows(
  rows: readonly (readonly { content: RichText; isRepeated?: boolean | undefined }[])[],
): RichText {
  return joinLines(
    rows.map((row) =>
      row
        .filter(({ content, isRepeated }) => !isRepeated && content.length > 0)
        .flatMap(({ content }, index) => (index === 0 ? content : [...plainText(' | '), ...content])),
    ),
  );
}

function joinLines(lines: readonly RichText[]): RichText {
  return lines.flatMap((line, index) => (index === 0 ? line : [lineBreak, ...line]));
}

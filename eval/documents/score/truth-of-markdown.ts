import { splitWords } from '../../metrics/word-f1.ts';
import type { ConversionTruth, TruthBlock } from './conversion-truth.ts';
import { type MarkdownBlock, parseMarkdownBlocks } from './markdown-blocks.ts';
import { normalize } from './normalize-text.ts';

/**
 * The content of a document as its Markdown has it, for the comparison of another conversion with it. Blocks without words,
 * such as pictures, are left out.
 */
export function truthOfMarkdown(markdown: string, file: string, format: string): ConversionTruth {
  const blocks = parseMarkdownBlocks(markdown).filter(hasWords).map(toTruth);
  return { file, format, blocks, running: [], pageNumbers: [], optional: '' };
}

function hasWords(block: MarkdownBlock): boolean {
  const text = block.kind === 'table' ? block.rows.flat().join(' ') : block.text;
  return splitWords(normalize(text)).length > 0;
}

function toTruth(block: MarkdownBlock): TruthBlock {
  switch (block.kind) {
    case 'heading':
      return { type: 'heading', level: block.level, text: block.text };
    case 'item':
      return { type: 'list_item', depth: block.depth, ordered: block.isOrdered, text: block.text };
    case 'table':
      return { type: 'table', rows: block.rows };
    case 'code':
      return { type: 'code', text: block.text };
    case 'paragraph':
      return { type: 'paragraph', text: block.text };
  }
}

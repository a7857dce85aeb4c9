import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import type { TextRange } from '@quern/text/span';
import { checkboxMark } from '../../blocks/checkbox-mark.ts';
import type { CellAlignment, ContentBlock, TableBlock, TableCell } from '../../blocks/content-block.ts';
import { writeCell, writeHeadingText, writeParagraphs } from '../inline/write-inline.ts';
import { BlockLayout } from './block-layout.ts';
import { fenceCode } from './fence-code.ts';
import { buildLists } from './list-tree.ts';

/** Markdown, and where its blocks are. */
export interface WrittenMarkdown {
  readonly markdown: string;
  /** The place of each block; empty for a block that shows nothing. */
  readonly ranges: readonly TextRange[];
}

/** Writes blocks as GitHub-flavored Markdown (https://github.github.com/gfm/), with formulas between dollar signs. */
export function writeMarkdown(blocks: readonly ContentBlock[]): WrittenMarkdown {
  const layout = new BlockLayout();
  layout.write(buildLists(blocks, blocks.map(markdownOf)));
  return { markdown: layout.toString(), ranges: layout.rangesOf(blocks.length) };
}

/** The Markdown of a block without indentation; '' if it shows nothing. */
function markdownOf(block: ContentBlock): string {
  switch (block.kind) {
    case 'heading': {
      const text = writeHeadingText(block.content);
      return text && `${'#'.repeat(block.level)} ${text}`;
    }
    case 'paragraph':
      return writeParagraphs(block.content).join('\n\n');
    case 'list-item': {
      const text = writeParagraphs(block.content).join('\n\n');
      return text && checkboxMark(block.isChecked) + text;
    }
    case 'table':
      return writeTable(block);
    case 'code':
      return fenceCode(block.text, block.language);
    case 'quote':
      return quote(writeMarkdown(block.blocks).markdown);
    case 'footnote': {
      const text = writeParagraphs(block.content).join('\n\n');
      return text && `[^${block.label}]: ${text.replace(/\n(?=[^\n])/g, '\n    ')}`;
    }
    case 'figure': {
      const { alternativeText: alt, url } = block;
      return writeParagraphs([{ type: 'image', alt: collapseWhitespace(alt), url }]).join('');
    }
    case 'formula':
      return `$$${collapseWhitespace(block.tex)}$$`;
    case 'rule':
      return '---';
    case 'verbatim':
      return block.text;
  }
}

function quote(markdown: string): string {
  return markdown === '' ? '' : markdown.replace(/^(?=[^\n])/gm, '> ').replace(/^$/gm, '>');
}

/** Writes a table, whose rows are as wide as the widest one. */
function writeTable({ rows, hasHeader = true, alignments = [] }: TableBlock): string {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0) return '';
  const lines = rows.map((row) => writeRow(row) + ' |'.repeat(width - row.length));
  const delimiters = Array.from({ length: width }, (_, column) => ` ${delimiterOf(alignments[column])} |`);
  const header = hasHeader ? lines.splice(0, 1) : [`|${' |'.repeat(width)}`];
  return [...header, `|${delimiters.join('')}`, ...lines].join('\n');
}

function writeRow(row: readonly TableCell[]): string {
  const cells = row.map(({ content }) => {
    const text = writeCell(content);
    return text === '' ? ' |' : ` ${text} |`;
  });
  return `|${cells.join('')}`;
}

function delimiterOf(alignment: CellAlignment | undefined): string {
  if (alignment === 'center') return ':-:';
  if (alignment === 'right') return '--:';
  return alignment === 'left' ? ':--' : '---';
}

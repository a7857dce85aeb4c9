import type { TextRange } from '@quern/text/span';
import type { ContentBlock, ListItemBlock, TableBlock, TableCell } from '../../blocks/content-block.ts';
import { writeCell, writeHeadingText, writeParagraphs } from '../inline/write-inline.ts';
import { fenceCode } from './fence-code.ts';
import { ListLayout } from './list-layout.ts';

/** Markdown, and where its blocks are. */
export interface WrittenMarkdown {
  readonly markdown: string;
  /** The place of each block; empty for a block that shows nothing. */
  readonly ranges: readonly TextRange[];
}

/** Writes blocks as GitHub-flavored Markdown (https://github.github.com/gfm/), with formulas between dollar signs. */
export function writeMarkdown(blocks: readonly ContentBlock[]): WrittenMarkdown {
  const parts: string[] = [];
  const ranges: TextRange[] = [];
  const lists = new ListLayout();
  let length = 0;
  for (const block of blocks) {
    const text = markdownOf(block);
    if (text === '') {
      ranges.push({ startIndex: length, endIndex: length });
      continue;
    }
    const { separator, indented } = lists.place(block, text);
    if (length > 0) parts.push(separator);
    const startIndex = length === 0 ? 0 : length + separator.length;
    parts.push(indented);
    length = startIndex + indented.length;
    ranges.push({ startIndex, endIndex: length });
  }
  return { markdown: parts.join(''), ranges };
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
    case 'list-item':
      return checkboxOf(block) + writeParagraphs(block.content).join('\n\n');
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
      return writeParagraphs([{ type: 'image', alt: alt.replace(/\s+/g, ' ').trim(), url }]).join('');
    }
    case 'formula':
      return `$$${block.tex.replace(/\s+/g, ' ').trim()}$$`;
    case 'rule':
      return '---';
    case 'verbatim':
      return block.text;
  }
}

/** https://github.github.com/gfm/#task-list-items-extension- */
function checkboxOf({ isChecked }: ListItemBlock): string {
  if (isChecked === undefined) return '';
  return isChecked ? '[x] ' : '[ ] ';
}

function quote(markdown: string): string {
  return markdown === '' ? '' : markdown.replace(/^(?=[^\n])/gm, '> ').replace(/^$/gm, '>');
}

/** Writes a table, whose header has to be as wide as the widest row. */
function writeTable({ rows }: TableBlock): string {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0) return '';
  const lines = rows.map(writeRow);
  const missing = width - (rows[0]?.length ?? 0);
  lines.splice(0, 1, (lines[0] ?? '') + ' |'.repeat(missing), `|${' --- |'.repeat(width)}`);
  return lines.join('\n');
}

function writeRow(row: readonly TableCell[]): string {
  const cells = row.map(({ content }) => {
    const text = writeCell(content);
    return text === '' ? ' |' : ` ${text} |`;
  });
  return `|${cells.join('')}`;
}

import type { DocumentBlock, TableBlock, TableCell } from '../model/document-block.ts';
import { plainText } from '../model/rich-text.ts';
import { findBodySize } from './find-body-size.ts';
import type { PdfLine } from './group-text-lines.ts';
import { HeadingSizes } from './heading-sizes.ts';
import { findListItems, ListIndentation } from './list-items.ts';
import { attachListMarkers } from './list-marker.ts';
import { type PdfParagraph, type PdfTable, reconstructParagraphs } from './reconstruct-paragraphs.ts';
import { removeRunningHeaders } from './remove-running-headers.ts';

/**
 * Reconstructs headings, paragraphs, lists and tables from the lines of pages, without running headers and with
 * hyphenated words joined. Where the layout is ambiguous, the text stays a paragraph.
 */
export function reconstructBlocks(pages: readonly (readonly PdfLine[])[]): DocumentBlock[] {
  const kept = removeRunningHeaders(pages).map(attachListMarkers);
  const bodySize = findBodySize(kept);
  const parts = reconstructParagraphs(kept, bodySize);
  const headings = new HeadingSizes(
    bodySize,
    parts.filter((part) => part.kind === 'paragraph'),
  );
  const items = findAllListItems(parts, headings);
  const indentation = new ListIndentation();
  const tables = new TableJoiner();
  const blocks: DocumentBlock[] = [];
  for (const part of parts) {
    if (part.kind === 'table') {
      const table = tables.add(part, blocks.at(-1)?.kind === 'table');
      if (table) blocks.push(table);
    } else if (items.has(part)) {
      if (blocks.at(-1)?.kind !== 'list-item') indentation.reset();
      blocks.push(indentation.toBlock(part));
    } else blocks.push(toTextBlock(part, headings));
  }
  return blocks;
}

function toTextBlock(paragraph: PdfParagraph, headings: HeadingSizes): DocumentBlock {
  const { text, isAdjacent } = paragraph;
  const level = headings.levelOf(paragraph);
  return level === undefined
    ? { kind: 'paragraph', content: plainText(text), isAdjacent }
    : { kind: 'heading', level, content: plainText(text) };
}

function findAllListItems(
  parts: readonly (PdfParagraph | PdfTable)[],
  headings: HeadingSizes,
): Set<PdfParagraph> {
  const items = new Set<PdfParagraph>();
  let sequence: PdfParagraph[] = [];
  const endSequence = () => {
    for (const item of findListItems(sequence)) items.add(item);
    sequence = [];
  };
  for (const part of parts) {
    const mayBeItem =
      part.kind === 'paragraph' && part.marker && part.text !== part.marker.text && !headings.levelOf(part);
    if (mayBeItem) sequence.push(part);
    else endSequence();
  }
  endSequence();
  return items;
}

/** Joins tables that continue on another page with the same header. */
class TableJoiner {
  #rows: TableCell[][] = [];
  #header = '';

  /** @returns the block of a new table, or undefined if the rows were added to that of the last one */
  add({ rows }: PdfTable, isAfterTable: boolean): TableBlock | undefined {
    const header = rows[0]?.map(({ text }) => text).join('\n') ?? '';
    if (isAfterTable && header === this.#header) {
      for (const row of rows.slice(1)) this.#rows.push(row.map(toCell));
      return undefined;
    }
    this.#rows = rows.map((row) => row.map(toCell));
    this.#header = header;
    return { kind: 'table', rows: this.#rows };
  }
}

const toCell = ({ text }: { readonly text: string }): TableCell => ({ content: plainText(text) });

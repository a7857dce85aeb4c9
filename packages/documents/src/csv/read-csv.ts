import type { TableCell } from '@quern/content/blocks/content-block';
import type { RichText } from '@quern/content/blocks/rich-text';
import papaparse from 'papaparse';
import { DocumentError } from '../errors/document-error.ts';
import { type DocumentContent, emptyMetadata } from '../model/document-content.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { readPlainText } from '../text/decode-text.ts';
import { guessCsvDelimiter } from './csv-dialect.ts';

/** A cell takes about 200 bytes until it is written. */
const cellsMax = 750_000;
/** Rows between two yield points. */
const rowsPerStep = 2000;

const blank: TableCell = { content: [] };

/**
 * Reads comma-separated values (RFC 4180), also with semicolons, tabs or vertical bars, as one table. Rows without text
 * are left out.
 *
 * @throws DocumentError `empty`, `unsupported` or `too_complex`; the signal's reason when aborted
 */
export async function readCsv(
  bytes: Uint8Array,
  { signal, yieldIfDue }: ReadDocumentOptions = {},
): Promise<DocumentContent> {
  const text = (await readPlainText(bytes)).replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const rows: TableCell[][] = [];
  let cells = 0;
  for await (const records of parseInSteps(text.replace(/^sep=.\n/i, ''))) {
    signal?.throwIfAborted();
    await yieldIfDue?.();
    for (const record of records) {
      const row = withoutBlankEnd(record);
      if (row.length === 0) continue;
      cells += row.length;
      if (cells > cellsMax)
        throw new DocumentError('too_complex', 'The table has more than 750,000 cells: split it.');
      rows.push(row.map(cellOf));
    }
  }
  return {
    format: 'csv',
    blocks: rows.length === 0 ? [] : [{ kind: 'table', rows }],
    metadata: emptyMetadata,
    pages: [],
    warnings: [],
  };
}

/** Parses a part of the text at a time, so that other work can be done in between. */
function* parseInSteps(text: string): Generator<string[][]> {
  const delimiter = guessCsvDelimiter(text);
  let position = 0;
  while (position < text.length) {
    const { data, meta } = papaparse.parse<string[]>(text.slice(position), {
      delimiter,
      newline: '\n',
      preview: rowsPerStep,
      // Its search for quotes would begin again at each step.
      fastMode: false,
    });
    yield data;
    if (!meta.truncated || meta.cursor === 0) return;
    position += meta.cursor;
  }
}

function withoutBlankEnd(record: readonly string[]): readonly string[] {
  const last = record.findLastIndex((field) => field.trim() !== '');
  return record.slice(0, last + 1);
}

function cellOf(field: string): TableCell {
  const value = field.replace(/\s+/g, ' ').trim();
  const content: RichText = value === '' ? [] : [{ type: 'text', value }];
  return content.length === 0 ? blank : { content };
}

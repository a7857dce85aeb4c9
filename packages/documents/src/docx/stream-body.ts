import { TableBuilder } from '../office/table-builder.ts';
import { streamXml, type XmlElement, type XmlPace } from '../xml/xml-tree.ts';
import { type BodyContext, BodyReader, isContentsProperties } from './read-body.ts';

/** Elements that are handled as a whole. Those of tables are not, since a table can be the whole document. */
const units = new Set(['p', 'tr', 'sdtPr', 'sectPr', 'del', 'moveFrom', 'Fallback']);

/** Reads the main part of a document with memory for one paragraph or table row. @returns the reader, with all blocks */
export async function streamBody(xml: Uint8Array, context: BodyContext, pace: XmlPace): Promise<BodyReader> {
  const stream = new BodyStream(context);
  await streamXml(
    xml,
    {
      isUnit: (name) => units.has(name),
      unit: (element) => stream.read(element),
      open: (name) => stream.open(name),
      close: (name) => stream.close(name),
    },
    pace,
  );
  return stream.reader;
}

class BodyStream {
  readonly reader: BodyReader;
  readonly #context: BodyContext;
  #table: TableBuilder | undefined;
  /** A row that may be the only one of its table, which then is a frame around text. */
  #firstRow: XmlElement | undefined;
  /** Number of open content controls, and that of those outside of the table of contents while it is open. */
  #controls = 0;
  #controlsOutside: number | undefined;

  constructor(context: BodyContext) {
    this.#context = context;
    this.reader = new BodyReader(context);
  }

  open(name: string): void {
    if (name === 'sdt') this.#controls += 1;
    else if (name === 'tbl') this.#table = new TableBuilder(this.#context.repetitions);
  }

  close(name: string): void {
    if (name === 'sdt') {
      this.#controls -= 1;
      if (this.#controls === this.#controlsOutside) this.#controlsOutside = undefined;
    } else if (name === 'tbl') this.#closeTable();
  }

  read(element: XmlElement): void {
    if (element.name === 'sdtPr') {
      if (isContentsProperties(element)) this.#controlsOutside ??= this.#controls - 1;
    } else if (this.#controlsOutside !== undefined) return;
    else if (element.name === 'tr') this.#readRow(element);
    else this.reader.read(element);
  }

  #readRow(row: XmlElement): void {
    if (this.#table === undefined) return;
    if (this.#firstRow === undefined && this.#table.isEmpty) {
      this.#firstRow = row;
      return;
    }
    if (this.#firstRow) this.reader.readRow(this.#firstRow, this.#table);
    this.#firstRow = undefined;
    this.reader.readRow(row, this.#table);
  }

  #closeTable(): void {
    if (this.#firstRow) this.reader.addTable([this.#firstRow]);
    else if (this.#table) this.reader.addBuiltTable(this.#table);
    this.#table = undefined;
    this.#firstRow = undefined;
  }
}

import type { ContentBlock } from '@quern/content/blocks/content-block';
import type { DocumentContent } from '../model/document-content.ts';
import { putBelowTitle } from '../office/put-below-title.ts';
import { TableBuilder } from '../office/table-builder.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { finishOdf, startOdf } from './odf-document.ts';
import { OdfBodyReader, type OdfContext } from './read-odf-body.ts';
import { streamOdf } from './stream-odf.ts';

/** Elements that are handled as a whole. Those of tables are not, since a table can be the whole document. */
const units = new Set([
  ...[
    'p',
    'h',
    'list',
    'table-row',
    'tracked-changes',
    'table-of-content',
    'illustration-index',
    'table-index',
  ],
  ...['object-index', 'user-index', 'forms', 'frame', 'custom-shape', 'g', 'alphabetical-index-source'],
  ...['bibliography-source', 'annotation', 'sequence-decls', 'variable-decls', 'user-field-decls'],
]);

/** Reads an OpenDocument text: the body in document order, then the notes. @throws DocumentError */
export async function readOdt(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentContent> {
  const document = await startOdf(bytes, options);
  const body = new TextBody(document.context);
  const handlers = {
    isUnit: (name: string) => units.has(name),
    unit: (element: XmlElement) => body.read(element),
    open: (name: string) => body.open(name),
    close: (name: string) => body.close(name),
  };
  await streamOdf(document, handlers, options);
  const { title } = body.reader;
  const blocks: ContentBlock[] = putBelowTitle(body.reader.finish(), title);
  return finishOdf(document, { format: 'odt', blocks, pages: [], warnings: [] }, title);
}

class TextBody {
  readonly reader: OdfBodyReader;
  readonly #context: OdfContext;
  #table: TableBuilder | undefined;
  /** A row that may be the only one of its table, which then is a frame around text. */
  #firstRow: XmlElement | undefined;

  constructor(context: OdfContext) {
    this.#context = context;
    this.reader = new OdfBodyReader(context);
  }

  open(name: string): void {
    if (name === 'table') this.#table = new TableBuilder(this.#context.repetitions);
  }

  close(name: string): void {
    if (name !== 'table') return;
    if (this.#firstRow) this.reader.addTable([this.#firstRow]);
    else if (this.#table) this.reader.addBuiltTable(this.#table);
    this.#table = undefined;
    this.#firstRow = undefined;
  }

  read(element: XmlElement): void {
    if (element.name !== 'table-row') this.reader.read(element);
    else if (this.#table) this.#readRow(element, this.#table);
  }

  #readRow(row: XmlElement, table: TableBuilder): void {
    if (this.#firstRow === undefined && table.isEmpty) {
      this.#firstRow = row;
      return;
    }
    if (this.#firstRow) this.reader.readRow(this.#firstRow, table);
    this.#firstRow = undefined;
    this.reader.readRow(row, table);
  }
}

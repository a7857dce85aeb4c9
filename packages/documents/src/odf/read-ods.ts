import type { ContentBlock } from '@quern/content/blocks/content-block';
import { isBlank, plainText } from '@quern/content/blocks/rich-text';
import type { DocumentContent, DocumentPage, DocumentWarning } from '../model/document-content.ts';
import { selectPages } from '../office/select-pages.ts';
import { TableBuilder } from '../office/table-builder.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { childrenOf, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { finishOdf, type OdfDocument, startOdf } from './odf-document.ts';
import { OdfBodyReader } from './read-odf-body.ts';
import { isFrame } from './read-odf-inlines.ts';
import { isHiddenRow } from './read-odf-table.ts';
import { streamOdf } from './stream-odf.ts';

const units = new Set([
  'table-row',
  'shapes',
  'forms',
  'named-expressions',
  'database-ranges',
  'tracked-changes',
]);
const ignoredUnits = new Set(['forms', 'named-expressions', 'database-ranges', 'tracked-changes']);
/** Sheets beyond this number are not read. */
const sheetsMax = 1000;

/** Reads an OpenDocument spreadsheet: a section per sheet, with values as displayed. @throws DocumentError */
export async function readOds(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentContent> {
  const document = await startOdf(bytes, options);
  const workbook = new Workbook(document);
  const handlers = {
    isUnit: (name: string) => units.has(name),
    unit: (element: XmlElement) => workbook.read(element),
    open: (name: string, attributes: Readonly<Record<string, string>>) => workbook.open(name, attributes),
    close: (name: string) => workbook.close(name),
  };
  await streamOdf(document, handlers, options);
  const { blocks, pages, warnings, sheets } = workbook;
  const selected = selectPages(blocks, pages, sheets, options.pages);
  for (const { number } of selected.pages) options.onPage?.(number, sheets);
  return finishOdf(document, { format: 'ods', ...selected, warnings }, '');
}

class Workbook {
  readonly blocks: ContentBlock[] = [];
  readonly pages: DocumentPage[] = [];
  readonly warnings: DocumentWarning[] = [];
  /** Number of sheets so far, with hidden ones. */
  sheets = 0;
  readonly #document: OdfDocument;
  #reader: OdfBodyReader | undefined;
  #table: TableBuilder;
  #depth = 0;

  constructor(document: OdfDocument) {
    this.#document = document;
    this.#table = new TableBuilder(document.context.repetitions);
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name !== 'table' || ++this.#depth > 1) return;
    this.sheets += 1;
    const title = attributes['name'] ?? '';
    const isHidden = this.#document.styles.isHiddenPage('table', attributes['style-name'] ?? '');
    if (isHidden)
      this.warnings.push({
        code: 'hidden_sheet',
        message: `The hidden sheet ${JSON.stringify(title)} was left out.`,
      });
    if (isHidden || this.sheets > sheetsMax) return;
    this.pages.push({ number: this.sheets });
    this.#reader = new OdfBodyReader({ ...this.#document.context, readsCharts: false });
    if (title.trim() !== '') this.#reader.add({ kind: 'heading', level: 2, content: plainText(title) });
  }

  close(name: string): void {
    if (name !== 'table' || --this.#depth > 0) return;
    this.#closeTable();
    for (const block of this.#reader?.finish() ?? []) this.blocks.push({ ...block, page: this.sheets });
    this.#reader = undefined;
  }

  read(element: XmlElement): void {
    if (this.#reader === undefined || ignoredUnits.has(element.name)) return;
    if (element.name !== 'table-row') for (const shape of childrenOf(element)) this.#reader.readFrame(shape);
    else if (!isHiddenRow(element)) this.#readRow(element, this.#reader);
  }

  /** A row without text ends a table. */
  #readRow(row: XmlElement, reader: OdfBodyReader): void {
    if (!isEmptyRow(row)) {
      reader.readRow(row, this.#table);
      return;
    }
    this.#closeTable();
    if (this.#document.context.pictures.areCollected)
      for (const shape of childrenOf(row).flatMap((cell) => childrenOf(cell).filter(isFrame)))
        reader.readFrame(shape);
  }

  #closeTable(): void {
    if (this.#table.isEmpty) return;
    this.#reader?.addBuiltTable(this.#table);
    this.#table = new TableBuilder(this.#document.context.repetitions);
  }
}

function isEmptyRow(row: XmlElement): boolean {
  return childrenOf(row).every(
    (cell) =>
      cell.name !== 'covered-table-cell' &&
      cell.attributes['office:value-type'] === undefined &&
      isBlank(plainText(textIn(cell))),
  );
}

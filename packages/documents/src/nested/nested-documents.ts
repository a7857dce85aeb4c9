import type { ContentBlock } from '@quern/content/blocks/content-block';
import { plainText } from '@quern/content/blocks/rich-text';
import { EngineError } from '@quern/runtime/engine-error';
import { DocumentError } from '../errors/document-error.ts';
import type { DocumentContent, DocumentPage, DocumentWarning } from '../model/document-content.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import type { NestedBudget } from './nested-budget.ts';
import type { NestedScans } from './nested-scans.ts';
import { placeBlocks } from './place-blocks.ts';

/** A file inside of an archive or a message, or a part that is not a file. */
export type NestedFile = { readonly name: string } & (
  | {
      /** @param bytesMax maximum size @throws DocumentError when it cannot be unpacked */
      readonly open: (bytesMax: number) => Uint8Array;
    }
  | { readonly read: ReadPart }
);

/** Reads a part that is not a file. @throws DocumentError */
export type ReadPart = (options: ReaderOptions) => Promise<DocumentContent>;

/** Options of a reader, with the means to read files inside of the file. */
export interface ReaderOptions extends ReadDocumentOptions {
  readonly nested: NestedDocuments;
}

/** The options that parts inherit. */
export type NestedOptions = Pick<
  ReadDocumentOptions,
  'signal' | 'yieldIfDue' | 'password' | 'pictures' | 'ocr'
>;

/** Reads a file of any format. @throws DocumentError */
export type ReadFile = (bytes: Uint8Array, options: ReaderOptions) => Promise<DocumentContent>;

/** The parts of a file, in order. */
export interface NestedContent {
  readonly blocks: ContentBlock[];
  /** Pages of all parts, numbered on; a part without pages is one. */
  readonly pages: DocumentPage[];
  readonly warnings: DocumentWarning[];
}

/** Archives and messages in archives and messages. */
const depthMax = 3;
const warningsMax = 50;
const noText = 'it has no text.';
const nameLengthMax = 300;

/** Reads the files inside of archives and messages, as parts under their names. */
export class NestedDocuments {
  readonly #readFile: ReadFile;
  readonly #depth: number;
  readonly #budget: NestedBudget;
  readonly #scans: NestedScans;

  /**
   * @param budget shared by all levels
   * @param scans shared by all levels
   */
  constructor(readFile: ReadFile, budget: NestedBudget, scans: NestedScans, depth = 0) {
    this.#readFile = readFile;
    this.#budget = budget;
    this.#scans = scans;
    this.#depth = depth;
  }

  /**
   * Reads files one after another. One that cannot be read is left out with a warning.
   *
   * @param headingLevel that of the names, above the headings of the parts
   * @param firstPage number of the first page
   * @throws the signal's reason when aborted
   */
  async read(
    files: readonly NestedFile[],
    { headingLevel, firstPage }: { readonly headingLevel: number; readonly firstPage: number },
    options: NestedOptions,
  ): Promise<NestedContent> {
    const content: NestedContent = { blocks: [], pages: [], warnings: [] };
    const warnings: DocumentWarning[] = [];
    for (const file of files) {
      options.signal?.throwIfAborted();
      await options.yieldIfDue?.();
      const name = shownName(file.name);
      try {
        const { part, problem } = await this.#readPart(file, options);
        const page = firstPage + content.pages.length;
        // A page that has no text is one of the document all the same: the numbers of others do not depend on it.
        if (part.blocks.length > 0)
          content.blocks.push({ kind: 'heading', level: headingLevel, content: plainText(name), page });
        const prefix = this.#budget.nextPrefix();
        for (const block of placeBlocks(part.blocks, { headingLevel, page, pages: part.pages, prefix }))
          content.blocks.push(block);
        for (const each of pagesOf(part))
          content.pages.push({ ...each, number: firstPage + content.pages.length });
        for (const warning of warningsOf(part, name)) warnings.push(warning);
        if (problem !== undefined) {
          const extent = part.blocks.length > 0 ? ' completely' : '';
          warnings.push(notRead(name, extent, problem));
        }
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        warnings.push(notRead(name, '', error.message));
      }
    }
    for (const warning of limitWarnings(warnings)) content.warnings.push(warning);
    return content;
  }

  async #readPart(
    file: NestedFile,
    { signal, yieldIfDue, password, pictures, ocr }: NestedOptions,
  ): Promise<{ part: DocumentContent; problem: string | undefined }> {
    if (this.#depth >= depthMax)
      throw new DocumentError('too_complex', `it is inside of more than ${depthMax} archives or messages.`);
    const ordinal = this.#budget.takeFile();
    const nested = new NestedDocuments(this.#readFile, this.#budget, this.#scans, this.#depth + 1);
    const inner: ReaderOptions = {
      signal,
      yieldIfDue,
      password,
      pictures,
      ocr,
      nested,
      recognized: this.#scans.recognized(ordinal)?.pages,
    };
    const part =
      'read' in file
        ? await file.read(inner)
        : await this.#readScanned(this.#open(file.open), ordinal, inner);
    if (part.blocks.length === 0 && !part.pages.some(({ source }) => source !== undefined)) {
      const isScan = part.pages.some(({ recognition }) => recognition === 'excluded');
      throw new DocumentError(
        'empty',
        isScan ? 'it has only scanned pages, which were not recognized.' : noText,
      );
    }
    this.#budget.takeBlocks(part.blocks);
    const recognized = this.#scans.recognized(ordinal);
    const isEmpty = recognized !== undefined && part.blocks.length === 0;
    return { part, problem: recognized?.problem ?? (isEmpty ? noText : undefined) };
  }

  /** Reads a file whose pages may be scans: their places in it are noted. */
  async #readScanned(bytes: Uint8Array, part: number, options: ReaderOptions): Promise<DocumentContent> {
    const content = await this.#readFile(bytes, options);
    const isScan = ({ source, recognition }: DocumentPage) =>
      source === undefined && (recognition === 'needed' || recognition === 'done');
    if (!content.pages.some(isScan)) return content;
    const recognized = this.#scans.recognized(part);
    const isKept = recognized !== undefined || this.#scans.keep(part, bytes);
    const pages = content.pages.map((page): DocumentPage => {
      if (!isScan(page)) return page;
      if (!isKept) return { ...page, recognition: 'excluded' };
      const recognition = recognized?.problem === undefined ? page.recognition : undefined;
      return { ...page, recognition, source: { part, number: page.number } };
    });
    return { ...content, pages };
  }

  #open(open: (bytesMax: number) => Uint8Array): Uint8Array {
    const bytes = open(this.#budget.bytesMax);
    this.#budget.takeBytes(bytes.length);
    return bytes;
  }
}

/** A part without pages counts as one. */
function pagesOf({ pages }: DocumentContent): readonly DocumentPage[] {
  if (pages.length === 0) return [{ number: 1 }];
  // The part has a warning for the pages that were left out.
  return pages.map(({ recognition, ...page }) =>
    recognition === 'excluded' ? page : { ...page, recognition },
  );
}

function notRead(name: string, extent: '' | ' completely', problem: string): DocumentWarning {
  return { code: 'part_not_read', message: `${JSON.stringify(name)} was not read${extent}: ${problem}` };
}

function warningsOf({ pages, warnings }: DocumentContent, name: string): DocumentWarning[] {
  const scanned = pages.filter(({ recognition }) => recognition === 'excluded').length;
  const excluded: DocumentWarning[] =
    scanned === 0
      ? []
      : [
          {
            code: 'pages_not_recognized',
            message: `${scanned} pages without usable text were not recognized`,
          },
        ];
  return [...excluded, ...warnings].map(({ code, message }) => ({
    code,
    message: `${JSON.stringify(name)}: ${message}`,
  }));
}

function limitWarnings(warnings: readonly DocumentWarning[]): readonly DocumentWarning[] {
  if (warnings.length <= warningsMax) return warnings;
  const others = warnings.length - warningsMax;
  return [
    ...warnings.slice(0, warningsMax),
    { code: 'more_warnings', message: `${others} more files were not read, or not completely` },
  ];
}

function shownName(name: string): string {
  const line = name.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.slice(0, nameLengthMax) || 'without a name';
}

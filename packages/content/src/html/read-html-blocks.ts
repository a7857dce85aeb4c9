import type { ContentBlock } from '../blocks/content-block.ts';
import type { DomElement } from '../dom/dom.ts';
import { findParentsOfBlocks } from '../dom/elements.ts';
import { readBlocks } from './block-reader.ts';
import { composePage } from './compose/compose-page.ts';
import { dropHidden } from './compose/drop-hidden.ts';
import { withoutDanglingNotes } from './dangling-notes.ts';
import { NoteIndex, NoteLabels } from './note-index.ts';
import type { PageImages } from './page-images.ts';
import { SpanBudget } from './read-table.ts';
import type { AddressResolver } from './resolve-address.ts';

export type { PageImages } from './page-images.ts';

/** Where a file of a document stands, and where its links lead. */
export interface HtmlFile {
  readonly resolve: AddressResolver;
  /** Name in the archive; '' for a document of one file. */
  readonly path?: string;
  /** The name of the file that a link refers to, from the part of the link before `#`. */
  readonly resolvePath?: (address: string) => string;
  /** Handles images without an address; default: they are left out. */
  readonly images?: PageImages | undefined;
}

/** Reads the files of one document, such as the chapters of a book, which share footnotes and limits. */
export class HtmlReader {
  readonly #labels = new NoteLabels();
  readonly #spans = new SpanBudget();

  /** Reads all that a page shows, in document order. References to footnotes may be dangling. */
  read(body: DomElement, file: HtmlFile): ContentBlock[] {
    const composed = composePage(body, {
      resolveMedia: (address) => file.resolve(address) ?? '',
      keepsImageSources: file.images?.collect !== undefined,
    });
    return this.readComposed(dropHidden(composed), file);
  }

  /** Reads what `composePage` returned. */
  readComposed(body: DomElement, { resolve, path, resolvePath, images }: HtmlFile): ContentBlock[] {
    return readBlocks(body, {
      notes: new NoteIndex(body, this.#labels, path, resolvePath),
      resolve,
      parentsOfBlocks: findParentsOfBlocks(body),
      spans: this.#spans,
      images,
      itemBoxes: new Set(),
    });
  }
}

/** Reads a page that is a whole document. Linear in the size of the page. */
export function readHtmlBlocks(
  body: DomElement,
  resolve: AddressResolver,
  images?: PageImages,
): ContentBlock[] {
  return withoutDanglingNotes(new HtmlReader().read(body, { resolve, images }));
}

/** Reads what `composePage` returned with all addresses resolved; links to other places of the page stay. */
export function readComposedBlocks(content: DomElement): ContentBlock[] {
  const resolve = (address: string) => (address === '' ? undefined : address);
  return withoutDanglingNotes(new HtmlReader().readComposed(content, { resolve }));
}

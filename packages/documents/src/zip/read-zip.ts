import { openZip } from '../archive/open-zip.ts';
import { DocumentError } from '../errors/document-error.ts';
import { type DocumentContent, emptyMetadata } from '../model/document-content.ts';
import type { NestedFile, ReaderOptions } from '../nested/nested-documents.ts';
import { selectPages } from '../office/select-pages.ts';

/** Files that programs add to archives. */
const addedFiles = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;

/**
 * Reads the files of a ZIP archive in its order: each is a part under its name. The pages of all parts are those of the
 * archive, in which a part without pages is one. Files that cannot be read are named in warnings.
 *
 * @throws DocumentError `empty` if no file can be read, `invalid_pages`; the signal's reason when aborted
 */
export async function readZip(bytes: Uint8Array, options: ReaderOptions): Promise<DocumentContent> {
  const archive = openZip(bytes);
  const files = archive.names
    .filter((name) => !name.endsWith('/') && !addedFiles.test(name))
    .map(
      (name): NestedFile => ({ name, open: (bytesMax) => archive.read(name, bytesMax) ?? Buffer.alloc(0) }),
    );
  if (files.length === 0) throw new DocumentError('empty', 'The archive has no files.');
  const { blocks, pages, warnings } = await options.nested.read(
    files,
    { headingLevel: 1, firstPage: 1 },
    options,
  );
  if (blocks.length === 0 && !pages.some(({ recognition }) => recognition === 'needed')) {
    const [reason] = warnings;
    throw new DocumentError(
      'empty',
      `The archive has no file that can be read${reason ? `: ${reason.message}` : '.'}`,
    );
  }
  const selected = selectPages(blocks, pages, pages.length, options.pages);
  return { format: 'zip', ...selected, metadata: emptyMetadata, warnings };
}

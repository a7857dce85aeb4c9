import { EngineError } from '@quern/runtime/engine-error';
import type { JsonFragment } from '@quern/runtime/json-fragment';
import { sniffFileType } from '@quern/runtime/sniff-file-type';
import type { FetchedResource } from '@quern/web/fetch/fetched-resource';
import { ServiceError } from '../../errors/service-error.ts';
import type { OperationContext } from '../define-operation.ts';

/** A document in Markdown and as plain text, and its title, else ''. */
export interface ConvertedDocument {
  readonly markdown: string | JsonFragment;
  readonly text: string | JsonFragment;
  readonly title: string;
}

/**
 * Converts a PDF or DOCX, as detected by content, to Markdown and plain text.
 *
 * @throws ServiceError `fetch_failed` for other binary files
 * @throws DocumentError when the document cannot be read
 */
export async function convertDocument(
  { url, contentType, body }: FetchedResource,
  { engines, signal }: OperationContext,
): Promise<ConvertedDocument> {
  const unsupported = new ServiceError(
    'fetch_failed',
    `${url} has the type ${contentType || '(unknown)'}, which cannot be converted to Markdown`,
  );
  const type = sniffFileType(body);
  if (type !== 'pdf' && type !== 'zip' && contentType !== 'application/pdf') throw unsupported;
  try {
    return await engines.pool.run('convertDocument', body, { signal, jsonFields: ['markdown', 'text'] });
  } catch (error) {
    const isOtherArchive = error instanceof EngineError && error.id === 'document.unsupported';
    throw isOtherArchive && type === 'zip' ? unsupported : error;
  }
}

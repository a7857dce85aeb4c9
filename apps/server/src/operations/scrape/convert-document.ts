import type { JsonFragment } from '@quern/runtime/json-fragment';
import type { FetchedResource } from '@quern/web/fetch/fetched-resource';
import { beginConversion, finishConversion } from '../../engines/convert-document.ts';
import type { OperationContext } from '../define-operation.ts';

/** A document in Markdown and as plain text, and its title, else ''. */
export interface ConvertedDocument {
  readonly markdown: string | JsonFragment;
  readonly text: string | JsonFragment;
  readonly title: string;
}

/**
 * Converts a document or an image, as detected by content, to Markdown and plain text.
 *
 * @throws DocumentError when it cannot be read; ImageError when an image or a scan cannot be recognized
 */
export async function convertDocument(
  { body }: FetchedResource,
  { engines, signal }: OperationContext,
): Promise<ConvertedDocument> {
  const options = { signal, withText: true };
  const begun = await beginConversion(engines, body, options);
  return finishConversion(engines, body, begun, options);
}

import type { JsonFragment } from '@quern/runtime/json-fragment';
import type { FetchedResource } from '@quern/web/fetch/fetched-resource';
import { beginConversion, finishConversion } from '../../engines/convert-document.ts';
import type { OperationContext } from '../define-operation.ts';

/** A document in Markdown and as plain text. */
export interface ConvertedDocument {
  readonly markdown: string | JsonFragment;
  readonly text: string | JsonFragment;
  /** Fields that the document states, and its detected language. */
  readonly metadata: {
    readonly title?: string;
    readonly language?: string;
    readonly author?: string;
    readonly modifiedTime?: string;
  };
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
  const converted = await finishConversion(engines, body, begun, options);
  const { markdown, text, title, language, metadata } = converted;
  return {
    markdown,
    text,
    metadata: {
      ...(title !== '' && { title }),
      ...(language !== 'und' && { language }),
      author: metadata.author,
      modifiedTime: metadata.modifiedAt,
    },
  };
}

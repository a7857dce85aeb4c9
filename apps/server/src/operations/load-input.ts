import type { FetchOptions } from '@quern/web/fetch/fetched-resource';
import type { OperationContext } from './define-operation.ts';
import { fetchTarget } from './fetch-target.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** The file of a request, or the URL that names it; schemas ensure that there is one of them. */
export interface InputSource {
  readonly files?: readonly UploadedFile[] | undefined;
  readonly url: string | undefined;
}

/**
 * Returns the uploaded file, or fetches the URL.
 *
 * @throws ServiceError or FetchError if the URL cannot be fetched
 */
export async function loadInput(
  { files, url }: InputSource,
  options: Pick<FetchOptions, 'bytesMax' | 'accept'>,
  { engines, signal }: OperationContext,
): Promise<Uint8Array> {
  const [file] = files ?? [];
  if (file !== undefined) return file.bytes;
  if (url === undefined) throw new Error('The input has neither a file nor a URL.');
  const request = { ...options, signal, timeoutMs: engines.fetchTimeMs };
  return (await fetchTarget(engines.web, url, request)).body;
}

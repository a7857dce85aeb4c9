import type { StoredResultOptions } from '../call-operation.ts';
import type { ClientConfig } from '../client-config.ts';
import { encodePathSegment } from '../encode-path-segment.ts';
import { sendForBytes } from '../send-request.ts';

/** Files that are parts of results. */
export interface Files {
  /**
   * Downloads a file until it expires.
   *
   * @param file the `url` of the file in the result, or its id
   * @throws QuernError `not_found` if it does not exist or has expired, or for any other failure.
   */
  readonly get: (file: string, options?: StoredResultOptions) => Promise<Uint8Array<ArrayBuffer>>;
}

const folder = '/v0/files/';

/** Creates the methods of files. */
export function createFiles(config: ClientConfig): Files {
  return {
    get: async (file, { signal, requestId } = {}) => {
      const id = file.startsWith(folder) ? file.slice(folder.length) : file;
      return sendForBytes(config, {
        method: 'GET',
        path: `${folder}${encodePathSegment(id)}`,
        headers: { accept: '*/*', ...(requestId === undefined ? {} : { 'x-request-id': requestId }) },
        retrySafety: 'safe',
        signal,
      });
    },
  };
}

import { EngineError } from '@quern/runtime/engine-error';

export type FetchErrorCode =
  | 'invalid_url'
  | 'forbidden_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  | 'bad_response'
  | 'aborted';

/** Why an address could not be fetched. The message names the host and what to do about it. */
export class FetchError extends EngineError<'fetch', FetchErrorCode> {
  override readonly name = 'FetchError';
  /** The address that failed: of a redirect the one it led to. */
  readonly url: string;

  constructor(code: FetchErrorCode, url: string, message: string, options?: { cause?: unknown }) {
    super('fetch', code, message, options);
    this.url = url;
  }
}

import type { ErrorCode } from '../errors/error-codes.ts';
import { ServiceError } from '../errors/service-error.ts';
import { mapStorageError } from './map-storage-error.ts';

/** Which code an engine's error becomes, by the class it had and its own code. */
const codes: Readonly<Record<string, ErrorCode>> = {
  'DocumentError.unsupported': 'invalid_file',
  'DocumentError.encrypted': 'unreadable_document',
  'DocumentError.unreadable': 'unreadable_document',
  'DocumentError.too_complex': 'unreadable_document',
  'DocumentError.empty': 'unreadable_document',
  'ImageError.unsupported': 'invalid_image',
  'ImageError.unreadable': 'invalid_image',
  'ImageError.too_large': 'invalid_image',
  'FetchError.invalid_url': 'invalid_url',
  'FetchError.forbidden_address': 'forbidden_address',
  'FetchError.dns': 'fetch_failed',
  'FetchError.connect': 'fetch_failed',
  'FetchError.tls': 'fetch_failed',
  'FetchError.timeout': 'fetch_timeout',
  'FetchError.too_large': 'fetch_failed',
  'FetchError.too_many_redirects': 'fetch_failed',
  'FetchError.bad_response': 'fetch_failed',
  'RenderError.unavailable': 'engine_unavailable',
  'RenderError.busy': 'overloaded',
  'RenderError.hung': 'fetch_timeout',
  'RenderError.page_crashed': 'fetch_failed',
  'RenderError.browser_gone': 'fetch_failed',
  'RenderError.navigation': 'fetch_failed',
  'RenderError.too_large': 'fetch_failed',
  'TranslationError.unknown_language': 'unsupported_language',
  'TranslationError.unsupported_pair': 'unsupported_language',
  'TranslationError.model_unavailable': 'model_unavailable',
};

const retrySeconds = 30;
const laterCodes = new Set<ErrorCode>(['model_unavailable', 'engine_unavailable', 'overloaded']);

/** Whatever a run threw, as what the caller is told. What is not an expected failure is `internal_error`. */
export function toServiceError(thrown: unknown, signal: AbortSignal): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const unavailable = mapStorageError(thrown);
  if (unavailable !== undefined) return unavailable;
  if (signal.aborted && signal.reason instanceof ServiceError) return signal.reason;
  if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') {
    const engine = 'engine' in thrown ? String(thrown.engine) : thrown.name;
    const code = codes[`${engine}.${thrown.code}`];
    if (code !== undefined) {
      const retry = laterCodes.has(code) ? { retryAfterSeconds: retrySeconds } : {};
      return new ServiceError(code, thrown.message, { cause: thrown, ...retry });
    }
    if (thrown.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      return new ServiceError('input_too_complex', 'this input needs more memory than a thread may have', {
        cause: thrown,
      });
    }
  }
  return new ServiceError('internal_error', 'something went wrong on our side; nothing was charged', {
    cause: thrown,
  });
}

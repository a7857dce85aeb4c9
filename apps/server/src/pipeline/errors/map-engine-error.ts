import type { DocumentError } from '@quern/documents/errors/document-error';
import type { LlmError } from '@quern/llm/llm-error';
import type { NlpError } from '@quern/nlp/nlp-error';
import type { ImageError } from '@quern/ocr/image/image-error';
import { EngineError, type EngineErrorId } from '@quern/runtime/engine-error';
import type { TranslationError } from '@quern/translation/translation-error';
import type { FetchError } from '@quern/web/fetch/fetch-error';
import type { RenderError } from '@quern/web/render/browser/render-error';
import type { ErrorCode } from '../../errors/error-codes.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { LanguageError } from '../../languages/language-support.ts';
import { mapStorageError } from './map-storage-error.ts';

/** Every expected failure of every engine. */
type EngineErrorCode = EngineErrorId<
  | DocumentError
  | ImageError
  | NlpError
  | TranslationError
  | LlmError
  | FetchError
  | RenderError
  | LanguageError
>;

/** The public code of each engine error. A code that a package adds does not compile until it is mapped here. */
const publicCodes = {
  'document.unsupported': 'invalid_file',
  'document.encrypted': 'unreadable_document',
  'document.unreadable': 'unreadable_document',
  'document.too_complex': 'unreadable_document',
  'document.empty': 'unreadable_document',
  'document.invalid_pages': 'invalid_parameters',
  'image.unsupported': 'invalid_image',
  'image.unreadable': 'invalid_image',
  'image.encrypted': 'unreadable_document',
  'image.too_large': 'invalid_image',
  'image.invalid_pages': 'invalid_parameters',
  'image.unavailable': 'engine_unavailable',
  'nlp.too_complex': 'input_too_complex',
  'language.unsupported': 'unsupported_language',
  'fetch.invalid_url': 'invalid_url',
  'fetch.forbidden_address': 'forbidden_address',
  'fetch.dns': 'fetch_failed',
  'fetch.connect': 'fetch_failed',
  'fetch.tls': 'fetch_failed',
  'fetch.timeout': 'fetch_timeout',
  'fetch.too_large': 'fetch_failed',
  'fetch.too_many_redirects': 'fetch_failed',
  'fetch.bad_response': 'fetch_failed',
  'fetch.target_status': 'target_status',
  'fetch.target_refused': 'blocked',
  // An aborted request ends with the reason of its signal; any other abort is a bug.
  'fetch.aborted': 'internal_error',
  'render.unavailable': 'engine_unavailable',
  'render.busy': 'overloaded',
  'render.hung': 'fetch_timeout',
  'render.page_crashed': 'fetch_failed',
  'render.browser_gone': 'fetch_failed',
  'render.navigation': 'fetch_failed',
  'render.too_large': 'fetch_failed',
  'render.action_failed': 'action_failed',
  'render.invalid_selector': 'invalid_parameters',
  'render.aborted': 'internal_error',
  'translation.unsupported_pair': 'unsupported_language',
  'translation.model_unavailable': 'model_unavailable',
  'llm.unavailable': 'engine_unavailable',
  'llm.timeout': 'engine_unavailable',
  'llm.unauthorized': 'engine_unavailable',
  'llm.rate_limited': 'engine_unavailable',
  'llm.rejected': 'engine_unavailable',
  'llm.invalid_response': 'engine_unavailable',
  'llm.refused': 'engine_unavailable',
} satisfies Record<EngineErrorCode, ErrorCode>;

const llmHint = 'The setting of baseUrl is QUERN_LLM_BASE_URL.';

/** The settings that an operator changes to resolve an error; engines name only their own options. */
const settingsHints: Partial<Record<EngineErrorCode, string>> = {
  'fetch.forbidden_address': 'An operator can allow it with QUERN_FETCH_ALLOW.',
  'llm.unavailable': llmHint,
  'llm.timeout': llmHint,
  'llm.unauthorized': llmHint,
  'llm.rate_limited': llmHint,
  'llm.rejected': llmHint,
  'llm.invalid_response': llmHint,
  'llm.refused': llmHint,
};

/** Errors that usually last until an operator changes the service, so that a job is not tried again. */
const lastingErrors: ReadonlySet<EngineErrorCode> = new Set<EngineErrorCode>([
  'translation.model_unavailable',
  'image.unavailable',
  'render.unavailable',
  'llm.unauthorized',
]);

const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  model_unavailable: 30,
  engine_unavailable: 30,
  overloaded: 30,
};

/** Converts whatever an operation threw to a public error. Anything but an expected failure is `internal_error`. */
export function toServiceError(thrown: unknown, signal: AbortSignal): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const unavailable = mapStorageError(thrown);
  if (unavailable !== undefined) return unavailable;
  if (signal.aborted && signal.reason instanceof ServiceError) return signal.reason;
  if (thrown instanceof EngineError) {
    const mapped = mapEngineError(thrown);
    if (mapped !== undefined) return mapped;
  }
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new ServiceError('input_too_complex', 'this input needs more memory than a thread may have', {
      cause: thrown,
    });
  }
  return new ServiceError('internal_error', 'something went wrong on our side; nothing was charged', {
    cause: thrown,
  });
}

function mapEngineError(error: EngineError): ServiceError | undefined {
  if (!isKnown(error.id)) return undefined;
  const code = publicCodes[error.id];
  if (code === 'internal_error') return undefined;
  const hint = settingsHints[error.id];
  const message = hint === undefined ? error.message : `${error.message.replace(/(?<![.!?])$/, '.')} ${hint}`;
  const seconds = error.engine === 'llm' ? 10 : retryAfterSeconds[code];
  return new ServiceError(code, message, {
    cause: error,
    isLasting: lastingErrors.has(error.id),
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  });
}

function isKnown(id: string): id is EngineErrorCode {
  return Object.hasOwn(publicCodes, id);
}

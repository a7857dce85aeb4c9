import { DocumentError } from '@quern/documents/errors/document-error';
import { LlmError } from '@quern/llm/llm-error';
import { EngineError } from '@quern/runtime/engine-error';
import { TranslationError } from '@quern/translation/translation-error';
import { FetchError } from '@quern/web/fetch/fetch-error';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors/service-error.ts';
import { toServiceError } from './map-engine-error.ts';

const { signal } = new AbortController();

describe('toServiceError', () => {
  it('maps an engine error to its public code and keeps its message', () => {
    const error = toServiceError(new DocumentError('empty', 'The document has no text.'), signal);
    expect(error).toMatchObject({ code: 'unreadable_document', message: 'The document has no text.' });
  });

  it('maps an engine error that crossed from a thread', () => {
    const crossed = new DocumentError('unsupported', 'This is a spreadsheet.').serialize();
    const error = toServiceError(EngineError.deserialize(structuredClone(crossed)), signal);
    expect(error.code).toBe('invalid_file');
  });

  it('adds the name of the setting to an error that an operator can resolve', () => {
    const error = toServiceError(new LlmError('unavailable', 'No response.'), signal);
    expect(error).toMatchObject({ code: 'engine_unavailable', retryAfterSeconds: 10 });
    expect(error.message).toContain('QUERN_LLM_BASE_URL');
    const url = 'http://10.0.0.1/';
    const forbidden = toServiceError(
      new FetchError('forbidden_address', url, '10.0.0.1 is not public'),
      signal,
    );
    expect(forbidden.message).toBe(
      '10.0.0.1 is not public. An operator can allow it with QUERN_FETCH_ALLOW.',
    );
  });

  it('distinguishes errors that last until an operator changes the service', () => {
    const missing = toServiceError(new TranslationError('model_unavailable', 'No model.'), signal);
    expect(missing).toMatchObject({ code: 'model_unavailable', retryAfterSeconds: 30, isLasting: true });
    expect(toServiceError(new LlmError('timeout', 'Too slow.'), signal).isLasting).toBe(false);
  });

  it('returns the reason of the signal for a fetch that the service aborted', () => {
    const reason = new ServiceError('request_timeout', 'too slow');
    const aborted = new FetchError('aborted', 'http://a.example/', 'Fetching was canceled');
    expect(toServiceError(aborted, AbortSignal.abort(reason))).toBe(reason);
    expect(toServiceError(aborted, signal).code).toBe('internal_error');
  });

  it('reports an unknown error as internal_error without its message', () => {
    const error = toServiceError(new EngineError('toy', 'refused', 'secret'), signal);
    expect(error.code).toBe('internal_error');
    expect(error.message).not.toContain('secret');
    expect(toServiceError(new Error('secret'), signal).message).not.toContain('secret');
  });
});

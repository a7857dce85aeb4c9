import type { LlmErrorCode } from '@quern/llm/llm-error';

/** Codes of warnings about abstractive summaries. */
export type SummaryWarningCode =
  | 'language_model_unavailable'
  | 'language_model_timeout'
  | 'language_model_rejected'
  | 'language_model_invalid_response'
  | 'language_model_refused'
  | 'unsupported_summary'
  | 'unsupported_sentences_removed'
  | 'summary_too_long'
  | 'text_condensed';

/** Something about a summary that its reader should know. */
export interface SummaryWarning {
  readonly code: SummaryWarningCode;
  readonly message: string;
}

/** The warning for each failure of a language model. */
export const failureWarnings = {
  unavailable: 'language_model_unavailable',
  rate_limited: 'language_model_unavailable',
  timeout: 'language_model_timeout',
  unauthorized: 'language_model_rejected',
  rejected: 'language_model_rejected',
  invalid_response: 'language_model_invalid_response',
  refused: 'language_model_refused',
} satisfies Record<LlmErrorCode, SummaryWarningCode>;

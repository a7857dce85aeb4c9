/** A client of language models behind OpenAI-compatible endpoints. */

export type { FetchFunction } from './chat-completion.ts';
export { CircuitBreaker, type CircuitBreakerOptions } from './circuit-breaker.ts';
export { type Completion, type CompletionRequest, LlmClient, type LlmClientOptions } from './llm-client.ts';
export { LlmError, type LlmErrorCode } from './llm-error.ts';
export { extractStringArray, stripReasoning } from './parse-response.ts';
export { addTokenUsage, noTokenUsage, type TokenUsage } from './token-usage.ts';

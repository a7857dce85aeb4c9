import { LlmClient } from '@quern/llm/llm-client';
import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import { countTokensAsync } from '@quern/text/tokens/count-tokens';
import type { Config } from '../config.ts';

/**
 * Composes the client of the language model. Its requests go to the endpoint that the operator configured: the address
 * guard is for URLs of callers only. Redirects are not followed.
 *
 * @returns undefined if none is configured
 */
export function composeLlm({ llm }: Config, now: () => number): LlmClient | undefined {
  if (llm === undefined) return undefined;
  const { baseUrl, model, apiKey, timeoutMs, requestsMax } = llm;
  return new LlmClient({
    baseUrl,
    model,
    apiKey,
    timeoutMs,
    requestsMax,
    now,
    fetch: (url, init) => fetch(url, init),
    countTokens: (text) => countTokensAsync(text, async () => yieldIfDue()),
  });
}

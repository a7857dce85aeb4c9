import type { ChatCompletion } from './chat-completion.ts';
import type { TokenUsage } from './token-usage.ts';

/** The texts of a completion, and how to count their tokens. */
export interface CompletionTexts {
  readonly prompt: string;
  /** The generated text with its reasoning. */
  readonly completion: string;
  readonly countTokens: (text: string) => number | Promise<number>;
}

/** Reads the usage that an endpoint reports for one completion; counts what it does not report, or reports as zero. */
export async function readTokenUsage(
  usage: ChatCompletion['usage'],
  { prompt, completion, countTokens }: CompletionTexts,
): Promise<TokenUsage> {
  const promptTokens = usage?.prompt_tokens || undefined;
  const completionTokens = usage?.completion_tokens || undefined;
  return {
    requests: 1,
    promptTokens: promptTokens ?? (await countTokens(prompt)),
    completionTokens: completionTokens ?? (await countTokens(completion)),
    reasoningTokens: usage?.completion_tokens_details?.reasoning_tokens ?? 0,
    isEstimated: promptTokens === undefined || completionTokens === undefined,
  };
}

/** Tokens and requests of one or several completions. */
export interface TokenUsage {
  /** Completions that returned a response. */
  readonly requests: number;
  readonly promptTokens: number;
  /** All generated tokens, reasoning included. */
  readonly completionTokens: number;
  /** Part of `completionTokens` that the endpoint reports as reasoning. */
  readonly reasoningTokens: number;
  /** Whether a part was counted here, since the endpoint did not report it. */
  readonly isEstimated: boolean;
}

/** Usage of no request. */
export const noTokenUsage: TokenUsage = {
  requests: 0,
  promptTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
  isEstimated: false,
};

/** Returns the sum of two usages. */
export function addTokenUsage(left: TokenUsage, right: TokenUsage): TokenUsage {
  return {
    requests: left.requests + right.requests,
    promptTokens: left.promptTokens + right.promptTokens,
    completionTokens: left.completionTokens + right.completionTokens,
    reasoningTokens: left.reasoningTokens + right.reasoningTokens,
    isEstimated: left.isEstimated || right.isEstimated,
  };
}

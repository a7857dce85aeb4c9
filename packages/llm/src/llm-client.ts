import { setTimeout as sleep } from 'node:timers/promises';
import { Deadline } from '@quern/runtime/deadline';
import { parseRetryAfter } from '@quern/runtime/parse-retry-after';
import { Semaphore } from '@quern/runtime/scheduling/semaphore';
import { type ChatCompletion, type FetchFunction, postChatCompletion } from './chat-completion.ts';
import { type CallOutcome, CircuitBreaker } from './circuit-breaker.ts';
import { type AttemptFailure, classifyFailure } from './failures/classify-failure.ts';
import { StatusError } from './failures/response-failure.ts';
import { retryDelayMs } from './failures/retry-delay.ts';
import { LlmError } from './llm-error.ts';
import { stripReasoning } from './parse-response.ts';
import { readTokenUsage } from './read-token-usage.ts';
import type { TokenUsage } from './token-usage.ts';
import { UnsupportedParameters } from './unsupported-parameters.ts';

/** Endpoint and model of an `LlmClient`, what it gets from the application, and its limits. */
export interface LlmClientOptions {
  /** Base URL of the API including the version, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** Sends the requests, which ask it not to follow redirects. */
  readonly fetch: FetchFunction;
  /** Returns milliseconds since the epoch, for dates that the endpoint names. */
  readonly now: () => number;
  /** Returns milliseconds of a monotonic clock, by which the circuit breaker waits; default: `performance.now`. */
  readonly monotonicNow?: (() => number) | undefined;
  /** Counts tokens where the endpoint does not report them; default: a fourth of the UTF-8 bytes. */
  readonly countTokens?: ((text: string) => number | Promise<number>) | undefined;
  /** Time limit of one attempt, ms; default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Repetitions of a request that failed for a passing reason; default 2. */
  readonly retriesMax?: number | undefined;
  /** Requests that are sent at the same time; more wait. Default 4. */
  readonly requestsMax?: number | undefined;
  /** Maximum size of a response, default 4 MiB. */
  readonly responseBytesMax?: number | undefined;
  /** Failures in a row that open the circuit breaker; default 5. */
  readonly failuresMax?: number | undefined;
  /** Time that the circuit breaker is open at first, ms; default 15,000. */
  readonly openMs?: number | undefined;
  /** Returns a number in 0..1 for the jitter of delays. */
  readonly random?: (() => number) | undefined;
}

/** A request to a language model. */
export interface CompletionRequest {
  /** Instructions. */
  readonly system: string;
  /** The text to work on. */
  readonly user: string;
  /** Maximum number of generated tokens; by default the endpoint's. */
  readonly completionTokensMax?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Text that a language model generated. */
export interface Completion {
  /** Without reasoning, trimmed; never empty. */
  readonly text: string;
  /** Whether the text was cut off by a limit of tokens. */
  readonly isCutOff: boolean;
  readonly usage: TokenUsage;
}

const openMsMax = 300_000;

/** A language model behind an OpenAI-compatible endpoint (vLLM, Ollama, llama.cpp, OpenAI). */
export class LlmClient {
  /** Name of the model. */
  readonly model: string;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #options: LlmClientOptions;
  readonly #slots: Semaphore;
  readonly #breaker: CircuitBreaker;
  readonly #unsupported = new UnsupportedParameters();

  constructor(options: LlmClientOptions) {
    const { baseUrl, model, apiKey, requestsMax = 4, failuresMax = 5, openMs = 15_000 } = options;
    const { monotonicNow: now = () => performance.now() } = options;
    this.model = model;
    this.#options = options;
    this.#url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
    this.#headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    this.#slots = new Semaphore(requestsMax);
    this.#breaker = new CircuitBreaker({ now, failuresMax, openMs, openMsMax });
  }

  /** State of the circuit breaker. */
  get state(): 'closed' | 'open' | 'half-open' {
    return this.#breaker.state;
  }

  /**
   * Generates a text. Connection errors, 408, 409, 425, 429 and 5xx are repeated after a delay; the circuit breaker
   * rejects requests after repeated failures.
   *
   * @throws LlmError; the signal's reason when aborted
   */
  async complete(request: CompletionRequest): Promise<Completion> {
    const { signal } = request;
    const { retriesMax = 2, random = Math.random, now } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const result = await this.#slots.run(() => this.#attempt(request), signal);
      if (!('error' in result)) return this.#read(request, result);
      if (!result.isRetryable || attempt > retriesMax) throw result.error;
      const delayMs = retryDelayMs(attempt, parseRetryAfter(result.retryAfter, now()), random());
      if (delayMs === undefined) throw result.error;
      await sleep(delayMs, undefined, signal === undefined ? {} : { signal }).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error;
      });
    }
  }

  /** Requests that are running. */
  get running(): number {
    return this.#slots.inUse;
  }

  /** Requests that wait for others to end. */
  get waiting(): number {
    return this.#slots.waiting;
  }

  async #attempt(request: CompletionRequest): Promise<ChatCompletion | AttemptFailure> {
    const leave = this.#breaker.enter();
    const deadline = new Deadline(this.#options.timeoutMs ?? 120_000, request.signal);
    let outcome: CallOutcome = 'ignored';
    try {
      const completion = await this.#generate(request, deadline.signal);
      outcome = 'succeeded';
      return completion;
    } catch (thrown) {
      if (!deadline.isExpired) request.signal?.throwIfAborted();
      const failure = deadline.isExpired ? timeoutFailure(deadline.timeoutMs) : classifyFailure(thrown);
      if (failure.isOutage) outcome = 'failed';
      return failure;
    } finally {
      leave(outcome);
      deadline.clear();
    }
  }

  /** Sends the request, again if the endpoint does not know a parameter. */
  async #generate(
    { system, user, completionTokensMax }: CompletionRequest,
    signal: AbortSignal,
  ): Promise<ChatCompletion> {
    const { fetch, responseBytesMax = 4 * 1024 * 1024 } = this.#options;
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    for (;;) {
      const parameters = this.#unsupported.write(0, completionTokensMax);
      const body = { model: this.model, messages, ...parameters, stream: false };
      try {
        return await postChatCompletion(this.#url, body, {
          fetch,
          headers: this.#headers,
          signal,
          bytesMax: responseBytesMax,
        });
      } catch (error) {
        if (!(error instanceof StatusError && this.#unsupported.learn(error))) throw error;
      }
    }
  }

  async #read({ system, user }: CompletionRequest, { choices, usage }: ChatCompletion): Promise<Completion> {
    const [choice] = choices;
    const whole = choice?.message.content ?? '';
    const reason = choice?.finish_reason;
    if (reason === 'content_filter' || choice?.message.refusal) {
      throw new LlmError('refused', 'The language model refused to respond, or its response was filtered.');
    }
    const text = stripReasoning(whole);
    if (text === '') {
      const message =
        reason === 'length'
          ? 'The language model used up its tokens before it generated a text.'
          : 'The language model returned no text.';
      throw new LlmError('invalid_response', message);
    }
    const { countTokens = (each: string) => Math.ceil(Buffer.byteLength(each) / 4) } = this.#options;
    const texts = { prompt: `${system}\n${user}`, completion: whole, countTokens };
    return { text, isCutOff: reason === 'length', usage: await readTokenUsage(usage, texts) };
  }
}

function timeoutFailure(timeoutMs: number): AttemptFailure {
  const message = `The language model did not respond within ${timeoutMs} ms.`;
  return { error: new LlmError('timeout', message), isRetryable: false, isOutage: true };
}

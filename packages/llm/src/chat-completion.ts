import { z } from 'zod';
import { StatusError } from './failures/response-failure.ts';
import { LlmError } from './llm-error.ts';

/** Sends HTTP requests: `fetch`, or a function like it. The application provides it, so that it controls the network. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

const tokenCount = z.int().min(0).nullish().catch(undefined);

/** Some endpoints return the content in parts. */
const contentSchema = z.union([
  z.string(),
  z
    .array(z.object({ type: z.string(), text: z.string().optional() }))
    .transform((parts) => parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('')),
]);

/**
 * The fields of a chat completion that are used (OpenAI API reference, "Create chat completion"). Everything that
 * endpoints are known to omit is optional.
 */
const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: contentSchema.nullish(),
          refusal: z.string().nullish().catch(undefined),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z
    .object({
      prompt_tokens: tokenCount,
      completion_tokens: tokenCount,
      completion_tokens_details: z.object({ reasoning_tokens: tokenCount }).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

/** A chat completion, as the endpoint returned it. */
export type ChatCompletion = z.output<typeof completionSchema>;

/** Where and how a request is sent. */
export interface PostOptions {
  readonly fetch: FetchFunction;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Maximum size of the response after decompression. */
  readonly bytesMax: number;
}

/**
 * Requests one chat completion.
 *
 * @throws StatusError for a status other than 2xx
 * @throws LlmError `invalid_response` if the response is too large or not a chat completion
 * @throws whatever `fetch` throws; the signal's reason when aborted
 */
export async function postChatCompletion(
  url: string,
  body: unknown,
  { fetch, headers, signal, bytesMax }: PostOptions,
): Promise<ChatCompletion> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    // A redirect would carry texts and the key to another host.
    redirect: 'error',
    signal,
  });
  const text = await readBody(response, bytesMax);
  if (!response.ok) {
    const retryAfter = response.headers.get('retry-after') ?? undefined;
    throw new StatusError(response.status, retryAfter, text.slice(0, 2000));
  }
  return parseCompletion(text);
}

function parseCompletion(text: string): ChatCompletion {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A SyntaxError would quote the response.
    value = undefined;
  }
  const parsed = completionSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new LlmError('invalid_response', 'The language model endpoint did not return a chat completion.');
}

async function readBody(response: Response, bytesMax: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let received = 0;
  let text = '';
  // Leaving the loop cancels the body, which closes the connection.
  for await (const chunk of response.body) {
    received += chunk.byteLength;
    if (received > bytesMax) {
      const message = `The response of the language model endpoint has more than ${bytesMax} bytes.`;
      throw new LlmError('invalid_response', message);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

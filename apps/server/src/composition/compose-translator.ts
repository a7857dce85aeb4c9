import { Deadline } from '@quern/runtime/deadline';
import { LlmClient } from '@quern/translation/llm-client';
import { Translator } from '@quern/translation/translator';
import { type SentenceTranslator, withLlmFallback } from '@quern/translation/with-llm-fallback';
import type { FetchOptions } from '@quern/web/fetch/fetched-resource';
import { createGuardedClient } from '@quern/web/fetch/guarded-client';
import { redactUrl } from '@quern/web/fetch/redact-url';
import type { Config } from '../config.ts';

/** Time limit of downloading a model file, ms. */
const downloadTimeoutMs = 120_000;
/** Time limit of one request to the language model, ms. */
const llmTimeoutMs = 120_000;

/** A translator that must be closed. */
export interface ComposedTranslator extends SentenceTranslator {
  close(): Promise<void>;
}

/**
 * Composes the translator: Bergamot with models from the models folder, the mirror or the public registry; then a
 * language model, if one is configured.
 */
export function composeTranslator(config: Config, userAgent: string, now: () => number): ComposedTranslator {
  // The operator chose the mirror, so it may have a private address; no other host may.
  const allow = config.modelsMirror === undefined ? [] : [new URL(config.modelsMirror).host];
  const client = createGuardedClient({ allow, userAgent, now });
  const local = new Translator({
    modelsDir: config.modelsDir,
    registryUrl: config.modelsMirror,
    offline: config.offline,
    fetchBytes: async (url, { signal, bytesMax }) => {
      const options: FetchOptions = {
        bytesMax,
        timeoutMs: downloadTimeoutMs,
        ...(signal === undefined ? {} : { signal }),
      };
      const resource = await client.fetch(url, options);
      if (resource.status !== 200) {
        throw new Error(`${redactUrl(url)} responded with status ${resource.status}`);
      }
      return resource.body;
    },
  });
  const llm = config.llm === undefined ? undefined : new LlmClient({ ...config.llm, postJson });
  const translator = withLlmFallback(local, llm);
  return {
    translate: (request) => translator.translate(request),
    close: async () => {
      await Promise.all([local.close(), client.close()]);
    },
  };
}

interface PostJsonOptions {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request to the endpoint that the operator configured: the address guard is for URLs of callers only. */
async function postJson(url: string, { body, headers, signal }: PostJsonOptions): Promise<unknown> {
  const deadline = new Deadline(llmTimeoutMs, signal);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: deadline.signal,
    });
    if (!response.ok) throw new Error(`the language model responded with status ${response.status}`);
    return await response.json();
  } finally {
    deadline.clear();
  }
}

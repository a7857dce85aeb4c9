import { Deadline } from '@quern/runtime/deadline';
import { createLlmClient } from '@quern/translation/llm-client';
import { createTranslator } from '@quern/translation/translator';
import { createGuardedClient, type FetchOptions } from '@quern/web/fetch/guarded-fetch';
import type { Config } from '../config.ts';
import type { SentenceTranslator } from '../engines/engines.ts';
import { FallbackTranslator } from '../engines/fallback-translator.ts';
import { stripUrlQuery } from './redact-url-queries.ts';

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
export function composeTranslator(config: Config, userAgent: string): ComposedTranslator {
  // The operator chose the mirror, so it may have a private address; no other host may.
  const allow = config.modelsMirror === undefined ? [] : [new URL(config.modelsMirror).host];
  const client = createGuardedClient({ allow, userAgent });
  const local = createTranslator({
    modelsDir: config.modelsDir,
    ...(config.modelsMirror === undefined ? {} : { registryUrl: config.modelsMirror }),
    offline: config.offline,
    fetchBytes: async (url, { signal, maxBytes }) => {
      const options: FetchOptions = { bytesMax: maxBytes, timeoutMs: downloadTimeoutMs };
      const resource = await client.fetch(url, signal === undefined ? options : { ...options, signal });
      if (resource.status !== 200) {
        throw new Error(`${stripUrlQuery(url)} responded with status ${resource.status}`);
      }
      return resource.body;
    },
  });
  const llm = config.llm && createLlmClient({ ...config.llm, fetchJson: postJson });
  const translator = new FallbackTranslator(local, llm);
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
  readonly signal?: AbortSignal;
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

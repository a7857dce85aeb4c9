import { createLlmClient } from '@quern/translation/llm-client';
import { createTranslator, type Translator } from '@quern/translation/translator';
import type { FetchOptions } from '@quern/web/fetch/fetched-resource';
import { createGuardedClient } from '@quern/web/fetch/guarded-client';
import type { Config } from '../config.ts';
import type { SentenceTranslator } from '../engines/engines.ts';
import { ServiceError } from '../errors/service-error.ts';

const modelTimeMs = 120_000;

/** Failures of the first engine that a language model may make good. */
const passedOn = new Set(['unsupported_pair', 'model_unavailable']);

/** Bergamot with models from the folder, the mirror or the public registry; then a language model, if one is set. */
export function composeTranslator(
  config: Config,
  userAgent: string,
  now: () => number,
): SentenceTranslator & { close(): Promise<void> } {
  // A mirror is the operator's own choice, so it may stand in the intranet; everything else may not.
  const allow = config.modelsMirror === undefined ? [] : [new URL(config.modelsMirror).host];
  const client = createGuardedClient({ allow, userAgent, now });
  const models: Translator = createTranslator({
    modelsDir: config.modelsDir,
    ...(config.modelsMirror === undefined ? {} : { registryUrl: config.modelsMirror }),
    offline: config.offline,
    fetchBytes: async (url, { signal, maxBytes }) => {
      const options: FetchOptions = {
        bytesMax: maxBytes,
        timeoutMs: modelTimeMs,
        ...(signal === undefined ? {} : { signal }),
      };
      const resource = await client.fetch(url, options);
      if (resource.status !== 200) throw new Error(`${url} answered ${resource.status}`);
      return resource.body;
    },
  });
  const llm = config.llm === undefined ? undefined : createLlmClient({ ...config.llm, fetchJson: postJson });
  return {
    translate: async (order) => {
      try {
        return { ...(await models.translate(order)), engine: 'bergamot' };
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        if (llm === undefined || !passedOn.has(code)) throw error;
        const sentences = await llm
          .translate(order.sentences, order.from, order.to, order.signal)
          .catch((failure: unknown) => {
            order.signal.throwIfAborted();
            throw new ServiceError(
              'engine_unavailable',
              'the language model that QUERN_LLM_BASE_URL names does not answer as it should, and no other engine translates this',
              { cause: failure, retryAfterSeconds: 10 },
            );
          });
        return { sentences, language: order.to, engine: 'llm' };
      }
    },
    close: async () => {
      await Promise.all([models.close(), client.close()]);
    },
  };
}

/** The operator named this endpoint, so it is asked directly; the guard is for addresses that callers name. */
async function postJson(
  url: string,
  {
    body,
    headers,
    signal,
  }: { body: unknown; headers: Readonly<Record<string, string>>; signal?: AbortSignal },
): Promise<unknown> {
  const timeout = AbortSignal.timeout(modelTimeMs);
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  if (!response.ok) throw new Error(`the language model's endpoint answered ${response.status}`);
  return response.json();
}

import { LlmClient } from '@quern/translation/llm-client';
import { Translator } from '@quern/translation/translator';
import { type SentenceTranslator, withLlmFallback } from '@quern/translation/with-llm-fallback';
import type { FetchOptions } from '@quern/web/fetch/fetched-resource';
import { createGuardedClient } from '@quern/web/fetch/guarded-client';
import type { Config } from '../config.ts';

const modelTimeMs = 120_000;

/** Builds the translator: Bergamot with models from the folder, the mirror or the public registry, then a language model. */
export function composeTranslator(
  config: Config,
  userAgent: string,
  now: () => number,
): SentenceTranslator & { close(): Promise<void> } {
  // The operator chose the mirror, so it may be in a private network; no other address may.
  const allow = config.modelsMirror === undefined ? [] : [new URL(config.modelsMirror).host];
  const client = createGuardedClient({ allow, userAgent, now });
  const local = new Translator({
    modelsDir: config.modelsDir,
    registryUrl: config.modelsMirror,
    offline: config.offline,
    fetchBytes: async (url, { signal, bytesMax }) => {
      const options: FetchOptions = {
        bytesMax,
        timeoutMs: modelTimeMs,
        ...(signal === undefined ? {} : { signal }),
      };
      const resource = await client.fetch(url, options);
      if (resource.status !== 200) throw new Error(`${url} responded with status ${resource.status}`);
      return resource.body;
    },
  });
  const llm = config.llm === undefined ? undefined : new LlmClient({ ...config.llm, postJson });
  const { translate } = withLlmFallback(local, llm);
  return {
    translate,
    close: async () => {
      await Promise.all([local.close(), client.close()]);
    },
  };
}

/** Posts to the endpoint that the operator chose, without the guard for addresses from requests. */
async function postJson(
  url: string,
  {
    body,
    headers,
    signal,
  }: {
    readonly body: unknown;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<unknown> {
  const timeout = AbortSignal.timeout(modelTimeMs);
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  if (!response.ok) throw new Error(`the language model endpoint responded with status ${response.status}`);
  return response.json();
}

import { LlmClient, type LlmClientOptions } from '@quern/llm/llm-client';
import { LlmError } from '@quern/llm/llm-error';
import { FakeLlm, type Respond } from '@quern/testing/llm/fake-llm';
import { afterEach, describe, expect, it } from 'vitest';
import { LlmTranslator } from './llm-translator.ts';

let fake: FakeLlm | undefined;
afterEach(() => fake?.stop());

/** Starts an endpoint, and a translator that uses it. */
async function startEndpoint(respond: Respond, options: Partial<LlmClientOptions> = {}) {
  fake = await FakeLlm.start(respond);
  const { baseUrl, requests } = fake;
  const llm = new LlmClient({
    baseUrl: `${baseUrl}/`,
    model: 'small',
    apiKey: 'key',
    fetch,
    now: () => 0,
    ...options,
  });
  return { client: new LlmTranslator(llm), requests };
}

const upperCaseAll = (user: string) =>
  JSON.stringify(JSON.parse(user).map((sentence: string) => sentence.toUpperCase()));

describe('LlmTranslator', () => {
  it('translates 45 sentences in three batches, in their order', async () => {
    const { client, requests } = await startEndpoint(({ user }) => upperCaseAll(user));
    const sentences = Array.from({ length: 45 }, (_, index) => `sentence ${index}`);
    expect(await client.translate(sentences, 'en', 'pt-BR')).toEqual(
      sentences.map((sentence) => sentence.toUpperCase()),
    );
    expect(requests).toHaveLength(3);
    expect(requests[0]?.system).toContain('Brazilian Portuguese');
    expect(requests[0]?.authorization).toBe('Bearer key');
  });

  it('extracts a fenced array that follows reasoning', async () => {
    const { client } = await startEndpoint(
      ({ user }) => `<think>[hm]</think>\n\`\`\`json\n${upperCaseAll(user)}\n\`\`\``,
    );
    expect(await client.translate(['a', 'b'], 'en', 'de')).toEqual(['A', 'B']);
  });

  it('retries a batch with the wrong number of translations', async () => {
    const { client, requests } = await startEndpoint(({ user, number }) =>
      number === 1 ? '["only one"]' : upperCaseAll(user),
    );
    expect(await client.translate(['a', 'b'], 'en', 'de')).toEqual(['A', 'B']);
    expect(requests).toHaveLength(2);
  });

  it('translates one sentence per request when a batch fails twice', async () => {
    const { client, requests } = await startEndpoint(({ user }) =>
      user.startsWith('[') ? 'sorry' : user.toUpperCase(),
    );
    expect(await client.translate(['a', 'b'], 'en', 'de')).toEqual(['A', 'B']);
    expect(requests).toHaveLength(4);
  });

  it('throws LlmError for an empty response', async () => {
    const { client } = await startEndpoint(() => ' ');
    await expect(client.translate(['Hello.'], 'en', 'de')).rejects.toThrow(LlmError);
  });

  it("throws the signal's reason when aborted during a request", async () => {
    const controller = new AbortController();
    const { client } = await startEndpoint(() => {
      controller.abort(new Error('enough'));
      return { behavior: 'silence' };
    });
    await expect(client.translate(['Hello.'], 'en', 'de', controller.signal)).rejects.toThrow('enough');
  });
});

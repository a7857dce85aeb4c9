import { FakeLlm, type FakeReply, type Respond } from '@quern/testing/llm/fake-llm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LlmClient, type LlmClientOptions } from './llm-client.ts';
import { LlmError } from './llm-error.ts';

let fake: FakeLlm | undefined;
afterEach(() => {
  vi.useRealTimers();
  return fake?.stop();
});

async function start(respond: Respond, options: Partial<LlmClientOptions> = {}) {
  fake = await FakeLlm.start(respond);
  const client = new LlmClient({
    baseUrl: fake.baseUrl,
    model: 'small',
    fetch,
    now: () => 0,
    // No jitter means no delay.
    random: () => 0,
    ...options,
  });
  return { client, fake };
}

const request = { system: 'Be brief.', user: 'Hello' };
/** Returns the replies one after another, the last one again and again. */
const inTurn =
  (...replies: readonly FakeReply[]): Respond =>
  ({ number }) =>
    replies[Math.min(number, replies.length) - 1] ?? '';

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof LlmError ? error.code : String(error);
}

describe('LlmClient', () => {
  it('sends the model, the messages and the key, and returns the text with its usage', async () => {
    const { client, fake } = await start(
      () => ({
        content: ' Hi. ',
        usage: {
          prompt_tokens: 7,
          completion_tokens: 5,
          completion_tokens_details: { reasoning_tokens: 3 },
        },
      }),
      { apiKey: 'secret' },
    );
    expect(await client.complete({ ...request, completionTokensMax: 50 })).toEqual({
      text: 'Hi.',
      isCutOff: false,
      usage: {
        requests: 1,
        promptTokens: 7,
        completionTokens: 5,
        reasoningTokens: 3,
        isEstimated: false,
      },
    });
    expect(fake.requests[0]).toMatchObject({
      system: 'Be brief.',
      user: 'Hello',
      authorization: 'Bearer secret',
    });
    expect(fake.requests[0]?.body).toMatchObject({
      model: 'small',
      max_tokens: 50,
      temperature: 0,
      stream: false,
    });
  });

  it('counts the tokens where the endpoint does not report them, and marks that', async () => {
    const { client } = await start(() => ({ content: 'Hi.', usage: null }), {
      countTokens: (text) => text.length,
    });
    const { usage } = await client.complete(request);
    expect(usage).toMatchObject({ promptTokens: 15, completionTokens: 3, isEstimated: true });
  });

  it('removes reasoning, and joins content in parts', async () => {
    const parts = [
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
    ];
    const { client } = await start(
      inTurn('<think>Hmm.</think>\nHello', {
        raw: JSON.stringify({ choices: [{ message: { content: parts } }], usage: { prompt_tokens: 'many' } }),
      }),
    );
    expect((await client.complete(request)).text).toBe('Hello');
    const second = await client.complete(request);
    expect(second.text).toBe('Hello');
    expect(second.usage.isEstimated).toBe(true);
  });

  it('reports a text that was cut off', async () => {
    const { client } = await start(() => ({ content: 'Half a sen', finish_reason: 'length' }));
    expect((await client.complete(request)).isCutOff).toBe(true);
  });

  it.each<[string, FakeReply, string]>([
    ['401', { status: 401 }, 'unauthorized'],
    ['403', { status: 403 }, 'unauthorized'],
    ['404', { status: 404 }, 'rejected'],
    ['400', { status: 400 }, 'rejected'],
    ['HTML instead of JSON', { raw: '<html>Bad gateway</html>' }, 'invalid_response'],
    ['JSON of another form', { raw: '{"result": "Hi."}' }, 'invalid_response'],
    ['no choice', { raw: '{"choices": []}' }, 'invalid_response'],
    ['an empty body', { raw: '' }, 'invalid_response'],
    ['no text', { content: null }, 'invalid_response'],
    ['reasoning without an answer', { content: '<think>Hmm', finish_reason: 'length' }, 'invalid_response'],
    ['a refusal', { content: null, refusal: 'I cannot help.' }, 'refused'],
    ['a filter', { content: 'x', finish_reason: 'content_filter' }, 'refused'],
    ['a body without an end', { behavior: 'huge' }, 'invalid_response'],
  ])('throws at once for %s', async (_, reply, code) => {
    const { client, fake } = await start(() => reply, { responseBytesMax: 300_000 });
    expect(await codeOf(client.complete(request))).toBe(code);
    expect(fake.requests).toHaveLength(1);
  });

  it.each<[string, FakeReply]>([
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['408', { status: 408 }],
    ['409', { status: 409 }],
    ['425', { status: 425 }],
    ['429', { status: 429, headers: { 'retry-after': '0' } }],
    ['a reset connection', { behavior: 'reset' }],
    ['a connection cut within the body', { behavior: 'cut' }],
  ])('repeats the request after %s', async (_, reply) => {
    const { client, fake } = await start(inTurn(reply, reply, 'Hi.'));
    expect((await client.complete(request)).text).toBe('Hi.');
    expect(fake.requests).toHaveLength(3);
  });

  it('gives up after two repetitions', async () => {
    const { client, fake } = await start(() => ({ status: 500 }));
    expect(await codeOf(client.complete(request))).toBe('unavailable');
    expect(fake.requests).toHaveLength(3);
  });

  it('waits as long as Retry-After asks for, but not for more than ten seconds', async () => {
    const { client, fake } = await start(
      inTurn({ status: 429, headers: { 'retry-after': '0.15' } }, 'Hi.', {
        status: 429,
        headers: { 'retry-after': '3600' },
      }),
    );
    // clock: a lower bound, which slow machines exceed as well.
    const started = performance.now();
    await client.complete(request);
    // clock: a lower bound, which slow machines exceed as well.
    expect(performance.now() - started).toBeGreaterThanOrEqual(149);
    expect(await codeOf(client.complete(request))).toBe('rate_limited');
    expect(fake.requests).toHaveLength(3);
  });

  it('does not follow redirects', async () => {
    const { client, fake } = await start(() => ({ status: 307, headers: { location: '/v1/other' } }), {
      retriesMax: 0,
    });
    expect(await codeOf(client.complete(request))).toBe('unavailable');
    expect(fake.requests).toHaveLength(1);
  });

  it.each(['silence', 'drip'] as const)('ends an attempt with %s at the time limit', async (behavior) => {
    const { client, fake } = await start(() => ({ behavior }), { timeoutMs: 100 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const code = codeOf(client.complete(request));
    // Polling advances fake timers by its interval.
    await expect.poll(() => fake.requests.length, { interval: 0 }).toBe(1);
    vi.advanceTimersByTime(100);
    expect(await code).toBe('timeout');
    await expect.poll(() => fake.canceled).toBe(1);
    expect(fake.requests).toHaveLength(1);
  });

  it("closes the connection and throws the signal's reason when aborted", async () => {
    const controller = new AbortController();
    const { client, fake } = await start(() => {
      controller.abort(new Error('enough'));
      return { behavior: 'silence' };
    });
    const work = client.complete({ ...request, signal: controller.signal });
    await expect(work).rejects.toThrow('enough');
    await expect.poll(() => fake.canceled).toBe(1);
    expect(client.state).toBe('closed');
  });

  it('stops waiting for a repetition when aborted', async () => {
    const controller = new AbortController();
    const computesDelay = Promise.withResolvers<void>();
    const random = () => {
      computesDelay.resolve();
      return 0;
    };
    const { client } = await start(() => ({ status: 429, headers: { 'retry-after': '9' } }), { random });
    const work = client.complete({ ...request, signal: controller.signal });
    await computesDelay.promise;
    controller.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
  });

  it('sends no more requests at the same time than permitted', async () => {
    const released = Promise.withResolvers<void>();
    const { client, fake } = await start(() => released.promise.then(() => 'Hi.'), { requestsMax: 2 });
    const work = Array.from({ length: 6 }, () => client.complete(request));
    await expect.poll(() => fake.requests.length).toBe(2);
    released.resolve();
    await Promise.all(work);
    expect(fake.requests).toHaveLength(6);
    expect(fake.concurrentMax).toBe(2);
  });

  it('opens the circuit after repeated failures, and closes it after a successful probe', async () => {
    let now = 0;
    let clock = Date.parse('2026-01-01T12:00:00Z');
    const { client, fake } = await start(() => ({ status: 500 }), {
      now: () => clock,
      monotonicNow: () => now,
      retriesMax: 0,
      failuresMax: 3,
      openMs: 1000,
    });
    for (let count = 0; count < 5; count++) await codeOf(client.complete(request));
    expect(fake.requests).toHaveLength(3);
    expect(client.state).toBe('open');
    // The clock of the machine is set back an hour.
    clock -= 3_600_000;
    now = 1000;
    fake.respond = () => 'Hi.';
    expect(client.state).toBe('half-open');
    expect((await client.complete(request)).text).toBe('Hi.');
    expect(client.state).toBe('closed');
  });

  it('leaves out parameters that the model rejects, from then on', async () => {
    const { client, fake } = await start(({ body }) => {
      if ('temperature' in body) return { status: 400, message: "Unsupported value: 'temperature'" };
      if ('max_tokens' in body) return { status: 400, message: "Unsupported parameter: 'max_tokens'" };
      return 'Hi.';
    });
    await client.complete({ ...request, completionTokensMax: 9 });
    await client.complete({ ...request, completionTokensMax: 9 });
    expect(fake.requests).toHaveLength(4);
    expect(fake.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 9 });
  });

  it('keeps prompts, responses and keys out of its errors', async () => {
    const { client } = await start(({ user }) => ({ status: 400, message: `no such prompt: ${user}` }), {
      apiKey: 'secret-key',
    });
    const error = await client.complete({ ...request, user: 'private text' }).catch((thrown) => thrown);
    const { stack, cause } = error;
    expect(`${stack} ${JSON.stringify(error)} ${cause}`).not.toMatch(/private text|secret-key/);
  });
});

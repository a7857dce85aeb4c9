import { describe, expect, it } from 'vitest';
import type { TranslateRequest } from './engines.ts';
import { FallbackTranslator, type LlmTranslator } from './fallback-translator.ts';

const request = (signal = new AbortController().signal): TranslateRequest => ({
  sentences: ['one', 'two'],
  from: 'en',
  to: 'xx',
  signal,
});
const failing = (code: string) => ({
  translate: async (): Promise<never> => {
    throw Object.assign(new Error(code), { code });
  },
});
const llm: LlmTranslator = {
  translate: async (sentences, from, to) => sentences.map((sentence) => `${sentence} ${from} ${to}`),
};

describe('FallbackTranslator', () => {
  it('uses the local translator if it can', async () => {
    const local = { translate: async () => ({ sentences: ['eins', 'zwei'], language: 'de' }) };
    expect(await new FallbackTranslator(local, llm).translate(request())).toEqual({
      sentences: ['eins', 'zwei'],
      language: 'de',
      engine: 'bergamot',
    });
  });

  it.each(['unsupported_pair', 'model_unavailable'])('uses the language model after %s', async (code) => {
    expect(await new FallbackTranslator(failing(code), llm).translate(request())).toEqual({
      sentences: ['one en xx', 'two en xx'],
      language: 'xx',
      engine: 'llm',
    });
  });

  it('rethrows other errors, and all errors if there is no language model', async () => {
    await expect(new FallbackTranslator(failing('other'), llm).translate(request())).rejects.toThrow('other');
    const withoutLlm = new FallbackTranslator(failing('unsupported_pair'), undefined);
    await expect(withoutLlm.translate(request())).rejects.toThrow('unsupported_pair');
  });

  it('throws engine_unavailable if the language model fails, and the reason of an abort', async () => {
    const translator = new FallbackTranslator(failing('unsupported_pair'), failing('llm'));
    await expect(translator.translate(request())).rejects.toMatchObject({
      code: 'engine_unavailable',
      retryAfterSeconds: 10,
    });
    const aborted = AbortSignal.abort(new Error('client gone'));
    await expect(translator.translate(request(aborted))).rejects.toThrow('client gone');
  });
});

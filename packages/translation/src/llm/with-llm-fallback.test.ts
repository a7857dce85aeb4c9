import { describe, expect, it } from 'vitest';
import { TranslationError } from '../translation-error.ts';
import { withLlmFallback } from './with-llm-fallback.ts';

const open = () => Promise.reject(new TranslationError('unsupported_pair', 'No model.'));
const request = { sentences: ['Hello.'], from: 'en', to: 'yo' };
const unsupported = {
  open,
  translate: () => Promise.reject(new TranslationError('unsupported_pair', 'No model.')),
};
const llm = { translate: async () => ['Ẹ n lẹ.'] };

describe('withLlmFallback', () => {
  it('uses the local models where they can translate', async () => {
    const local = { open, translate: async () => ({ sentences: ['Olá.'], language: 'pt' }) };
    expect(await withLlmFallback(local, llm).translate(request)).toEqual({
      sentences: ['Olá.'],
      language: 'pt',
      engine: 'bergamot',
    });
  });

  it('uses the language model for a pair without a local model', async () => {
    expect(await withLlmFallback(unsupported, llm).translate(request)).toEqual({
      sentences: ['Ẹ n lẹ.'],
      language: 'yo',
      engine: 'llm',
    });
  });

  it('throws the error of the local models without a language model, or for another failure', async () => {
    await expect(withLlmFallback(unsupported, undefined).translate(request)).rejects.toThrow('No model.');
    const broken = { open, translate: () => Promise.reject(new Error('bug')) };
    await expect(withLlmFallback(broken, llm).translate(request)).rejects.toThrow('bug');
  });

  it('throws LlmError with the cause when the language model fails', async () => {
    const cause = new Error('connection refused');
    const failing = { translate: () => Promise.reject(cause) };
    await expect(withLlmFallback(unsupported, failing).translate(request)).rejects.toMatchObject({
      name: 'LlmError',
      cause,
    });
  });

  it("throws the signal's reason when aborted during the language model's work", async () => {
    const controller = new AbortController();
    const aborting = {
      translate: () => {
        controller.abort(new Error('client gone'));
        return Promise.reject(new Error('aborted'));
      },
    };
    const work = withLlmFallback(unsupported, aborting).translate({ ...request, signal: controller.signal });
    await expect(work).rejects.toThrow('client gone');
  });

  it('opens the language model for a pair without a local model, and sends it texts with their tags', async () => {
    const sent: (readonly string[])[] = [];
    const recording = {
      translate: async (sentences: readonly string[]) => {
        sent.push(sentences);
        return [...sentences];
      },
    };
    const opened = await withLlmFallback(unsupported, recording).open({ from: 'en', to: 'yo' });
    expect([opened.engine, opened.language]).toEqual(['llm', 'yo']);
    expect(await opened.translate([{ text: '<b id="0">Hello</b>.', isHtml: true }])).toEqual([
      '<b id="0">Hello</b>.',
    ]);
    expect(sent).toEqual([['<b id="0">Hello</b>.']]);
  });
});

import { describe, expect, it } from 'vitest';
import { pairKey, parseModelRegistry } from './model-registry.ts';

const files = {
  model: { path: 'a/model.bin', uncompressedHash: 'ABC' },
  lexicalShortlist: { path: 'a/lex.bin' },
  vocab: { path: 'a/vocab.spm' },
};
const entry = (architecture: string, releaseStatus: string) => ({
  architecture,
  releaseStatus,
  sourceLanguage: 'en',
  targetLanguage: 'pt',
  files,
});

describe('parseModelRegistry', () => {
  it('prefers released models, then the better architecture', () => {
    const entries = [entry('base-memory', 'Nightly'), entry('tiny', 'Release'), entry('base', 'Release')];
    const { models } = parseModelRegistry({ baseUrl: 'https://a.example', models: { 'en-pt': entries } });
    expect(models.get('en-pt')?.architecture).toBe('base');
    expect(models.get('en-pt')?.files['model']?.uncompressedHash).toBe('abc');
  });

  it('skips entries without all files and paths that lead out of the folder', () => {
    const outside = { ...files, model: { path: '../../etc/model.bin' } };
    const { models } = parseModelRegistry({
      models: {
        'en-pt': [{ ...entry('tiny', 'Release'), files: outside }],
        'en-de': [{ files: { model: files.model } }],
      },
    });
    expect(models.size).toBe(0);
  });

  it('takes the languages from the pair when the entry has none', () => {
    const { models } = parseModelRegistry({ models: { 'zh-hant-en': [{ files }] } });
    expect(models.get(pairKey('zh_Hant', 'en'))?.from).toBe('zh-hant');
  });

  it('throws for a value that is not a registry', () => {
    expect(() => parseModelRegistry([])).toThrow('no "models"');
  });
});

import { describe, expect, it } from 'vitest';
import { bundledModelDir, loadEncoder } from '../load-encoder.ts';
import { readManifest } from '../session/read-manifest.ts';
import { commonComponentsOf } from './common-components.ts';

describe('EncoderModel.embedSentences', () => {
  it('has common components that are fitted to the bundled embeddings', async () => {
    const { files } = await readManifest(bundledModelDir);
    expect(commonComponentsOf(files['embeddings.bin']?.sha256)).toBeDefined();
    expect(commonComponentsOf('other')).toBeUndefined();
  });

  it('returns vectors of length 1, and none for empty texts and unknown scripts', async () => {
    const encoder = await loadEncoder();
    const texts = ['The harvest was good.', '', ' \n', 'இன்று வானிலை', 'a'.repeat(100_000), '\ud800'];
    const vectors = await encoder.embedSentences(texts);
    const lengths = vectors.map((vector) => vector && Math.round(Math.hypot(...vector) * 1e4) / 1e4);
    expect(lengths.slice(0, 5)).toEqual([1, undefined, undefined, undefined, 1]);
  });

  it('stops when aborted', async () => {
    const encoder = await loadEncoder();
    await expect(encoder.embedSentences(['One.'], { signal: AbortSignal.abort('stop') })).rejects.toBe(
      'stop',
    );
  });
});

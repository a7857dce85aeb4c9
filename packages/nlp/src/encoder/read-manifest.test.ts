import { describe, expect, it } from 'vitest';
import { parseManifest } from './read-manifest.ts';

const whole = {
  version: 1,
  names: { tags: ['O', 'B-PERSON', 'I-PERSON'], temperature: 1.5 },
  polarity: { temperature: 2, bias: [0.5, 0, -0.5] },
  emotions: { labels: ['joy', 'neutral'], thresholds: [0.3, 0.4] },
  files: { 'backbone.onnx': { bytes: 10, sha256: 'ab' } },
};

describe('a manifest', () => {
  it('is taken with what the engine needs of it', () => {
    const manifest = parseManifest(whole);
    expect(manifest.polarity).toEqual({ temperature: 2, bias: [0.5, 0, -0.5] });
    expect(manifest.emotions).toEqual({ ...whole.emotions, temperature: 1 });
    expect(manifest.names).toEqual(whole.names);
    expect(parseManifest({ ...whole, polarity: { temperature: 1 } }).polarity.bias).toEqual([0, 0, 0]);
  });

  it.each([
    ['nothing', null, 'no object'],
    ['tags that do not begin with O', { ...whole, names: { tags: ['B-X', 'O'], temperature: 1 } }, 'BIO'],
    ['an I- without its B-', { ...whole, names: { tags: ['O', 'I-X'], temperature: 1 } }, 'BIO'],
    ['the same tag twice', { ...whole, names: { tags: ['O', 'B-X', 'B-X'], temperature: 1 } }, 'BIO'],
    ['a temperature of zero', { ...whole, polarity: { temperature: 0 } }, 'not positive: 0'],
    ['a bias of two numbers', { ...whole, polarity: { temperature: 1, bias: [1, 2] } }, 'three numbers'],
    [
      'a label without a threshold',
      { ...whole, emotions: { labels: ['joy'], thresholds: [] } },
      '1 emotions',
    ],
    ['files without a hash', { ...whole, files: { x: { bytes: 1 } } }, 'no text'],
  ])('with %s is refused', (_, manifest, message) => {
    expect(() => parseManifest(manifest)).toThrow(message);
  });
});

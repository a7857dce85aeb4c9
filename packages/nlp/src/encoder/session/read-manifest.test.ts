import { describe, expect, it } from 'vitest';
import { parseManifest } from './read-manifest.ts';

const valid = {
  version: 1,
  names: { tags: ['O', 'B-PERSON', 'I-PERSON'], temperature: 1.5 },
  polarity: { temperature: 2, bias: [0.5, 0, -0.5] },
  emotions: { labels: ['joy', 'neutral'], thresholds: [0.3, 0.4] },
  files: { 'backbone.onnx': { bytes: 10, sha256: 'ab' } },
};

describe('parseManifest', () => {
  it('returns the fields that the encoder needs, with defaults', () => {
    const manifest = parseManifest({ ...valid, training: { seed: 7 } });
    expect(manifest).toEqual({
      ...valid,
      version: '1',
      emotions: { ...valid.emotions, temperature: 1 },
    });
    expect(parseManifest({ ...valid, polarity: { temperature: 1 } }).polarity.bias).toEqual([0, 0, 0]);
  });

  it.each([
    ['that is null', null, /expected object/],
    [
      'whose tags do not begin with O',
      { ...valid, names: { tags: ['B-X', 'O'], temperature: 1 } },
      /names\.tags: .*BIO/,
    ],
    [
      'with an I- tag without its B- tag',
      { ...valid, names: { tags: ['O', 'I-X'], temperature: 1 } },
      /names\.tags: .*BIO/,
    ],
    [
      'with a duplicate tag',
      { ...valid, names: { tags: ['O', 'B-X', 'B-X'], temperature: 1 } },
      /names\.tags: .*BIO/,
    ],
    ['with a temperature of zero', { ...valid, polarity: { temperature: 0 } }, /polarity\.temperature: .*>0/],
    [
      'with a bias of two numbers',
      { ...valid, polarity: { temperature: 1, bias: [1, 2] } },
      /polarity\.bias: /,
    ],
    [
      'with a label without a threshold',
      { ...valid, emotions: { labels: ['joy'], thresholds: [] } },
      /emotions: labels and thresholds differ/,
    ],
    ['with a file without a checksum', { ...valid, files: { x: { bytes: 1 } } }, /files\.x\.sha256: /],
  ])('rejects a manifest %s and names the field', (_, manifest, message) => {
    expect(() => parseManifest(manifest)).toThrow(message);
  });
});

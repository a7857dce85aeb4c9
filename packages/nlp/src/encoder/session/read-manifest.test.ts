import { describe, expect, it } from 'vitest';
import { parseManifest } from './read-manifest.ts';

const group = {
  name: 'all',
  languages: [],
  scripts: ['Latin'],
  polarity: { temperature: 2, bias: [0.5, 0.5, 0, -0.5, -0.5, 0] },
  emotions: { temperature: 1, thresholds: [0.3, 0.4] },
};
const valid = {
  version: 2,
  names: { tags: ['O', 'B-PERSON', 'I-PERSON'], temperature: 1.5 },
  polarity: { classes: ['very negative', 'negative', 'neutral', 'positive', 'very positive', 'mixed'] },
  emotions: { labels: ['joy', 'neutral'] },
  groups: [group],
  files: { 'backbone.onnx': { bytes: 10, sha256: 'ab' } },
};
const withPolarity = (polarity: object) => ({ ...valid, groups: [{ ...group, polarity }] });

describe('parseManifest', () => {
  it('returns the fields that the encoder needs', () => {
    expect(parseManifest({ ...valid, training: { seed: 7 } })).toEqual(valid);
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
    ['of the first version', { ...valid, version: 1 }, /version: /],
    ['without groups', { ...valid, groups: [] }, /groups: /],
    [
      'with a group of an unknown script',
      { ...valid, groups: [{ ...group, scripts: ['Runes'] }] },
      /groups\.0\.scripts\.0: not a Unicode script/,
    ],
    [
      'with a temperature of zero',
      withPolarity({ ...group.polarity, temperature: 0 }),
      /polarity\.temperature: .*>0/,
    ],
    ['with a bias of two numbers', withPolarity({ temperature: 1, bias: [1, 2] }), /polarity\.bias: /],
    [
      'with classes in another order',
      { ...valid, polarity: { classes: [...valid.polarity.classes].reverse() } },
      /polarity\.classes: not very negative, negative/,
    ],
    [
      'with a label without a threshold',
      { ...valid, emotions: { labels: ['joy'] } },
      /groups\.0\.emotions\.thresholds: labels and thresholds differ/,
    ],
    ['with a file without a checksum', { ...valid, files: { x: { bytes: 1 } } }, /files\.x\.sha256: /],
  ])('rejects a manifest %s and names the field', (_, manifest, message) => {
    expect(() => parseManifest(manifest)).toThrow(message);
  });
});

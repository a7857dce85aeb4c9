import { describe, expect, it } from 'vitest';
import { withUint32 } from '../fixtures/with-uint32.ts';
import { makeVocabulary } from './fixtures/make-vocabulary.ts';
import { readVocabulary } from './read-vocabulary.ts';

const bytes = makeVocabulary({ '▁': -2, é: -3.5 }, { 9: [0x20], 173: [], 189: [0x31, 0x2044, 0x32] });

describe('readVocabulary', () => {
  it('reads a complete vocabulary, also from an unaligned part of a larger buffer', () => {
    const larger = new Uint8Array(bytes.length + 3);
    larger.set(bytes, 3);
    for (const file of [bytes, larger.subarray(3)]) {
      const { scores, offsets, subwordBytes, normalization } = readVocabulary(file);
      expect([...scores]).toEqual([0, 0, 0, 0, -2, -3.5]);
      const subwords = [...scores.keys()].map((id) =>
        new TextDecoder().decode(subwordBytes.subarray(offsets[id], offsets[id + 1])),
      );
      expect(subwords).toEqual(['<s>', '<pad>', '</s>', '<unk>', '▁', 'é']);
      const map = [...normalization].map(([codePoint, targets]) => [codePoint, [...targets]]);
      expect(map).toEqual([
        [9, [0x20]],
        [0xad, []],
        [0xbd, [0x31, 0x2044, 0x32]],
      ]);
    }
  });

  it('rejects another file, a truncated and an inconsistent vocabulary', () => {
    expect(() => readVocabulary(new Uint8Array(0))).toThrow('not a vocabulary');
    expect(() => readVocabulary(Uint8Array.from(bytes, (byte, at) => (at === 4 ? 2 : byte)))).toThrow(
      'version 1',
    );
    for (const length of [24, 100, bytes.length - 1])
      expect(() => readVocabulary(bytes.subarray(0, length))).toThrow('damaged');
    expect(() => readVocabulary(withUint32(bytes, 8, 2 ** 31))).toThrow('damaged');
    const offsetsAt = 24 + 6 * 4;
    expect(() => readVocabulary(withUint32(bytes, offsetsAt + 4, 9_999))).toThrow('not ascending');
    expect(() => readVocabulary(withUint32(bytes, offsetsAt, 1))).toThrow('do not cover');
    expect(() => readVocabulary(withUint32(bytes, bytes.length - 4, 0x110000))).toThrow('not a code point');
  });
});

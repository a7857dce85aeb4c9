import { expect, it } from 'vitest';
import { divideCores } from './divide-cores.ts';

const gibibyte = 1024 ** 3;

it.each([
  [1, 2, { engines: 1, ocr: 1, translation: 1 }],
  [2, 4, { engines: 2, ocr: 2, translation: 2 }],
  [2, 1, { engines: 2, ocr: 2, translation: 1 }],
  [4, 16, { engines: 4, ocr: 4, translation: 2 }],
  [16, 64, { engines: 16, ocr: 8, translation: 4 }],
  [16, 2, { engines: 16, ocr: 4, translation: 1 }],
  [64, 256, { engines: 64, ocr: 32, translation: 16 }],
])('divides %i cores and %i GiB', (cores, gibibytes, expected) => {
  expect(divideCores({ cores, memoryBytes: gibibytes * gibibyte })).toEqual(expected);
});

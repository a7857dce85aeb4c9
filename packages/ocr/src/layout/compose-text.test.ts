import { describe, expect, it } from 'vitest';
import { composeText, createBoxTransform } from './compose-text.ts';
import type { RecognizedLine } from './recognized-line.ts';

const box = { x: 1, y: 2, width: 3, height: 4 };
const line = (text: string, paragraph: string): RecognizedLine => ({
  words: text.split(' ').map((word) => ({ text: word, box, confidence: 0.9 })),
  box,
  paragraph,
  block: '1',
});

describe('composeText', () => {
  it('separates lines by a line break and paragraphs by a blank line, with matching offsets', () => {
    const { text, lines } = composeText(
      [line('one two', 'a'), line('three', 'a'), line('four', 'b')],
      (it) => it,
    );
    expect(text).toBe('one two\nthree\n\nfour');
    expect(lines.map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex))).toEqual([
      'one two',
      'three',
      'four',
    ]);
  });
});

describe('createBoxTransform', () => {
  // A displayed image of 100 × 50 pixels, with a box that is 10 × 5 at (20, 30).
  const displayed = { x: 20, y: 30, width: 10, height: 5 };
  it.each([
    [0, displayed],
    [90, { x: 15, y: 20, width: 5, height: 10 }],
    [180, { x: 70, y: 15, width: 10, height: 5 }],
    [270, { x: 30, y: 70, width: 5, height: 10 }],
  ] as const)('maps a box back from an image rotated by %i degrees', (rotation, rotated) => {
    expect(createBoxTransform(1, rotation, 100, 50)(rotated)).toEqual(displayed);
  });

  it('undoes the scale and clips boxes to the image', () => {
    expect(createBoxTransform(2, 0, 100, 50)({ x: 180, y: 80, width: 60, height: 40 })).toEqual({
      x: 90,
      y: 40,
      width: 10,
      height: 10,
    });
  });
});

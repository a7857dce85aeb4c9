import { describe, expect, it } from 'vitest';
import { orderShapes } from './order-shapes.ts';

/** Left, top, width, height in points, and the characters of the text. */
type Place = readonly [number, number, number, number, number?];

function order(places: Readonly<Record<string, Place>>, letter = 'a'): string {
  const shapes = Object.entries(places).map(([shape, [left, top, width, height, characters = 40]]) => ({
    shape,
    box: { left, top, right: left + width, bottom: top + height },
    text: letter.repeat(characters),
  }));
  return orderShapes(shapes).join(' ');
}

describe('orderShapes', () => {
  it('reads from top to bottom, and from left to right in a row', () => {
    expect(order({ c: [0, 300, 600, 80], a: [0, 0, 600, 80], b: [0, 150, 600, 80] })).toBe('a b c');
    expect(order({ b: [400, 110, 200, 60], c: [700, 90, 200, 60], a: [50, 100, 200, 60] })).toBe('a b c');
  });

  it('reads columns with headings one after the other, also if the boxes overlap a little', () => {
    const columns = {
      textB: [390, 158, 290, 80, 90],
      headA: [40, 115, 290, 54, 10],
      headB: [390, 115, 290, 54, 11],
      textA: [40, 158, 290, 80, 100],
      note: [40, 374, 576, 54, 30],
      intro: [40, 40, 640, 50, 120],
    } satisfies Record<string, Place>;
    expect(order(columns)).toBe('intro headA textA headB textB note');
  });

  it('reads columns of several texts one after the other if they are far apart', () => {
    const columns = {
      a1: [40, 100, 250, 60],
      b1: [400, 100, 250, 60],
      a2: [40, 170, 250, 60],
      b2: [400, 170, 250, 60],
    } satisfies Record<string, Place>;
    expect(order(columns)).toBe('a1 a2 b1 b2');
  });

  it('reads cards and labels with texts by rows', () => {
    const cards = {
      d: [260, 220, 200, 100],
      b: [260, 100, 200, 100],
      c: [40, 220, 200, 100],
      a: [40, 100, 200, 100],
    } satisfies Record<string, Place>;
    expect(order(cards)).toBe('a b c d');
    const labels = {
      text1: [200, 100, 400, 40, 90],
      label2: [40, 150, 100, 40, 6],
      text2: [200, 150, 400, 40, 200],
      label1: [40, 100, 100, 40, 6],
    } satisfies Record<string, Place>;
    expect(order(labels)).toBe('label1 text1 label2 text2');
  });

  it('reads a picture next to several texts after or before them as a column', () => {
    const page = {
      picture: [400, 90, 250, 300, 0],
      second: [40, 200, 300, 80],
      first: [40, 100, 300, 80],
      third: [40, 300, 300, 80],
    } satisfies Record<string, Place>;
    expect(order(page)).toBe('first second third picture');
  });

  it('reads rows from right to left if most letters are of such scripts', () => {
    expect(order({ b: [0, 0, 100, 40], a: [300, 10, 100, 40], c: [0, 80, 400, 40] }, 'א')).toBe('a b c');
  });

  it('keeps the order of the file for shapes that overlap or have no place', () => {
    expect(order({ b: [0, 0, 100, 100], a: [10, 10, 100, 100] })).toBe('b a');
    const shapes = [
      { shape: 'b', box: { left: 0, top: 90, right: 9, bottom: 99 }, text: 'a' },
      { shape: 'a', text: 'a' },
    ];
    expect(orderShapes(shapes)).toEqual(['b', 'a']);
    expect(orderShapes([])).toEqual([]);
  });
});

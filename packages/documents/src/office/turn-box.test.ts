import { describe, expect, it } from 'vitest';
import { turnBox } from './turn-box.ts';

const box = { left: 100, top: 200, right: 300, bottom: 260 };

describe('turnBox', () => {
  it.each([0, 360, -720, Number.NaN])('keeps the box at %d degrees', (degrees) => {
    expect(turnBox(box, degrees)).toEqual(box);
  });

  it.each([90, -90, 270, 450])('exchanges width and height about the center at %d degrees', (degrees) => {
    const turned = turnBox(box, degrees);
    for (const [name, value] of Object.entries({ left: 170, top: 130, right: 230, bottom: 330 }))
      expect(turned[name as keyof typeof turned]).toBeCloseTo(value, 6);
  });

  it('contains the corners at 30 degrees', () => {
    const { left, right, top, bottom } = turnBox(box, 30);
    expect(right - left).toBeCloseTo(200 * Math.cos(Math.PI / 6) + 60 / 2, 6);
    expect(bottom - top).toBeCloseTo(200 / 2 + 60 * Math.cos(Math.PI / 6), 6);
  });
});

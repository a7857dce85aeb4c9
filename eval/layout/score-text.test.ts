import { describe, expect, it } from 'vitest';
import type { Unit } from './pages/placed-page.ts';
import { scoreText } from './score-text.ts';

const unit = (text: string, kind: Unit['kind'] = 'text'): Unit => ({
  kind,
  lines: text.split('\n').map((line) =>
    line.split(' ').map((word) => ({
      text: word,
      left: 0,
      right: 1,
      top: 0,
      bottom: 1,
      baseline: 1,
      size: 1,
      font: 'Times-Roman',
    })),
  ),
});
const page = [unit('the mill grinds\nthe grain of the farms'), unit('Figure 1. The mill', 'float')];
const normalize = (text: string): string => text.replace(/\s+/g, ' ').trim();
const score = (read: string): number => scoreText(read, page, normalize);

describe('scoreText', () => {
  it('accepts a float between any two lines', () => {
    expect(score('the mill grinds the grain of the farms Figure 1. The mill')).toBe(0);
    expect(score('the mill grinds\n\nFigure 1. The mill\n\nthe grain of the farms')).toBe(0);
  });

  it('counts the errors of a float, and one that is missing or in pieces', () => {
    expect(score('the mill grinds Figure 7. The mill the grain of the farms')).toBeCloseTo(1 / 56);
    expect(score('the mill grinds the grain of the farms')).toBeCloseTo(18 / 56);
    expect(score('the mill grinds Figure the grain 1. The of mill the farms')).toBeGreaterThan(0.2);
  });

  it('counts main text in another order', () => {
    expect(score('the grain of the farms the mill grinds Figure 1. The mill')).toBeGreaterThan(0.3);
  });
});

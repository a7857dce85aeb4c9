import { describe, expect, it } from 'vitest';
import { drawLayout } from './draw-layout.ts';

describe('drawLayout', () => {
  it('numbers the regions in reading order, and connects their lines', () => {
    const [column, table] = [{}, {}];
    const box = { right: 90, bottom: 20 };
    const svg = drawLayout({
      url: 'data:,',
      width: 1000,
      height: 500,
      parts: [
        { ...box, left: 10, top: 10, isTable: false, region: column },
        { ...box, left: 14, top: 12, isTable: false, region: column },
        { ...box, left: 30, top: 16, isTable: true, region: table },
      ],
    });
    expect(svg.match(/<rect /g)).toHaveLength(3);
    expect([...svg.matchAll(/>(\d+)<\/text>/g)].map(([, number]) => number)).toEqual(['1', '2']);
    expect(svg).toContain('points="6,15 10,16 26,18"');
  });
});

import { describe, expect, it } from 'vitest';
import type { Point } from '../../geometry/point.ts';
import { photograph, setText, textsOf } from '../fixtures/set-text.ts';
import { buildRows } from '../segments/build-rows.ts';
import { flattenPage } from './flatten-page.ts';

const [width, height] = [1000, 900];
const page = setText(
  [
    'Maple Ridge Hardware                                        Invoice no.    71438',
    '48 Mill Lane, Leeds LS1 4DY                                 Date      09/06/2025',
    '',
    'No.  Description of the product        Quantity  Unit    Unit price       Amount',
    ...Array.from({ length: 12 }, (_, index) =>
      [
        String(index + 1).padEnd(5),
        ['Oak shelf board', 'LED panel 60 x 60', 'Battery pack', 'Printer paper A4 white'][index % 4]?.padEnd(
          34,
        ),
        String(index * 7 + 3).padStart(8),
        '  pcs     ',
        (index * 13.7 + 2.5).toFixed(2).padStart(8),
        (index * 513.7 + 10).toFixed(2).padStart(13),
      ].join(''),
    ),
  ],
  { top: 100 },
).map((segment) => ({ ...segment, left: segment.left + 100, right: segment.right + 100 }));
const rows = textsOf(buildRows(page));

/** Tilts a page by an angle, with perspective and a curl. @param curl in pixels @param waves half waves over the page */
function pose(degrees: number, yaw: number, curl: number, waves: number) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return ({ x, y }: Point): Point => {
    const curled = y - height / 2 + curl * Math.sin((Math.PI * waves * x) / width);
    const scale = 1 / (1 + (yaw * (x - width / 2)) / width);
    const [u, v] = [(x - width / 2) * scale, curled * scale];
    return { x: width / 2 + u * cos - v * sin, y: height / 2 + u * sin + v * cos };
  };
}

describe('flattenPage', () => {
  it.each([
    ['a flat page', pose(0, 0, 0, 1)],
    ['a tilted page', pose(14, 0, 0, 1)],
    ['a page in perspective', pose(-6, 0.25, 0, 1)],
    ['a curled page', pose(4, 0, 22, 1)],
    ['a wavy page in perspective, tilted', pose(-9, 0.15, -14, 1.6)],
  ])('restores the rows of %s', (_, map) => {
    const flat = flattenPage(photograph(page, map), width, height);
    expect(textsOf(buildRows(flat))).toEqual(rows);
  });

  it('aligns the left edges of a column of a page that is seen from the side', () => {
    const slant = ({ x, y }: Point): Point => pose(6, 0, 0, 1)({ x: x + 0.12 * y, y });
    const flat = flattenPage(photograph(page, slant), width, height);
    const lefts = buildRows(flat)
      .slice(3)
      .map(([first]) => first?.left ?? Number.NaN);
    expect(Math.max(...lefts) - Math.min(...lefts)).toBeLessThan(15);
  });

  it('is not misled by a stamp of another direction', () => {
    const [stamp] = photograph(setText(['RECEIVED WITH THANKS IN MARCH'], { top: 450 }), pose(-40, 0, 0, 1));
    if (stamp === undefined) throw new Error('a line has a segment');
    const flat = flattenPage([...photograph(page, pose(8, 0, 0, 1)), stamp], width, height);
    const found = textsOf(buildRows(flat.filter(({ segment }) => segment !== stamp)));
    expect(found).toEqual(rows);
  });

  it('returns nothing for a page without text', () => {
    expect(flattenPage([], width, height)).toEqual([]);
  });
});

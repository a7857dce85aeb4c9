import { makePdfOfContent } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../convert-document.ts';
import { findObstacles, findRooms } from './find-rooms.ts';

const line = (text: string, x: number, y: number) => `BT /F1 11 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET `;
const picture = (x: number, y: number, width: number, height: number) =>
  `q ${width} 0 0 ${height} ${x} ${y} cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID CC> EI Q `;
const wide = [
  'the mill is at the river and grinds the wheat of the whole valley in autumn, when',
  'the water is high and the farms have brought in what has grown on the slopes, so',
  'that the wheel turns from the early morning until the evening of each of the days',
];
const narrow = [
  'that are left before the frost. Nobody',
  'knows who built it, but the stones of',
  'the lower walls are older than those',
  'of the church, and the beams are of',
  'an oak that has not grown here since',
];
const boxOf = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

describe('text next to a picture', () => {
  it.each([
    ['right', 72, 290],
    ['left', 290, 72],
  ])('is one paragraph with that above and below, the picture at its %s', async (_side, x, pictureX) => {
    const texts = [...wide, ...narrow, ...wide];
    const content = texts.map((text, index) => line(text, narrow.includes(text) ? x : 72, 700 - index * 14));
    const shown = picture(pictureX, 604, pictureX < 100 ? 206 : 200, 60);
    const { markdown } = await convertDocument(makePdfOfContent(content.join('') + shown));
    expect(markdown).toBe(texts.join(' '));
  });

  it('has its line breaks without a picture', async () => {
    const content = [...wide, ...narrow, ...wide].map((text, index) => line(text, 72, 700 - index * 14));
    const { markdown } = await convertDocument(makePdfOfContent(content.join('')));
    expect(markdown).toContain('Nobody\\\nknows');
  });
});

describe('findObstacles', () => {
  it('leaves out backgrounds, which have text on them, and signs in a line', () => {
    const words = [boxOf(10, 10, 50, 20), boxOf(10, 25, 50, 35)];
    const [background, sign, photo] = [boxOf(0, 0, 600, 800), boxOf(60, 10, 70, 20), boxOf(60, 0, 200, 90)];
    expect(findObstacles([background, sign, photo], words)).toEqual([photo]);
  });
});

describe('findRooms', () => {
  const column = boxOf(0, 0, 300, 100);
  const rows = [0, 1, 2, 3].map((row) => boxOf(0, row * 12, row === 0 ? 300 : 170 + row, row * 12 + 10));

  it('ends the rows in front of a picture where the longest of them ends', () => {
    const rooms = findRooms(rows, column, [boxOf(190, 11, 300, 60)]);
    expect(rooms.map(({ right }) => right)).toEqual([300, 173, 173, 173]);
  });

  it('ends few rows at the edge of the picture', () => {
    const rooms = findRooms(rows, column, [boxOf(190, 11, 300, 30)]);
    expect(rooms.map(({ right }) => right)).toEqual([300, 190, 190, 300]);
  });

  it('ignores pictures in other columns', () => {
    expect(findRooms(rows, column, [boxOf(320, 0, 500, 90)])).toEqual(rows.map(() => column));
  });
});

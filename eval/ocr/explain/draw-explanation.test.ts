import type { OcrResult } from '@quern/ocr/ocr-result';
import { expect, it } from 'vitest';
import { drawExplanation } from './draw-explanation.ts';

const line = (page: number, text: string, confidence: number): OcrResult['lines'][number] => ({
  text,
  startIndex: 0,
  endIndex: text.length,
  page,
  box: { x: 10, y: 20, width: 30, height: 8 },
  quadrilateral: [
    { x: 10, y: 20 },
    { x: 40, y: 20 },
    { x: 40, y: 28 },
    { x: 10, y: 28 },
  ],
  confidence,
  words: [],
});
const page = (number: number): OcrResult['pages'][number] => ({
  number,
  width: 100,
  height: 200,
  rotation: 0,
  startIndex: 0,
  endIndex: 0,
  confidence: 1,
});

it('draws each line on its page in reading order, with its color, and escapes texts', () => {
  const html = drawExplanation(
    'a & b.png',
    {
      text: '',
      lines: [line(1, '1 < 2', 1), line(1, 'unsure', 0.6), line(2, 'next', 1)],
      tables: [
        {
          page: 2,
          startIndex: 0,
          endIndex: 0,
          box: { x: 0, y: 0, width: 50, height: 50 },
          rows: [['<i>', '2']],
        },
      ],
      pages: [page(1), page(2)],
      confidence: 0.9,
      warnings: [],
    },
    [{ number: 2, url: 'data:image/jpeg;base64,AA==' }],
  );
  const [first = '', second = ''] = html.split('<section>').slice(1);
  expect(first.match(/<polygon points="10,20 40,20 40,28 10,28" fill="hsl\(\d+/g)).toEqual([
    '<polygon points="10,20 40,20 40,28 10,28" fill="hsl(130',
    '<polygon points="10,20 40,20 40,28 10,28" fill="hsl(0',
  ]);
  expect(first).toContain('1 &#60; 2');
  expect(second.match(/<polygon/g)).toHaveLength(1);
  expect(second).toContain('href="data:image/jpeg;base64,AA=="');
  expect(second).toContain('<td>&#60;i&#62;</td>');
  expect(html).toContain('<title>OCR of a &#38; b.png</title>');
});

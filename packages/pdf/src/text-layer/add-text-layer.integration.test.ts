import { makePdf } from '@quern/testing/documents/make-documents';
import { makeScannedPdf } from '@quern/testing/documents/make-scanned-pdf';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PdfDocument } from '../pdf-document.ts';
import type { LayerLine } from './add-text-layer.ts';

const line = (text: string, from: LayerLine['from'], to: LayerLine['to']): LayerLine => ({
  text,
  from,
  to,
  size: 12,
});

async function glyphsOf(pdf: Uint8Array, index = 0) {
  return (await PdfDocument.open(pdf)).readPage(index).glyphs;
}
const textOf = (glyphs: readonly { readonly text: string }[]) => glyphs.map(({ text }) => text).join('');

describe('PdfDocument.withTextLayer', () => {
  it('adds text of any script, stretched from the beginning to the end of its line', async () => {
    const document = await PdfDocument.open(makePdf([[{ text: 'Seen', y: 700 }]]));
    const text = 'Grüße, мельница 東京 😀';
    const glyphs = await glyphsOf(
      document.withTextLayer([{ index: 0, lines: [line(text, [72, 300], [372, 300])] }]),
    );
    expect(textOf(glyphs)).toBe(`Seen${text}`);
    const added = glyphs.slice(4);
    expect(added[0]?.box.left).toBeCloseTo(72, 0);
    expect(added.at(-1)?.box.right).toBeCloseTo(372, 0);
    expect(added.every(({ y }) => Math.abs(y - 300) < 0.5)).toBe(true);
  });

  it('follows the slope of a line, and the rotation of a page', async () => {
    const page = {
      jpeg: await sharp({ create: { width: 90, height: 60, channels: 3, background: '#ffffff' } })
        .jpeg()
        .toBuffer(),
      width: 90,
      height: 60,
    };
    for (const rotate of [0, 90, 180, 270] as const) {
      const document = await PdfDocument.open(makeScannedPdf([{ ...page, rotate }]));
      const lines = [line('level', [10, 20], [50, 20]), line('slope', [10, 30], [40, 50])];
      const glyphs = await glyphsOf(document.withTextLayer([{ index: 0, lines }]));
      expect(textOf(glyphs)).toBe('levelslope');
      const [level, slope] = [glyphs[0], glyphs[5]];
      expect([level?.x, level?.y].map((value) => Math.round(value ?? 0))).toEqual([10, 20]);
      expect(level?.style.angle).toBeCloseTo(0, 0);
      expect([slope?.x, slope?.y].map((value) => Math.round(value ?? 0))).toEqual([10, 30]);
      expect(slope?.style.angle).toBeCloseTo((Math.atan2(20, 30) * 180) / Math.PI, 0);
    }
  });

  it('does not change how the pages look, nor the pages without lines', async () => {
    const pdf = makePdf([[{ text: 'Seen', y: 700 }], [{ text: 'Second', y: 700 }]]);
    const before = await PdfDocument.open(pdf);
    const layered = (await PdfDocument.open(pdf)).withTextLayer([
      { index: 0, lines: [line('over the text that is seen', [72, 142], [300, 142])] },
    ]);
    const after = await PdfDocument.open(layered);
    for (const index of [0, 1])
      expect(Buffer.compare(after.render(index, 1e8).data, before.render(index, 1e8).data)).toBe(0);
    expect(textOf(after.readPage(1).glyphs)).toBe('Second');
  });

  it('leaves out lines without text or length, and fails for pages that do not exist', async () => {
    const open = () => PdfDocument.open(makePdf([[{ text: 'Seen', y: 700 }]]));
    const lines = [line('', [72, 300], [372, 300]), line('point', [72, 300], [72, 300])];
    expect(textOf(await glyphsOf((await open()).withTextLayer([{ index: 0, lines }])))).toBe('Seen');
    const document = await open();
    expect(() => document.withTextLayer([{ index: 3, lines: [] }])).toThrow(/damaged/);
  });
});

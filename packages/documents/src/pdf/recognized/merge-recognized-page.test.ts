import { makePdfOfContent, pdfStream } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../convert-document.ts';
import type { RecognizedPage } from '../../model/recognized-page.ts';

type Line = RecognizedPage['lines'][number];

/** Pixels per point. */
const scale = 2;
const [width, height] = [595 * scale, 842 * scale];

const write = (text: string, x: number, y: number, mode = 0) =>
  `BT ${mode} Tr /F1 11 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET `;
const picture = (x: number, y: number, w: number, h: number) =>
  `q ${w} 0 0 ${h} ${x} ${y} cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID CC> EI Q `;

/** The width of a text in Helvetica of 11 points, about. */
const widths = [
  [/[ijl]/, 2.44],
  [/[tI.,f]/, 3.06],
  [/r/, 3.66],
  [/[ckvsxyz]/, 5.5],
  [/[mwADN]/, 8.2],
] as const;
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (widths.find(([letters]) => letters.test(letter))?.[1] ?? 6.12), 0);

/** Recognizes texts at places in points from the bottom left. */
function recognize(texts: readonly (readonly [text: string, x: number, y: number])[]): RecognizedPage {
  let startIndex = 0;
  const lines = texts.map(([text, x, y]): Line => {
    const top = (842 - y - 9) * scale;
    let left = x * scale;
    let index = startIndex;
    const words = text.split(' ').map((word) => {
      const size = widthOf(word) * scale;
      const box = { x: left, y: top, width: size, height: 12 * scale };
      const placed = { text: word, startIndex: index, endIndex: index + word.length, box, confidence: 0.99 };
      left += size + 3.1 * scale;
      index += word.length + 1;
      return placed;
    });
    const [right, bottom] = [left - 3.1 * scale, top + 12 * scale];
    const line = {
      ...{ text, startIndex, endIndex: index - 1, page: 1, confidence: 0.99, words },
      box: { x: x * scale, y: top, width: right - x * scale, height: 12 * scale },
      quadrilateral: [
        { x: x * scale, y: top },
        { x: right, y: top },
        { x: right, y: bottom },
        { x: x * scale, y: bottom },
      ] as const,
    };
    startIndex = index;
    return line;
  });
  return { number: 1, width, height, rotation: 0, confidence: 0.99, lines, tables: [] };
}

const head = 'Association of the mills in the northern valley and of the farms around them';
const foot = 'All letters are kept in the archive of the association for at least ten years.';
const note = 'Received and entered under the number that the clerk of the archive has written here.';
const visible = write(head, 72, 800) + write(note, 72, 780) + write(foot, 72, 60);
const body = [
  ['Dear miller, the wheel of the upper mill stands still since the', 90, 640],
  ['beams were broken by the ice in the last days of the winter, so', 90, 626],
  ['that we ask you to grind what the farms have brought to us.', 90, 612],
] as const;
const pdf = makePdfOfContent(visible + picture(60, 90, 480, 640));
const misread = [
  [head.replace('mills', 'miIIs').replace('in the', 'ln fhe'), 72, 800],
  [note, 72, 780],
] as const;

describe('convertDocument of a page with text and a scan', () => {
  it('needs recognition, however much text is next to the scan', async () => {
    const { unreadPages } = await convertDocument(pdf);
    expect(unreadPages).toEqual([1]);
    const background = makePdfOfContent(
      picture(0, 0, 595, 842) + Array.from({ length: 6 }, (_, at) => write(head, 72, 700 - at * 14)).join(''),
    );
    expect((await convertDocument(background)).unreadPages).toEqual([]);
  });

  it('needs recognition of smaller scans in black and white, which are no photos', async () => {
    const scan = pdfStream(
      Buffer.from([0x00, 0x10, 0x01]),
      '/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray ' +
        '/Filter [/CCITTFaxDecode] /DecodeParms [<< /K -1 /Columns 8 /Rows 8 >>]',
    );
    const place = (paint: string) => `${visible}q 480 0 0 200 60 300 cm ${paint} Q`;
    const faxed = makePdfOfContent(place('/Fax Do'), { objects: [scan], xObjects: '/Fax 7 0 R' });
    expect((await convertDocument(faxed)).unreadPages).toEqual([1]);
    const photo = makePdfOfContent(place('BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID CC> EI'));
    expect((await convertDocument(photo)).unreadPages).toEqual([]);
  });

  it('reads the text of the page as it is and what was recognized on the scan, in order and once', async () => {
    const recognized = [recognize([...misread, ...body, [foot, 72, 60]])];
    const { markdown } = await convertDocument(pdf, { recognized });
    const letter = body.map(([text]) => text).join(' ');
    expect(markdown.split(/\n+|\\\n/)).toEqual(
      [head, note, letter, foot].map((part) => expect.stringContaining(part)),
    );
    expect(markdown.match(/archive/g)).toHaveLength(2);
  });

  it('keeps the words of a line that are on the scan, next to a label that is text', async () => {
    const labels = makePdfOfContent(visible + picture(60, 90, 480, 640) + write('Number', 90, 300));
    const recognized = [recognize([...body, ['Numbcr 71438', 90, 300]])];
    const { markdown } = await convertDocument(labels, { recognized });
    expect(markdown).toContain('Number 71438');
    expect(markdown).not.toContain('Numbcr');
  });

  it('reads the recognized text alone if recognition is asked for, or the text of the page has no meaning', async () => {
    const recognized = [recognize([...misread, ...body])];
    const asked = await convertDocument(pdf, { recognized, ocr: 'always' });
    expect(asked.markdown).toContain('ln fhe');
    expect(asked.markdown).not.toContain('in the northern');
    const layer = makePdfOfContent(
      picture(0, 0, 595, 842) + write('An invisible layer of text.', 72, 700, 3),
    );
    const layered = await convertDocument(layer, { recognized });
    expect(layered.markdown).toContain('ln fhe');
    expect(layered.markdown).not.toContain('invisible');
  });
});

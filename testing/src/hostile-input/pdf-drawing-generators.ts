import { deflateSync } from 'node:zlib';
import { assemblePdf, pdfForm, pdfStream } from '../documents/make-documents.ts';
import type { HostileGenerator } from './generator/hostile-generator.ts';
import { jbig2Regions } from './jbig2-regions.ts';

const fullPage = '0 0 595 842 re';
/** Black over the page, 255 corners. */
const star = `${Array.from({ length: 255 }, (_, at) => `${(at * 397) % 595} ${(at * 613) % 842} ${at === 0 ? 'm' : 'l'}`).join(' ')} h`;

/** Deflates a content stream. */
const deflated = (content: string | Buffer, entries = ''): Buffer =>
  pdfStream(deflateSync(Buffer.from(content)), `${entries} /Filter /FlateDecode`);

/** A page whose resources are the given entries; further objects are numbered from 7. */
function makePage(content: string, resources: string, objects: readonly Buffer[] = []): Buffer {
  return assemblePdf([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [5 0 R] /Count 1 >>'),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    Buffer.from('<< /Title () >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Resources << ${resources} >> >>`,
    ),
    deflated(content),
    ...objects,
  ]);
}

function imageObject(side: number, entries: string, data: Buffer): Buffer {
  const size = `/Width ${side} /Height ${side} /ColorSpace /DeviceGray`;
  return pdfStream(data, `/Type /XObject /Subtype /Image ${size} ${entries}`);
}

const drawImage = 'q 595 0 0 842 0 0 cm /Im Do Q ';

function grayImage(side: number): Buffer {
  return imageObject(
    side,
    '/BitsPerComponent 8 /Filter /FlateDecode',
    deflateSync(Buffer.alloc(side * side)),
  );
}

function shading(type: number, entries: string): string {
  return `<< /ShadingType ${type} /ColorSpace /DeviceRGB ${entries} >>`;
}

/** Patches of a mesh (ISO 32000-2, 8.7.4.5.7) that each cover the page, with random colors. */
function mesh(type: 4 | 6 | 7, patches: number): Buffer {
  const bytes = { 4: 3 * 8, 6: 1 + 12 * 4 + 4 * 3, 7: 1 + 16 * 4 + 4 * 3 }[type];
  const data = Buffer.alloc(bytes * patches);
  for (let at = 0; at < data.length; at += 1) data[at] = at % bytes === 0 ? 0 : (at * 167) % 251;
  if (type === 4) for (let at = 0; at < data.length; at += 8) data[at] = 0;
  const decode = '/Decode [-300 900 -300 1200 0 1 0 1 0 1]';
  const bits = '/BitsPerCoordinate 16 /BitsPerComponent 8 /BitsPerFlag 8';
  return deflated(data, `/ShadingType ${type} /ColorSpace /DeviceRGB ${bits} ${decode}`);
}

const ramp = '/Function << /FunctionType 2 /Domain [0 1] /C0 [0 0 0] /C1 [1 1 1] /N 1.5 >>';

/** A font whose glyph `a` paints the given content. */
function typeThree(glyph: string, number: number): readonly Buffer[] {
  return [
    Buffer.from(
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 97 ' +
        `/Widths [0] /Encoding << /Type /Encoding /Differences [97 /a] >> /CharProcs << /a ${number + 1} 0 R >> /Resources << >> >>`,
    ),
    deflated(glyph),
  ];
}

/** A form that fills the page with white, as a group. */
const whiteGroup = pdfStream(
  Buffer.from(`1 g ${fullPage} f`),
  '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency /I true >> /Resources << >>',
);

const makers: Readonly<Record<string, readonly [size: number, make: (size: number) => Uint8Array]>> = {
  'large-glyphs': [
    20_000,
    (n) =>
      makePage(`BT /T3 842 Tf (${'a'.repeat(n)}) Tj ET`, '/Font << /T3 7 0 R >>', [
        ...typeThree('0 0 d0 0 0 1000 1000 re f 1 0 0 rg 0 0 m 900 1000 l 1000 0 l f', 7),
      ]),
  ],
  'large-outlined-glyphs': [
    5000,
    (n) => makePage('BT /F1 2000 Tf 1 0 0 1 0 0 Tm (O) Tj ET '.repeat(n), '/Font << /F1 3 0 R >>'),
  ],
  clips: [20_000, (n) => makePage(`${star} W n `.repeat(n) + `${fullPage} f`, '')],
  'repeated-image': [
    50_000,
    (n) => makePage(drawImage.repeat(n), '/XObject << /Im 7 0 R >>', [grayImage(1000)]),
  ],
  'repeated-image-mask': [
    50_000,
    (n) =>
      makePage(drawImage.repeat(n), '/XObject << /Im 7 0 R >>', [
        pdfStream(
          deflateSync(Buffer.alloc(125 * 1000, 0x5a)),
          '/Type /XObject /Subtype /Image /Width 1000 /Height 1000 /ImageMask true /BitsPerComponent 1 /Filter /FlateDecode',
        ),
      ]),
  ],
  'axial-shadings': [
    20_000,
    (n) =>
      makePage(
        '/Sh sh '.repeat(n),
        `/Shading << /Sh ${shading(2, `/Coords [0 0 595 842] /Extend [true true] ${ramp}`)} >>`,
      ),
  ],
  'radial-shadings': [
    20_000,
    (n) =>
      makePage(
        '/Sh sh '.repeat(n),
        `/Shading << /Sh ${shading(3, `/Coords [0 0 1 595 842 900] /Extend [true true] ${ramp}`)} >>`,
      ),
  ],
  'calculated-shadings': [
    20_000,
    (n) =>
      makePage(
        '/Sh sh '.repeat(n),
        `/Shading << /Sh ${shading(1, '/Domain [0 595 0 842] /Function 7 0 R')} >>`,
        [
          deflated(
            `{ ${'sin exch cos '.repeat(50)} 0 }`,
            '/FunctionType 4 /Domain [0 595 0 842] /Range [0 1 0 1 0 1]',
          ),
        ],
      ),
  ],
  'soft-masks': [
    5000,
    (n) =>
      makePage(
        `/G gs ${fullPage} f `.repeat(n),
        '/ExtGState << /G << /SMask << /S /Luminosity /G 7 0 R >> >> >>',
        [whiteGroup],
      ),
  ],
  'transparency-groups': [
    5000,
    (n) =>
      makePage(
        '/G gs /Fm Do '.repeat(n),
        '/ExtGState << /G << /ca 0.5 /BM /Luminosity >> >> /XObject << /Fm 7 0 R >>',
        [whiteGroup],
      ),
  ],
  'blended-fills': [
    20_000,
    (n) =>
      makePage(
        `/G gs ${'0.2 0.3 0.4 rg 0 0 595 842 re f '.repeat(n)}`,
        '/ExtGState << /G << /ca 0.5 /BM /Saturation >> >>',
      ),
  ],
  'triangle-meshes': [
    20_000,
    (n) => makePage('/Sh sh '.repeat(20), '/Shading << /Sh 7 0 R >>', [mesh(4, n)]),
  ],
  'patch-meshes': [5000, (n) => makePage('/Sh sh '.repeat(20), '/Shading << /Sh 7 0 R >>', [mesh(6, n)])],
  'tensor-meshes': [5000, (n) => makePage('/Sh sh '.repeat(20), '/Shading << /Sh 7 0 R >>', [mesh(7, n)])],
  patterns: [
    2000,
    (n) =>
      makePage(`/Pattern cs /P scn ${`${fullPage} f `.repeat(n)}`, '/Pattern << /P 7 0 R >>', [
        pdfStream(
          Buffer.from(`0 0 1 rg ${star} f`),
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 600 850] /XStep 1 /YStep 1 /Resources << >>',
        ),
      ]),
  ],
  'dashed-lines': [
    1000,
    (n) => makePage(`[0.01 0.01] 0 d 5 w ${`0 0 m 595 842 l S ${star} S `.repeat(n)}`, ''),
  ],
  'star-fills': [20_000, (n) => makePage(`${star} f* `.repeat(n), '')],
  'wide-strokes': [5000, (n) => makePage(`300 w 1 j 1 J ${`${star} S `.repeat(n)}`, '')],
  'jbig2-regions': [
    200,
    (n) =>
      makePage(drawImage, '/XObject << /Im 7 0 R >>', [
        imageObject(9000, '/BitsPerComponent 1 /Filter /JBIG2Decode', jbig2Regions(9000, n)),
      ]),
  ],
  'repeated-forms': [
    50_000,
    (n) => makePage('/Fm Do '.repeat(n), '/XObject << /Fm 7 0 R >>', [pdfForm('0 0 9 9 re f '.repeat(100))]),
  ],
};

/** PDF files of some kilobytes whose only page takes minutes to draw. The size is the number of drawings. */
export const pdfDrawingGenerators: readonly HostileGenerator[] = Object.entries(makers).map(
  ([name, [size, generate]]) => ({ name, kind: 'pdf', size, generate }),
);

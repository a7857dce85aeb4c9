import { deflateSync } from 'node:zlib';
import { assemblePdf, pdfStream } from '../documents/make-documents.ts';
import { type HostileGenerator, repeat } from './hostile-generator.ts';

const hello = 'BT /F1 11 Tf 72 700 Td (Hello world) Tj ET ';
/** A form XObject. */
const formOf = (content: string, xObjects = '') =>
  pdfStream(
    Buffer.from(content),
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << ${xObjects} >> >>`,
  );

interface PdfParts {
  /** Further objects, numbered from 7. */
  readonly more?: readonly Buffer[];
  readonly xObjects?: string;
  readonly kids?: string;
  readonly count?: number;
}

/** A PDF with one content stream, and by default one page. */
function pdf(
  content: string,
  { more = [], xObjects = '', kids = '5 0 R', count = 1 }: PdfParts = {},
): Buffer {
  return assemblePdf([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${count} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    Buffer.from('<< /Title () >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R ' +
        `/Resources << /Font << /F1 3 0 R >> /XObject << ${xObjects} >> >> >>`,
    ),
    pdfStream(deflateSync(Buffer.from(content)), '/Filter /FlateDecode'),
    ...more,
  ]);
}

/** Forms that each paint the next one `fan` times. */
function chain(length: number, fan: number): Buffer {
  const forms = Array.from({ length }, (_, index) =>
    index === length - 1 ? formOf('n') : formOf('/X0 Do '.repeat(fan), `/X0 ${8 + index} 0 R`),
  );
  return pdf(`${hello}/X0 Do`, { more: forms, xObjects: '/X0 7 0 R' });
}

/** Levels of ten forms that each paint all ten of the next level. The size is the number of forms. */
function laughs(size: number): Buffer {
  const levels = Math.max(1, Math.round(size / 10));
  const names = (level: number) => repeat(10, (index) => `/X${index} ${7 + level * 10 + index} 0 R `);
  const paint = repeat(10, (index) => `/X${index} Do `);
  const more = Array.from({ length: levels * 10 }, (_, index) => {
    const level = Math.floor(index / 10) + 1;
    return level < levels ? formOf(paint, names(level)) : formOf('n');
  });
  return pdf(hello + paint, { more, xObjects: names(0) });
}

function manyPages(size: number): Buffer {
  const pages = Array.from({ length: size }, () =>
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    ),
  );
  return pdf(hello, { more: pages, kids: repeat(size, (index) => `${7 + index} 0 R `), count: size });
}

const makers: Readonly<Record<string, readonly [size: number, make: (size: number) => Uint8Array]>> = {
  'saved-states': [4000, (n) => pdf(hello + 'q '.repeat(n))],
  'saved-and-restored-states': [60_000, (n) => pdf(hello + 'q Q '.repeat(n))],
  'many-saved-states': [250_000, (n) => pdf(hello + 'q '.repeat(n))],
  'tiny-texts': [
    30_000,
    (n) => pdf(`BT /F1 1 Tf ${repeat(n, (i) => `1 0 0 1 ${i % 500} ${i % 700} Tm (a) Tj `)}ET`),
  ],
  'font-changes': [10_000, (n) => pdf(`BT ${repeat(n, (i) => `/F1 ${1 + (i % 9)} Tf (a) Tj `)}ET`)],
  'unknown-operators': [60_000, (n) => pdf(hello + 'zz '.repeat(n))],
  'nested-arrays': [2000, (n) => pdf(`${hello}${'['.repeat(n)}`)],
  'form-chain': [100, (n) => chain(n, 2)],
  'form-laughs': [80, laughs],
  'many-pages': [600, manyPages],
  'repeated-page': [20_000, (n) => pdf(hello, { kids: '5 0 R '.repeat(n), count: n })],
  'stream-keywords': [
    20_000,
    (n) =>
      pdf(hello, {
        more: [Buffer.from('stream\nx\x9cy', 'latin1').toString('latin1').repeat(n)].map((text) =>
          Buffer.from(text, 'latin1'),
        ),
      }),
  ],
};

/** PDF files that made pdf.js slow, or that could. */
export const pdfGenerators: readonly HostileGenerator[] = Object.entries(makers).map(
  ([name, [size, make]]) => ({
    name,
    kind: 'pdf' as const,
    size,
    generate: make,
  }),
);

import { makePdfOfContent, makePdfOfNestedForms, pdfForm } from '../documents/make-documents.ts';
import { type HostileGenerator, repeat } from './generator/hostile-generator.ts';

const hello = 'BT /F1 11 Tf 72 700 Td (Hello world) Tj ET ';

/** Forms that each paint the next one `fan` times. */
function chain(length: number, fan: number): Buffer {
  const forms = Array.from({ length }, (_, index) =>
    index === length - 1 ? pdfForm('n') : pdfForm('/X0 Do '.repeat(fan), `/X0 ${8 + index} 0 R`),
  );
  return makePdfOfContent(`${hello}/X0 Do`, { objects: forms, xObjects: '/X0 7 0 R' });
}

function manyPages(size: number): Buffer {
  const pages = Array.from({ length: size }, () =>
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    ),
  );
  return makePdfOfContent(hello, {
    objects: pages,
    kids: repeat(size, (index) => `${7 + index} 0 R `),
    pageCount: size,
  });
}

const makers: Readonly<Record<string, readonly [size: number, make: (size: number) => Uint8Array]>> = {
  'saved-states': [4000, (n) => makePdfOfContent(hello + 'q '.repeat(n))],
  'saved-and-restored-states': [60_000, (n) => makePdfOfContent(hello + 'q Q '.repeat(n))],
  'many-saved-states': [250_000, (n) => makePdfOfContent(hello + 'q '.repeat(n))],
  'tiny-texts': [
    30_000,
    (n) => makePdfOfContent(`BT /F1 1 Tf ${repeat(n, (i) => `1 0 0 1 ${i % 500} ${i % 700} Tm (a) Tj `)}ET`),
  ],
  'font-changes': [
    10_000,
    (n) => makePdfOfContent(`BT ${repeat(n, (i) => `/F1 ${1 + (i % 9)} Tf (a) Tj `)}ET`),
  ],
  'unknown-operators': [60_000, (n) => makePdfOfContent(hello + 'zz '.repeat(n))],
  'nested-arrays': [2000, (n) => makePdfOfContent(`${hello}${'['.repeat(n)}`)],
  'form-chain': [100, (n) => chain(n, 2)],
  'form-laughs': [80, (n) => makePdfOfNestedForms(hello, Math.max(1, Math.round(n / 10)))],
  'many-pages': [600, manyPages],
  'repeated-page': [20_000, (n) => makePdfOfContent(hello, { kids: '5 0 R '.repeat(n), pageCount: n })],
  'stream-keywords': [
    20_000,
    (n) =>
      makePdfOfContent(hello, {
        objects: [Buffer.from('stream\nx\x9cy', 'latin1').toString('latin1').repeat(n)].map((text) =>
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

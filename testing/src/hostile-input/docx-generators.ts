import { docxParagraph, makeDocx, makeZip } from '../documents/make-documents.ts';
import { type HostileGenerator, repeat } from './generator/hostile-generator.ts';

const cell = (inner: string) => `<w:tc>${inner}</w:tc>`;

const makers: Readonly<Record<string, readonly [size: number, make: (size: number) => Uint8Array]>> = {
  'empty-paragraphs': [100_000, (n) => makeDocx(docxParagraph('text') + '<w:p><w:r/></w:p>'.repeat(n))],
  'tiny-runs': [60_000, (n) => makeDocx(`<w:p>${'<w:r><w:t>a</w:t></w:r>'.repeat(n)}</w:p>`)],
  'grid-spans': [
    20_000,
    (n) =>
      makeDocx(
        `<w:tbl>${repeat(n, `<w:tr>${cell(`<w:tcPr><w:gridSpan w:val="9999"/></w:tcPr>${docxParagraph('a')}`)}</w:tr>`)}</w:tbl>`,
      ),
  ],
  'nested-tables': [
    200,
    (n) =>
      makeDocx(
        `${'<w:tbl><w:tr><w:tc>'.repeat(n)}${docxParagraph('a')}${'</w:tc></w:tr></w:tbl>'.repeat(n)}`,
      ),
  ],
  'nested-text-boxes': [
    250,
    (n) =>
      makeDocx(
        `${'<w:p><w:r><w:txbxContent>'.repeat(n)}${docxParagraph('a')}${'</w:txbxContent></w:r></w:p>'.repeat(n)}`,
      ),
  ],
  'deep-xml': [100_000, (n) => makeDocx('<w:sdt>'.repeat(n))],
  'many-attributes': [
    20_000,
    (n) => makeDocx(`<w:p ${repeat(n, (i) => `w:a${i}="b" `)}/>${docxParagraph('a')}`),
  ],
  'zip-bomb': [100_000_000, (n) => makeDocx(docxParagraph(' '.repeat(n)))],
  'zip-entries': [
    20_000,
    (n) => makeZip(Object.fromEntries(Array.from({ length: n }, (_, index) => [`f${index}`, '']))),
  ],
  entities: [60_000, (n) => makeDocx(docxParagraph('&lt;&amp;&#65;'.repeat(n)))],
};

/** DOCX files with hostile XML, and hostile ZIP archives. */
export const docxGenerators: readonly HostileGenerator[] = Object.entries(makers).map(
  ([name, [size, make]]) => ({
    name,
    kind: 'docx' as const,
    size,
    generate: make,
  }),
);

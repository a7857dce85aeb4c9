import { deflateRawSync, deflateSync } from 'node:zlib';

/** A line of text on a PDF page; positions and size in points. */
export interface PdfTextLine {
  readonly text: string;
  readonly x?: number;
  readonly y: number;
  readonly size?: number;
}

/** Writes a PDF with lines of Helvetica, deflated content streams and a classic cross-reference table. */
export function makePdf(pages: readonly (readonly PdfTextLine[])[], title = ''): Buffer {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer): number => objects.push(Buffer.from(body));
  const kids = pages.map((_, index) => `${5 + index * 2} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  add(`<< /Title (${escapeString(title)}) >>`);
  pages.forEach((lines, index) => {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${6 + index * 2} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
    );
    add(
      pdfStream(deflateSync(Buffer.from(lines.map(showLine).join('\n'), 'latin1')), '/Filter /FlateDecode'),
    );
  });
  return assemblePdf(objects);
}

function showLine({ text, x = 72, y, size = 11 }: PdfTextLine): string {
  return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escapeString(text)}) Tj ET`;
}

function escapeString(text: string): string {
  return text.replace(/[\\()]/g, '\\$&');
}

/** Objects of `makePdfOfContent` besides the page. */
export interface PdfContentOptions {
  /** Further objects, numbered from 7. */
  readonly objects?: readonly Buffer[];
  /** Entries of the page's XObject dictionary, such as `/X0 7 0 R`. */
  readonly xObjects?: string;
  /** Entries of the page tree; object 5 is the page. */
  readonly kids?: string;
  /** Number of pages that the page tree states. */
  readonly pageCount?: number;
}

/** Makes a PDF of one page (object 5, its content is object 6) with the given content stream; `/F1` is Helvetica. */
export function makePdfOfContent(
  content: string,
  { objects = [], xObjects = '', kids = '5 0 R', pageCount = 1 }: PdfContentOptions = {},
): Buffer {
  return assemblePdf([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pageCount} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    Buffer.from('<< /Title () >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R ' +
        `/Resources << /Font << /F1 3 0 R >> /XObject << ${xObjects} >> >> >>`,
    ),
    pdfStream(deflateSync(Buffer.from(content)), '/Filter /FlateDecode'),
    ...objects,
  ]);
}

/** A form XObject that paints the content. */
export function pdfForm(content: string, xObjects = ''): Buffer {
  return pdfStream(
    Buffer.from(content),
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << ${xObjects} >> >>`,
  );
}

/** Levels of ten forms each; every form paints all ten of the next level. */
export function makePdfOfNestedForms(content: string, levels: number): Buffer {
  const names = (level: number) =>
    Array.from({ length: 10 }, (_, index) => `/X${index} ${7 + level * 10 + index} 0 R`).join(' ');
  const paintAll = Array.from({ length: 10 }, (_, index) => `/X${index} Do `).join('');
  const objects = Array.from({ length: levels * 10 }, (_, index) => {
    const level = Math.floor(index / 10) + 1;
    return level < levels ? pdfForm(paintAll, names(level)) : pdfForm('n');
  });
  return makePdfOfContent(content + paintAll, { objects, xObjects: names(0) });
}

/** A PDF stream object with the given dictionary entries. */
export function pdfStream(bytes: Buffer, entries: string): Buffer {
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** Assembles numbered objects into a PDF file; the first is the catalog and the fourth the document information. */
export function assemblePdf(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  objects.forEach((body, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R >>\n` +
        `startxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Writes a ZIP archive of deflated files (PKWARE APPNOTE 6.3.10). The CRC fields are 0. */
export function makeZip(
  files: Readonly<Record<string, string | Buffer>>,
  method: 'deflated' | 'stored' = 'deflated',
): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const raw = Buffer.from(content);
    const packed = method === 'stored' ? raw : deflateRawSync(raw);
    const fixed = Buffer.alloc(26);
    fixed.writeUInt16LE(20, 0);
    fixed.writeUInt16LE(method === 'stored' ? 0 : 8, 4);
    fixed.writeUInt32LE(packed.length, 14);
    fixed.writeUInt32LE(raw.length, 18);
    fixed.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fixed, Buffer.from(name), packed]);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE(offset, 10);
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), fixed, attributes, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}

const wordNamespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/**
 * Writes a DOCX with the given WordprocessingML body.
 *
 * @param parts contents of the root elements of further parts in the folder `word`, such as `styles`
 */
export function makeDocx(body: string, title = '', parts: Readonly<Record<string, string>> = {}): Buffer {
  return makeZip(docxFiles(body, title, parts));
}

/** The files of the archive that `makeDocx` returns. */
export function docxFiles(
  body: string,
  title = '',
  parts: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const files = Object.entries(parts).map(([name, content]) => [
    `word/${name}.xml`,
    `<w:${name} ${wordNamespace}>${content}</w:${name}>`,
  ]);
  return {
    ...Object.fromEntries(files),
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" ' +
      'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" ' +
      'Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${wordNamespace}><w:body>${body}</w:body></w:document>`,
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>${title}</dc:title></cp:coreProperties>`,
  };
}

/** A WordprocessingML paragraph. */
export function docxParagraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

import { docxFiles, docxParagraph, makeZip } from '@quern/testing/documents/make-documents';
import { makeMsg } from '@quern/testing/documents/make-msg';
import {
  epubFiles,
  odfFiles,
  pptxFiles,
  slideShape,
  xlsxFiles,
} from '@quern/testing/documents/make-office-files';
import { makePng } from '@quern/testing/documents/make-picture';
import { describe, expect, it } from 'vitest';
import { type ConvertedDocument, convertDocument } from '../convert-document.ts';

const png = makePng(40, 30);
const other = makePng(20, 50, 10);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>');
const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const relationships = (targets: Readonly<Record<string, string>>, attributes = '') =>
  `<Relationships>${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Type="x/image" Target="${target}" ${attributes}/>`)
    .join('')}</Relationships>`;

/** Converts a file; the Markdown has each picture at its range, and the bytes are those of the file. */
async function convert(file: Uint8Array): Promise<ConvertedDocument> {
  const document = await convertDocument(file, { images: true });
  const names = new Set<string>();
  let end = 0;
  for (const { name, startIndex, endIndex, description } of document.images) {
    expect(startIndex).toBeGreaterThanOrEqual(end);
    end = endIndex;
    const written = document.markdown.slice(startIndex, endIndex);
    expect(written).toMatch(/^!\[[\s\S]*\]\([^()]*\)$/);
    expect(written.endsWith(`](${name})`)).toBe(true);
    expect(written.replaceAll('\\', '')).toContain(description.replaceAll('\\', ''));
    names.add(name);
  }
  expect(document.pictures.map(({ name }) => name)).toEqual([...names]);
  expect(document.markdown).not.toContain('picture:');
  return document;
}

const bytesOf = ({ pictures }: ConvertedDocument) => pictures.map(({ bytes }) => Buffer.from(bytes));

const drawing = (id: string, properties = '') =>
  `<w:p><w:r><w:drawing ${namespaces}><wp:docPr xmlns:wp="wp" id="1" ${properties}/><a:blip r:embed="${id}"/></w:drawing></w:r></w:p>`;
const docx = (body: string, targets: Readonly<Record<string, string>>, files = {}) =>
  makeZip({
    ...docxFiles(body),
    'word/_rels/document.xml.rels': relationships(targets),
    ...files,
  });

describe('convertDocument with images', () => {
  it('returns the pictures of a DOCX at their places, in tables, lists and notes too', async () => {
    const cell = (content: string) => `<w:tc>${content}</w:tc>`;
    const body =
      docxParagraph('Before.') +
      drawing('p', 'descr="A [mill] | *old*"') +
      `<w:tbl><w:tr>${cell(docxParagraph('A'))}${cell(docxParagraph('B'))}</w:tr><w:tr>${cell(drawing('o', 'descr="In | cell"'))}${cell(docxParagraph('C'))}</w:tr></w:tbl>` +
      `<w:p><w:r><w:t>Text </w:t></w:r><w:r><w:pict><v:imagedata ${namespaces} r:id="s"/></w:pict></w:r><w:r><w:t> after.</w:t></w:r></w:p>`;
    const files = { 'word/media/1.bin': png, 'word/media/2.png': other, 'word/3.svg': svg };
    const document = await convert(
      docx(body, { p: 'media/1.bin', o: '/word/media/2.png', s: '3.svg' }, files),
    );
    expect(document.markdown).toBe(
      'Before.\n\n![A [mill] | \\*old\\*](image-1.png)\n\n| A | B |\n| --- | --- |\n| ![In \\| cell](image-2.png) | C |\n\nText ![](image-3.svg) after.',
    );
    expect(bytesOf(document)).toEqual([png, other, svg]);
    expect(document.pictures).toMatchObject([
      { type: 'image/png', width: 40, height: 30 },
      { type: 'image/png', width: 20, height: 50 },
      { type: 'image/svg+xml' },
    ]);
    const [table] = document.tables;
    expect(document.markdown.slice(table?.startIndex, table?.endIndex)).toMatch(
      /^\| A \| B \|[\s\S]*\| C \|$/,
    );
    expect(document.warnings).toEqual([]);
  });

  it('changes nothing else of the Markdown', async () => {
    const file = docx(
      docxParagraph('A') + drawing('p', 'descr="Mill"') + docxParagraph('B'),
      { p: '1.png' },
      {
        'word/1.png': png,
      },
    );
    const [plain, pictured] = [await convertDocument(file), await convert(file)];
    expect(plain.markdown).toBe('A\n\n![Mill]()\n\nB');
    expect([plain.images, plain.pictures]).toEqual([[], []]);
    expect(pictured.markdown.replace('image-1.png', '')).toBe(plain.markdown);
    expect(pictured.text).toBe(plain.text);
  });

  it('returns a picture that is shown several times once', async () => {
    const body = drawing('p') + drawing('q') + drawing('p', 'descr="Again"');
    const document = await convert(
      docx(body, { p: '1.png', q: '2.png' }, { 'word/1.png': png, 'word/2.png': png }),
    );
    expect(document.markdown).toBe('![](image-1.png)\n\n![](image-1.png)\n\n![Again](image-1.png)');
    expect(bytesOf(document)).toEqual([png]);
  });

  it('returns the pictures of slides with their boxes, in groups and rows too', async () => {
    const frame = (x: number, y: number, width: number, height: number) =>
      `<a:off x="${x * 12_700}" y="${y * 12_700}"/><a:ext cx="${width * 12_700}" cy="${height * 12_700}"/>`;
    const picture = (id: string, place: string, description = '') =>
      `<p:pic><p:nvPicPr><p:cNvPr id="2" name="x" descr="${description}"/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/></p:blipFill><p:spPr><a:xfrm>${place}</a:xfrm></p:spPr></p:pic>`;
    const inner = '<a:chOff x="0" y="0"/><a:chExt cx="1270000" cy="1270000"/>';
    const group = `<p:grpSp><p:grpSpPr><a:xfrm>${frame(300, 300, 50, 200)}${inner}</a:xfrm></p:grpSpPr>${picture('o', frame(10, 20, 40, 50))}</p:grpSp>`;
    const file = makeZip({
      ...pptxFiles([slideShape('One'), picture('p', frame(100, 50, 200, 100.5), 'A mill') + group]),
      'ppt/slides/_rels/slide2.xml.rels': relationships({ p: '../media/1.png', o: '../media/2.png' }),
      'ppt/media/1.png': png,
      'ppt/media/2.png': other,
    });
    const document = await convert(file);
    expect(document.markdown).toBe('One\n\n![A mill](image-1.png)\n\n![](image-2.png)');
    expect(document.images).toMatchObject([
      { page: 2, description: 'A mill', box: { left: 100, top: 50, right: 300, bottom: 150.5 } },
      { page: 2, description: '', box: { left: 305, top: 340, right: 325, bottom: 440 } },
    ]);
    expect(bytesOf(document)).toEqual([png, other]);
  });

  it('returns the boxes around pictures of slides that are turned', async () => {
    const picture =
      '<p:pic><p:blipFill><a:blip r:embed="p"/></p:blipFill><p:spPr><a:xfrm rot="5400000"><a:off x="1828800" y="1828800"/><a:ext cx="1828800" cy="457200"/></a:xfrm></p:spPr></p:pic>';
    const file = makeZip({
      ...pptxFiles([picture]),
      'ppt/slides/_rels/slide1.xml.rels': relationships({ p: '../media/1.png' }),
      'ppt/media/1.png': png,
    });
    const [image] = (await convert(file)).images;
    for (const [side, value] of Object.entries({ left: 198, top: 90, right: 234, bottom: 234 }))
      expect(image?.box?.[side as 'left']).toBeCloseTo(value, 6);
  });

  it('returns the pictures on sheets', async () => {
    const cell = '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Text.</t></is></c></row></sheetData>';
    const file = makeZip({
      ...xlsxFiles(cell),
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships><Relationship Id="d" Type="x/drawing" Target="../drawings/drawing1.xml"/></Relationships>',
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${namespaces}><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" descr="A mill"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="p"/></xdr:blipFill></xdr:pic></xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationships({ p: '../media/1.png' }),
      'xl/media/1.png': png,
    });
    const document = await convert(file);
    expect(document.markdown).toContain('![A mill](image-1.png)');
    expect(document.images).toMatchObject([{ page: 1, box: undefined }]);
    expect(bytesOf(document)).toEqual([png]);
  });

  it('returns the pictures of OpenDocument texts, sheets and slides, and of flat files', async () => {
    const frame = (content: string, attributes = '') => `<draw:frame ${attributes}>${content}</draw:frame>`;
    const image = '<draw:image xlink:href="Pictures/1"/>';
    const files = { 'Pictures/1': png };
    const text = await convert(
      makeZip({
        ...odfFiles(
          'text',
          `<text:p>A ${frame(`${image}<draw:desc>A mill</draw:desc>`)}</text:p><text:p>B</text:p>`,
        ),
        ...files,
      }),
    );
    expect(text.markdown).toBe('A\n\n![A mill](image-1.png)\n\nB');
    expect(bytesOf(text)).toEqual([png]);
    const row = (content: string) =>
      `<table:table-row><table:table-cell><text:p>${content}</text:p></table:table-cell><table:table-cell>${frame(image)}</table:table-cell></table:table-row>`;
    const sheet = await convert(
      makeZip({
        ...odfFiles(
          'spreadsheet',
          `<table:table table:name="S">${row('A')}${row('B')}${row('')}</table:table>`,
        ),
        ...files,
      }),
    );
    expect(sheet.markdown).toBe(
      '## S\n\n| A | ![](image-1.png) |\n| --- | --- |\n| B | ![](image-1.png) |\n\n![](image-1.png)',
    );
    expect(sheet.images.map(({ page }) => page)).toEqual([1, 1, 1]);
    const place =
      'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" svg:x="1in" svg:y="72pt" svg:width="2in" svg:height="36pt"';
    const slide = await convert(
      makeZip({
        ...odfFiles('presentation', `<draw:page>${frame(image, place)}</draw:page>`),
        ...files,
      }),
    );
    expect(slide.images).toMatchObject([{ page: 1, box: { left: 72, top: 72, right: 216, bottom: 108 } }]);
    const flat = Buffer.from(
      `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>A ${frame(`<draw:image><office:binary-data>${png.toString('base64').replace(/.{60}/g, '$&\n')}</office:binary-data></draw:image>`)}</text:p></office:text></office:body></office:document>`,
    );
    expect(bytesOf(await convert(flat))).toEqual([png]);
  });

  it('returns the pictures of e-books, also the cover and those that are said to be decoration', async () => {
    const file = makeZip({
      ...epubFiles([
        '<img src="img/c%20c.png" alt="Cover"/><h1>Hills</h1><p>Text.</p>',
        '<p><img src="/OPS/img/2.png#x" alt=""/></p><img src="https://x.org/a.png"/><img src="img/c%20c.png"/>',
      ]),
      'OPS/img/c c.png': png,
      'OPS/img/2.png': other,
    });
    const document = await convert(file);
    expect(document.markdown).toBe(
      '![Cover](image-1.png)\n\n# Hills\n\nText.\n\n![](image-2.png)\n\n![](https://x.org/a.png)![](image-1.png)',
    );
    expect(bytesOf(document)).toEqual([png, other]);
  });

  it('returns the data URLs of pages, and the pictures that messages display', async () => {
    const data = `data:image/png;base64,${png.toString('base64')}`;
    const vector = `data:image/svg+xml,${encodeURIComponent(svg.toString())}`;
    const page = await convert(
      Buffer.from(
        `<!doctype html><p>A <img src="${data}" alt="A mill"> b</p><img src="${vector}"><img src="c.png" alt="C">`,
      ),
    );
    expect(page.markdown).toBe('A ![A mill](image-1.png) b\n\n![](image-2.svg)![C](c.png)');
    expect(bytesOf(page)).toEqual([png, svg]);
    const html = '<p>Hello</p><p><img src="cid:p@x" alt="Logo"></p>';
    const mail = [
      'From: a@x.y\r\nSubject: S\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n',
      `--b\r\nContent-Type: text/html\r\n\r\n${html}`,
      `--b\r\nContent-Type: image/png\r\nContent-ID: <p@x>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${png.toString('base64')}`,
      '--b--\r\n',
    ].join('\r\n');
    const outlook = makeMsg({
      properties: { '0037001F': 'S', '10130102': Buffer.from(html), '3FDE0003': 65_001 },
      attachments: [{ properties: { '37010102': png, '3712001F': '<p@x>', '370E001F': 'image/png' } }],
    });
    for (const message of [Buffer.from(mail), outlook]) {
      const document = await convert(message);
      expect(document.markdown).toContain('Hello\n\n![Logo](image-1.png)');
      expect(bytesOf(document)).toEqual([png]);
    }
  });

  it('numbers the pictures of an archive through all of its files', async () => {
    const inner = (picture: Buffer) => docx(drawing('p'), { p: '1.png' }, { 'word/1.png': picture });
    const document = await convert(
      makeZip({ 'a.docx': inner(png), 'b.docx': inner(other), 'c.docx': inner(png) }),
    );
    expect(document.images.map(({ name, page }) => [name, page])).toEqual([
      ['image-1.png', 1],
      ['image-2.png', 2],
      ['image-1.png', 3],
    ]);
    expect(bytesOf(document)).toEqual([png, other]);
  });

  it('finds a picture next to text that looks like one', async () => {
    const body =
      docxParagraph('![fake](image-1.png) and picture:0-0 \\') +
      `<w:p><w:r><w:t>a\\</w:t></w:r><w:r><w:drawing ${namespaces}><wp:docPr xmlns:wp="wp" id="1" descr="x ![y](image-1.png) \\"/><a:blip r:embed="p"/></w:drawing></w:r></w:p>`;
    const { images } = await convertDocument(docx(body, { p: '1.png' }, { 'word/1.png': png }), {
      images: true,
    });
    const { markdown } = await convertDocument(docx(body, { p: '1.png' }, { 'word/1.png': png }), {
      images: true,
    });
    expect(images).toHaveLength(1);
    const [image] = images;
    expect(markdown.slice(image?.startIndex, image?.endIndex)).toBe(
      '![x \\![y\\](image-1.png) \\\\](image-1.png)',
    );
    expect(markdown.slice(0, image?.startIndex).endsWith('a\\\\')).toBe(true);
  });
});

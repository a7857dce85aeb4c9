import { makeZip } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from './convert-document.ts';

const relationships = (entries: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships>${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const namespaces =
  'xmlns:a="a" xmlns:p="p" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const slide = (...descriptions: string[]) =>
  `<p:sld ${namespaces}><p:cSld><p:spTree><p:sp><p:nvSpPr><p:cNvPr id="1"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>Text.</a:t></a:r></a:p></p:txBody></p:sp>${descriptions
    .map(
      (text) =>
        `<p:pic><p:nvPicPr><p:cNvPr id="2" descr="${text}"/></p:nvPicPr><p:blipFill><a:blip r:embed="r1"/></p:blipFill></p:pic>`,
    )
    .join('')}</p:spTree></p:cSld></p:sld>`;
const pptx = makeZip({
  'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldIdLst><p:sldId id="256" r:id="r0"/></p:sldIdLst></p:presentation>`,
  'ppt/_rels/presentation.xml.rels': relationships([['r0', 'slide', 'slides/slide1.xml']]),
  'ppt/slides/slide1.xml': slide('A mill', 'Picture 3', ''),
});

const chapter =
  '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Text.</p><img src="1.png" alt="A mill"/><img src="2.png" alt=""/><img src="3.png"/></body></html>';
const epub = makeZip({
  mimetype: 'application/epub+zip',
  'META-INF/container.xml':
    '<container><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  'book.opf':
    '<package><metadata/><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>',
  'c.xhtml': chapter,
});

const xlsx = makeZip({
  'xl/workbook.xml': `<workbook ${namespaces}><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships([['r1', 'worksheet', 'worksheets/sheet1.xml']]),
  'xl/worksheets/sheet1.xml':
    '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Text.</t></is></c></row></sheetData></worksheet>',
  'xl/worksheets/_rels/sheet1.xml.rels': relationships([['r1', 'drawing', '../drawings/drawing1.xml']]),
  'xl/drawings/drawing1.xml': `<xdr:wsDr>${['descr="A mill"', 'descr="mill.png"', '']
    .map(
      (properties) =>
        `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" ${properties}/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="r1"/></xdr:blipFill></xdr:pic>`,
    )
    .join('')}</xdr:wsDr>`,
});

describe('convertDocument of a document with pictures', () => {
  it.each([
    ['pptx', pptx, 2],
    ['epub', epub, 1],
    ['xlsx', xlsx, 2],
    ['html', Buffer.from(`<!doctype html>${chapter}`), 1],
    [
      'rtf',
      Buffer.from(
        '{\\rtf1 Text.\\par{\\*\\shppict{\\pict\\pngblip 89504e47}}{\\nonshppict{\\pict 00}}\\par}',
      ),
      1,
    ],
  ])('reports those of %s that have no description', async (format, file, count) => {
    const { warnings, ...document } = await convertDocument(file);
    expect(document).toMatchObject({ format, markdown: expect.stringContaining('Text.') });
    if (!/^(?:rtf)$/.test(format)) expect(document.markdown).toContain('![A mill](');
    const message = expect.stringMatching(
      new RegExp(`^${count} pictures? without a description w(?:as|ere) left out$`),
    );
    expect(warnings).toEqual([{ code: 'pictures_left_out', message }]);
  });
});

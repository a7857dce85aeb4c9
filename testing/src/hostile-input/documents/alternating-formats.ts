import { makeDocx, makeZip } from '../../documents/make-documents.ts';

const body = (size: number, unit: string): string => unit.repeat(Math.ceil(size / unit.length));

const opfNamespace = 'xmlns="http://www.idpf.org/2007/opf"';

function epubOf(content: string): Buffer {
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'c.opf': `<package ${opfNamespace}><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`,
    'a.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body>${content}</body></html>`,
  });
}

const odtNamespaces =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ' +
  'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"';
const odtStyles =
  '<office:automatic-styles><style:style style:name="b" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>' +
  '<style:style style:name="i" style:family="text"><style:text-properties fo:font-style="italic"/></style:style></office:automatic-styles>';

function odtOf(content: string): Buffer {
  return makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content ${odtNamespaces}>${odtStyles}<office:body><office:text>${content}</office:text></office:body></office:document-content>`,
  });
}

const docxRun = '<w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>a</w:t></w:r>';
const odtRun = '<text:span text:style-name="b">a</text:span><text:span text:style-name="i">a</text:span>';
const htmlRun = '<b>a</b><i>a</i>';
const rtfRun = '\\b a\\b0\\i a\\i0 ';

/** Documents in which each letter has another format. The size is the length of the markup, before it is compressed. */
export const alternatingFormats: Readonly<Record<string, (size: number) => Buffer>> = {
  'rtf, one paragraph': (size) => Buffer.from(`{\\rtf1 ${body(size, rtfRun)}}`),
  'rtf, many paragraphs': (size) => Buffer.from(`{\\rtf1 ${body(size, `${rtfRun.repeat(20)}\\par `)}}`),
  'docx, one paragraph': (size) => makeDocx(`<w:p>${body(size, docxRun)}</w:p>`),
  'docx, many paragraphs': (size) => makeDocx(body(size, `<w:p>${docxRun.repeat(20)}</w:p>`)),
  'odt, one paragraph': (size) => odtOf(`<text:p>${body(size, odtRun)}</text:p>`),
  'odt, many paragraphs': (size) => odtOf(body(size, `<text:p>${odtRun.repeat(20)}</text:p>`)),
  'html, one paragraph': (size) =>
    Buffer.from(`<!doctype html><html><body><p>${body(size, htmlRun)}</p></body></html>`),
  'html, many paragraphs': (size) =>
    Buffer.from(`<!doctype html><html><body>${body(size, `<p>${htmlRun.repeat(20)}</p>`)}</body></html>`),
  'epub, one paragraph': (size) => epubOf(`<p>${body(size, htmlRun)}</p>`),
};

/** Names and contents of the files of an archive, for `makeZip`. */
export type ArchiveFiles = Readonly<Record<string, string | Buffer>>;

const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function relationships(entries: readonly (readonly [type: string, target: string])[]): string {
  const list = entries.map(
    ([type, target], index) =>
      `<Relationship Id="r${index + 1}" Type="${relationshipTypes}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`;
}

/** The files of a workbook with one sheet (ECMA-376 part 1, 18). @param sheet content of the `worksheet` element */
export function xlsxFiles(sheet: string, sharedStrings: readonly string[] = []): ArchiveFiles {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const strings = sharedStrings.map((text) => `<si><t>${text}</t></si>`).join('');
  return {
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationshipTypes}"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><fonts><font/><font><b/></font></fonts><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164" fontId="1"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}">${sheet}</worksheet>`,
  };
}

const slideNames = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${relationshipTypes}"`;

/** The files of a presentation (ECMA-376 part 1, 19). @param slides contents of the trees of shapes */
export function pptxFiles(slides: readonly string[]): ArchiveFiles {
  const tree = (name: string, content: string) =>
    `<p:${name} ${slideNames}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:${name}>`;
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="r${index + 1}"/>`).join('');
  return {
    '_rels/.rels': relationships([['officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation ${slideNames}><p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_, index) => ['slide', `slides/slide${index + 1}.xml`]),
    ),
    ...Object.fromEntries(
      slides.flatMap((content, index) => [
        [`ppt/slides/slide${index + 1}.xml`, tree('sld', content)],
        [
          `ppt/slides/_rels/slide${index + 1}.xml.rels`,
          relationships([['slideLayout', '../slideLayouts/slideLayout1.xml']]),
        ],
      ]),
    ),
    'ppt/slideLayouts/slideLayout1.xml': tree('sldLayout', ''),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships([
      ['slideMaster', '../slideMasters/slideMaster1.xml'],
    ]),
    'ppt/slideMasters/slideMaster1.xml': `<p:sldMaster ${slideNames}><p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></p:bodyStyle></p:txStyles></p:sldMaster>`,
  };
}

/** A shape of a slide with one paragraph. */
export function slideShape(text: string, placeholder = ''): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="s"/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
}

const odfNames = [
  ...['office', 'text', 'table', 'style', 'presentation'].map((name) => [name, name] as const),
  ['draw', 'drawing'] as const,
  ['fo', 'xsl-fo-compatible'] as const,
]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

/** The files of an OpenDocument file (OpenDocument 1.3 part 3). @param styles automatic styles */
export function odfFiles(
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  styles = '',
): ArchiveFiles {
  return {
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content ${odfNames} xmlns:xlink="http://www.w3.org/1999/xlink"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${odfNames}><office:styles><style:style style:name="Heading_20_1" style:family="paragraph"/></office:styles></office:document-styles>`,
    'meta.xml': `<office:document-meta ${odfNames} xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><dc:title>Title</dc:title></office:meta></office:document-meta>`,
  };
}

/** The files of an e-book (EPUB 3.3). @param chapters bodies of the chapters */
export function epubFiles(chapters: readonly string[]): ArchiveFiles {
  const items = chapters.map(
    (_, index) => `<item id="c${index}" href="c${index}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const references = chapters.map((_, index) => `<itemref idref="c${index}"/>`);
  return {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    'OPS/book.opf': `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Hills</dc:title><dc:creator>Ann</dc:creator></metadata><manifest>${items.join('')}</manifest><spine>${references.join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((body, index) => [
        `OPS/c${index}.xhtml`,
        `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Chapter</title></head><body>${body}</body></html>`,
      ]),
    ),
  };
}

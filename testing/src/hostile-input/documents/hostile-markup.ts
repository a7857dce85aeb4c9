type Makers = Record<string, () => string>;

/** Hostile content for the part of a format that has the text. */
interface PartMakers {
  readonly part: RegExp;
  readonly make: (main: string) => Makers;
}

const huge = '999999999';

function wordMakers(main: string): Makers {
  const body = (content: string) =>
    main.replace(/<w:body>.*<\/w:body>/s, () => `<w:body>${content}</w:body>`);
  const paragraph = '<w:p><w:r><w:t>a</w:t></w:r></w:p>';
  const nested = (start: string, end: string, count: number) => () =>
    body(start.repeat(count) + paragraph + end.repeat(count));
  return {
    'huge spans': () =>
      body(
        `<w:tbl>${`<w:tr><w:tc><w:tcPr><w:gridSpan w:val="${huge}"/></w:tcPr>${paragraph}</w:tc></w:tr>`.repeat(5000)}</w:tbl>`,
      ),
    'nested tables': nested('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', 600),
    'nested text boxes': nested('<w:p><w:r><w:txbxContent>', '</w:txbxContent></w:r></w:p>', 600),
    'fields without an end': () =>
      body('<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p>'.repeat(100_000)),
    'many empty paragraphs': () => body('<w:p/>'.repeat(500_000)),
    'many styles of one paragraph': () =>
      body(
        `<w:p>${'<w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r><w:r><w:t>b</w:t></w:r>'.repeat(100_000)}</w:p>`,
      ),
    'a deep list': () =>
      body(
        `<w:p><w:pPr><w:numPr><w:ilvl w:val="${huge}"/><w:numId w:val="-1"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`.repeat(
          20_000,
        ),
      ),
  };
}

function sheetMakers(main: string): Makers {
  const sheet = (rows: string, rest = '') =>
    main.replace(/<sheetData>.*<\/mergeCells>/s, () => `<sheetData>${rows}</sheetData>${rest}`);
  return {
    'cells at the ends of the sheet': () =>
      sheet(
        '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row r="1048576"><c r="XFD1048576"><v>3</v></c></row>',
      ),
    'cells outside of the sheet': () => sheet('<row r="99999999"><c r="ZZZZ99999999"><v>1</v></c></row>'),
    'merged cells over the whole sheet': () =>
      sheet(
        '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>',
        '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'.repeat(1000),
      ),
    'a cell in each row of another column': () =>
      sheet(
        Array.from({ length: 20_000 }, (_, row) => {
          const column = row % 16_000;
          const letters = [676, 26, 1]
            .map((unit) => String.fromCharCode(65 + (Math.floor(column / unit) % 26)))
            .join('');
          return `<row r="${row + 1}"><c r="${letters}${row + 1}"><v>1</v></c></row>`;
        }).join(''),
      ),
    'wrong indices': () => sheet(`<row r="1"><c r="A1" t="s" s="-7"><v>${huge}</v></c></row>`.repeat(10_000)),
    'rows in reverse': () =>
      sheet(
        Array.from({ length: 50_000 }, (_, row) => `<row r="${50_000 - row}"><c><v>1</v></c></row>`).join(''),
      ),
  };
}

function slideMakers(main: string): Makers {
  const tree = (content: string) =>
    main.replace(/<p:spTree>.*<\/p:spTree>/s, () => `<p:spTree>${content}</p:spTree>`);
  const shape = '<p:sp><p:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>';
  const table = (rows: string) =>
    tree(
      `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
    );
  return {
    'nested groups': () => tree('<p:grpSp>'.repeat(900) + shape + '</p:grpSp>'.repeat(900)),
    'many shapes': () => tree(shape.repeat(50_000)),
    'huge spans': () =>
      table(
        `<a:tr><a:tc gridSpan="${huge}" rowSpan="${huge}"><a:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></a:txBody></a:tc></a:tr>`.repeat(
          5000,
        ),
      ),
    'a deep list': () =>
      tree(
        `<p:sp><p:txBody>${`<a:p><a:pPr lvl="${huge}"><a:buAutoNum type="x" startAt="${huge}"/></a:pPr><a:r><a:t>a</a:t></a:r></a:p>`.repeat(20_000)}</p:txBody></p:sp>`,
      ),
  };
}

function odfMakers(main: string): Makers {
  const kind = /<office:(text|spreadsheet|presentation)>/.exec(main)?.[1] ?? 'text';
  const body = (content: string, styles = '') =>
    main
      .replace(/(<office:automatic-styles>).*(<\/office:automatic-styles>)/s, `$1${styles}$2`)
      .replace(/(<office:body>).*(<\/office:body>)/s, (_, start: string, end: string) => {
        const page = kind === 'presentation' ? `<draw:page>${content}</draw:page>` : content;
        return `${start}<office:${kind}>${page}</office:${kind}>${end}`;
      });
  const cell = (attributes: string) =>
    `<table:table-cell ${attributes}><text:p>a</text:p></table:table-cell>`;
  const table = (row: string, attributes = '') =>
    `<table:table><table:table-row ${attributes}>${row}</table:table-row></table:table>`;
  return {
    'repeated cells and rows': () =>
      body(table(cell(`table:number-columns-repeated="${huge}"`), `table:number-rows-repeated="${huge}"`)),
    'repeated empty cells': () =>
      body(table(`<table:table-cell table:number-columns-repeated="${huge}"/>${cell('')}`).repeat(500)),
    'huge spans': () =>
      body(
        table(cell(`table:number-columns-spanned="${huge}" table:number-rows-spanned="${huge}"`)).repeat(
          2000,
        ),
      ),
    'many spaces': () => body(`<text:p>a<text:s text:c="${huge}"/>b</text:p>`.repeat(1000)),
    'nested lists': () =>
      body(
        '<text:list><text:list-item>'.repeat(900) +
          '<text:p>a</text:p>' +
          '</text:list-item></text:list>'.repeat(900),
      ),
    'nested tables': () =>
      body(
        '<table:table><table:table-row><table:table-cell>'.repeat(500) +
          '<text:p>a</text:p>' +
          '</table:table-cell></table:table-row></table:table>'.repeat(500),
      ),
    'cyclic styles': () =>
      body(
        '<text:p text:style-name="A">a</text:p>',
        '<style:style style:name="A" style:family="paragraph" style:parent-style-name="B"/><style:style style:name="B" style:family="paragraph" style:parent-style-name="A"/>',
      ),
  };
}

function chapterMakers(main: string): Makers {
  const body = (content: string) => main.replace(/<body>.*<\/body>/s, () => `<body>${content}</body>`);
  return {
    'huge spans': () =>
      body(`<table>${`<tr><td colspan="${huge}" rowspan="${huge}">a</td></tr>`.repeat(2000)}</table>`),
    'nested elements': () => body('<div>'.repeat(100_000)),
    'unclosed emphasis': () => body('<p><b><i>a'.repeat(20_000)),
    'many elements': () => body('<p>a</p>'.repeat(300_000)),
  };
}

/** Hostile content by format. */
export const hostileMarkup: Readonly<Record<string, PartMakers>> = {
  docx: { part: /^word\/document\.xml$/, make: wordMakers },
  xlsx: { part: /sheet1\.xml$/, make: sheetMakers },
  pptx: { part: /slide1\.xml$/, make: slideMakers },
  odt: { part: /^content\.xml$/, make: odfMakers },
  ods: { part: /^content\.xml$/, make: odfMakers },
  odp: { part: /^content\.xml$/, make: odfMakers },
  epub: { part: /c0\.xhtml$/, make: chapterMakers },
};

import { readFileSync } from 'node:fs';
import { docxFiles, docxParagraph, makePdf, makeZip } from './make-documents.ts';
import { makeMsg } from './make-msg.ts';
import {
  type ArchiveFiles,
  epubFiles,
  odfFiles,
  pptxFiles,
  slideShape,
  xlsxFiles,
} from './make-office-files.ts';
import { biffRecord, biffText, double, long, makeXls, shorts } from './make-xls.ts';

/** A small, sound document. */
export interface SampleDocument {
  /** The format as `@quern/documents` names it. */
  readonly format: string;
  readonly bytes: Buffer;
  /** The files of an archive; undefined for other formats. */
  readonly files?: ArchiveFiles;
}

const html =
  '<!doctype html><html lang="en"><head><title>Mills</title></head><body><h1>Mills</h1><p>A <b>bold</b> <a href="https://a.example/">link</a>.</p><ul><li>one<ul><li>inner</li></ul></li></ul><table><tr><th colspan="2">a</th></tr><tr><td>1</td><td>2</td></tr></table><pre>code</pre></body></html>';

const rtf = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman Times;}{\f1\fmodern Courier;}}{\stylesheet{\s1\outlinelevel0 heading 1;}}{\info{\title Mills}}\pard\s1 Mills\par\pard A {\b bold} caf\'e9 \u8364?5{\footnote A note.}.\par{\field{\*\fldinst HYPERLINK "https://a.example/"}{\fldrslt link}}\par\trowd\cellx1000\clmgf\cellx2000\intbl a\cell b\cell\row\trowd\cellx1000\cellx2000\intbl 1\cell 2\cell\row\pard{\pntext\'b7\tab}item\par}`;

const eml = [
  ...['From: Ann <ann@a.example>', 'To: Bob <bob@a.example>', 'Subject: =?utf-8?Q?Mills_=E2=82=AC?='],
  ...['Date: Mon, 2 Mar 2026 10:00:00 +0000', 'MIME-Version: 1.0'],
  ...['Content-Type: multipart/mixed; boundary="b"', '', '--b', 'Content-Type: text/html; charset=utf-8'],
  ...['Content-Transfer-Encoding: quoted-printable', '', '<p>Dear Bob,</p><p>caf=C3=A9</p>', '--b'],
  ...['Content-Type: application/pdf; name="a.pdf"', 'Content-Transfer-Encoding: base64'],
  ...['Content-Disposition: attachment; filename="a.pdf"', '', 'JVBERi0xLjQK', '--b--', ''],
].join('\r\n');

const odfParagraph = (text: string) => `<text:p>${text}</text:p>`;
const odfTable = `<table:table table:name="T"><table:table-row><table:table-cell table:number-columns-spanned="2">${odfParagraph('a')}</table:table-cell><table:covered-table-cell/></table:table-row><table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="float" office:value="1.5">${odfParagraph('1.5')}</table:table-cell><table:table-cell>${odfParagraph('b')}</table:table-cell></table:table-row></table:table>`;
const odfStyles =
  '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style>';
const odtBody = `<text:h text:outline-level="1">Mills</text:h>${odfParagraph('A <text:span text:style-name="B">bold</text:span> <text:a xlink:href="https://a.example/">link</text:a><text:note><text:note-body><text:p>Note.</text:p></text:note-body></text:note>.')}<text:list text:style-name="L"><text:list-item>${odfParagraph('one')}</text:list-item></text:list>${odfTable}`;

const docxBody =
  docxParagraph('Mills', '<w:pStyle w:val="Heading1"/>') +
  docxParagraph('one', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>') +
  '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "https://a.example/"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>link</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>' +
  `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${docxParagraph('a')}</w:tc></w:tr><w:tr><w:tc>${docxParagraph('1')}</w:tc><w:tc><w:tcPr><w:vMerge/></w:tcPr>${docxParagraph('2')}</w:tc></w:tr></w:tbl>`;
const docxParts = {
  styles:
    '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
  numbering:
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
};

const sheet =
  '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row><row r="2"><c r="A2" s="1"><v>45000</v></c><c r="B2" s="2"><f>HYPERLINK("https://a.example/")</f><v>0.5</v></c></row></sheetData><mergeCells><mergeCell ref="A3:B4"/></mergeCells>';

const slides = [
  slideShape('Mills', '<p:ph type="title"/>') + slideShape('one', '<p:ph idx="1"/>'),
  '<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc gridSpan="2"><a:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></a:txBody></a:tc><a:tc hMerge="1"/></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>',
];

const odpBody = `<draw:page draw:name="p1"><draw:frame presentation:class="title"><draw:text-box>${odfParagraph('Mills')}</draw:text-box></draw:frame><draw:frame><draw:text-box><text:list><text:list-item>${odfParagraph('one')}</text:list-item></text:list></draw:text-box></draw:frame></draw:page>`;

const archives: Readonly<Record<string, ArchiveFiles>> = {
  docx: docxFiles(docxBody, 'Title', docxParts),
  xlsx: xlsxFiles(sheet, ['shared', 'text']),
  pptx: pptxFiles(slides),
  odt: odfFiles('text', odtBody, odfStyles),
  ods: odfFiles('spreadsheet', odfTable, odfStyles),
  odp: odfFiles('presentation', odpBody, odfStyles),
  zip: {
    'notes/mills.html': html,
    'mail.eml': eml,
    'data.csv': 'a,b\n1,2\n3,4\n',
    'inner.zip': makeZip({ 'a.rtf': rtf }),
  },
  epub: epubFiles(['<h1>One</h1><p>a <b>b</b></p>', '<h2>Two</h2><table><tr><td>1</td></tr></table>']),
};

const xls = makeXls(
  [
    {
      name: 'Mills',
      records: [
        biffRecord(0x204, shorts(0, 0, 2), biffText('Mill')),
        biffRecord(0x204, shorts(0, 1, 2), biffText('Built')),
        biffRecord(0xfd, shorts(1, 0, 0), long(0)),
        biffRecord(0x203, shorts(1, 1, 1), double(45_000)),
        biffRecord(0xbd, shorts(2, 0, 0), long(6), shorts(0), long(10), shorts(1)),
        biffRecord(0xe5, shorts(1, 3, 4, 0, 1)),
      ],
    },
  ],
  { globals: [biffRecord(0xfc, long(1), long(1), biffText('Post mill'))] },
);

const msg = makeMsg({
  properties: { '0037001F': 'Mills', '10130102': Buffer.from('<p>Dear <b>Bob</b>,</p><p>see below.</p>') },
  recipients: [{ '3001001F': 'Bob', '39FE001F': 'bob@a.example', '0C150003': 1 }],
  attachments: [
    { properties: { '3707001F': 'a.csv', '37010102': Buffer.from('name,size\nmill,2\nbarn,3\n') } },
    { properties: {}, message: { properties: { '0037001F': 'Inner', '1000001F': 'Text' } } },
  ],
});

const texts: Readonly<Record<string, string>> = {
  html,
  rtf,
  eml,
  csv: 'name,amount,date\n"Mill, the",1.5,2026-03-01\nWall,2,2026-03-02\nRoof,3.25,2026-03-03\n',
  markdown: '---\ntitle: Mills\n---\n\n# Mills\n\n* one\n* two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n',
  txt: 'Mills stand on hills.\n\nThey turn in the wind, café by café.\n',
};

/** A document of each format but images, with the constructs that readers treat specially. */
export const sampleDocuments: readonly SampleDocument[] = [
  {
    format: 'pdf',
    bytes: makePdf(
      [
        [
          { text: 'Mills', y: 760, size: 20 },
          { text: 'They turn in the wind.', y: 700 },
        ],
        [{ text: 'Another page', y: 700 }],
      ],
      'Title',
    ),
  },
  { format: 'doc', bytes: readFileSync(new URL('fixtures/orchard.doc', import.meta.url)) },
  { format: 'ppt', bytes: readFileSync(new URL('fixtures/orchard.ppt', import.meta.url)) },
  { format: 'xls', bytes: xls },
  { format: 'msg', bytes: msg },
  ...Object.entries(archives).map(([format, files]) => ({ format, files, bytes: makeZip(files) })),
  ...Object.entries(texts).map(([format, text]) => ({ format, bytes: Buffer.from(text) })),
];

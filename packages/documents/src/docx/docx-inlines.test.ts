import { docxParagraph, makeDocx } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const styled = (text: string, id: string) => docxParagraph(text, `<w:pStyle w:val="${id}"/>`);
const field = (code: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

async function markdownOf(body: string, parts: Record<string, string> = {}): Promise<string> {
  return (await convertDocument(makeDocx(body, '', parts))).markdown;
}

describe('convertDocument of the text of a DOCX', () => {
  it('reads emphasis of runs and character styles, code, and leaves out hidden and deleted text', async () => {
    const styles =
      '<w:style w:styleId="S"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>' +
      '<w:style w:styleId="V"><w:name w:val="Verbatim Char"/></w:style>';
    const body = paragraph(
      run('bold', '<w:b/>') +
        run(' not ', '<w:rStyle w:val="S"/><w:b w:val="0"/>') +
        run('strong', '<w:rStyle w:val="S"/>') +
        run(' and ') +
        run('struck', '<w:strike/>') +
        run(' ') +
        run('code', '<w:rStyle w:val="V"/>') +
        run(' or ') +
        run('font', '<w:rFonts w:ascii="Consolas"/>') +
        run('hidden', '<w:vanish/>') +
        `<w:del>${run('gone')}</w:del><w:ins>${run(' new')}</w:ins>`,
    );
    expect(await markdownOf(body, { styles })).toBe(
      '**bold** not **strong** and ~~struck~~ `code` or `font` new',
    );
  });

  it('reads links of fields, and leaves out the table of contents', async () => {
    const contents = paragraph(
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC \\o</w:instrText></w:r>' +
        `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('Mills 1')}`,
    );
    const end = paragraph(`${run('Sails 2')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`);
    const control = `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${docxParagraph('Contents')}</w:sdtContent></w:sdt>`;
    const link = paragraph(field('HYPERLINK "https://quern.dev"', run('Quern')));
    const place = paragraph(field('HYPERLINK \\l "_Toc1"', run('above')));
    expect(await markdownOf(contents + end + control + link + place)).toBe(
      '[Quern](https://quern.dev)\n\nabove',
    );
  });

  it('reads the choices of drop-down lists in old and new forms', async () => {
    const list = (choice: string, result = '') =>
      paragraph(
        `${run('Wood: ')}<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList>${choice}<w:listEntry w:val="oak"/><w:listEntry w:val="ash"/></w:ddList></w:ffData></w:fldChar></w:r>` +
          `<w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>${run('.')}`,
      );
    expect(await markdownOf(list('<w:result w:val="1"/>'))).toBe('Wood: ash.');
    expect(await markdownOf(list('<w:default w:val="1"/>'))).toBe('Wood: ash.');
    expect(await markdownOf(list('', run('oak')))).toBe('Wood: oak.');
    expect(await markdownOf(list('<w:result w:val="7"/>'))).toBe('Wood: .');
    const control = `<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="pine" w:value="3"/></w:dropDownList></w:sdtPr><w:sdtContent>${run('pine')}</w:sdtContent></w:sdt>`;
    expect(await markdownOf(paragraph(run('Wood: ') + control))).toBe('Wood: pine');
  });

  it('puts footnotes and endnotes at the end in the order of their references', async () => {
    const note = (kind: string, id: number, text: string) =>
      `<w:${kind} w:id="${id}">${docxParagraph(text)}</w:${kind}>`;
    const parts = {
      footnotes: note('footnote', 1, 'Unused.') + note('footnote', 2, 'Foot.'),
      endnotes: note('endnote', 2, 'End.'),
    };
    const body = paragraph(
      `${run('a')}<w:r><w:endnoteReference w:id="2"/></w:r>${run('b')}<w:r><w:footnoteReference w:id="2"/></w:r>`,
    );
    expect(await markdownOf(body, parts)).toBe('a[^1]b[^2]\n\n[^1]: End.\n\n[^2]: Foot.');
  });

  it('joins lines of code and quotations by their styles, in any language', async () => {
    const name = (id: string, text: string) =>
      `<w:style w:styleId="${id}"><w:name w:val="${text}"/></w:style>`;
    const styles = name('C', 'Source Code') + name('Z', 'Zitat');
    const body =
      styled('if a:', 'C') + paragraph('') + styled('b()', 'C') + styled('One.', 'Z') + styled('Two.', 'Z');
    expect(await markdownOf(body, { styles })).toBe('```\nif a:\n\nb()\n```\n\n> One.\n>\n> Two.');
  });

  it('writes formulas as TeX, in the line or as separate blocks', async () => {
    const text = (value: string) => `<m:r><m:t>${value}</m:t></m:r>`;
    const fraction = `<m:f><m:num>${text('a')}</m:num><m:den><m:rad><m:radPr><m:degHide/></m:radPr><m:e>${text('2')}</m:e></m:rad></m:den></m:f>`;
    const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${text('i')}</m:sub><m:sup>${text('n')}</m:sup><m:e><m:sSup><m:e>${text('x')}</m:e><m:sup>${text('2')}</m:sup></m:sSup></m:e></m:nary>`;
    const namespace = '<w:p xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">';
    const body =
      `${namespace}${run('So ')}<m:oMath>${fraction}</m:oMath>${run('.')}</w:p>` +
      `${namespace}<m:oMathPara><m:oMath>${sum}</m:oMath></m:oMathPara></w:p>`;
    expect(await markdownOf(body)).toBe('So $\\frac{a}{\\sqrt{2}}$.\n\n$$\\sum_{i}^{n} x^{2}$$');
  });

  it('shows numbers of headings and clauses, checkboxes, symbols and described images', async () => {
    const numbering =
      '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1"/></w:lvl>' +
      '<w:lvl w:ilvl="1"><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>' +
      '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>';
    const numbered = (level: number) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`;
    const heading = (text: string, level: number) =>
      paragraph(run(text), `<w:outlineLvl w:val="${level}"/>${numbered(level)}`);
    const image = '<w:r><w:drawing><wp:docPr xmlns:wp="wp" descr="A mill"/></w:drawing></w:r>';
    const body =
      heading('Wind', 0) +
      heading('Sails', 1) +
      heading('Cloth', 1) +
      paragraph(`<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>${run(' done')}`) +
      paragraph(`${run('a ')}<w:r><w:sym w:font="Symbol" w:char="F0AE"/></w:r>${run(' b')}`) +
      paragraph(image);
    expect(await markdownOf(body, { numbering })).toBe(
      '# 1 Wind\n\n## 1.i) Sails\n\n## 1.ii) Cloth\n\n- [x] done\n\na → b\n\n![A mill]()',
    );
  });

  it('reports pictures without a description', async () => {
    const picture = (properties: string, content = '<a:blip xmlns:a="a" r:embed="r1"/>') =>
      paragraph(`<w:r><w:drawing><wp:docPr xmlns:wp="wp" ${properties}/>${content}</w:drawing></w:r>`);
    const decorative = picture('id="1"', '<adec:decorative val="1"/><a:blip xmlns:a="a" r:embed="r1"/>');
    const old = paragraph('<w:r><w:pict><v:imagedata r:id="r1"/></w:pict></w:r>');
    const box = paragraph(
      `<w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>${picture('id="2"')}</w:txbxContent></w:drawing></mc:Choice>` +
        `<mc:Fallback><w:pict><v:imagedata r:id="r1"/></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
    );
    const body = paragraph(run('Text.')) + picture('descr="A mill"') + decorative;
    const described = await convertDocument(makeDocx(body));
    expect(described.warnings).toEqual([]);
    const { markdown, warnings } = await convertDocument(
      makeDocx(body + picture('descr="mill.png"') + old + box),
    );
    expect(markdown).toBe(described.markdown);
    expect(warnings).toEqual([
      { code: 'pictures_left_out', message: '3 pictures without a description were left out' },
    ]);
  });

  it('begins another list where the numbers begin again', async () => {
    const level = '<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl>';
    const list = (id: number) =>
      `<w:abstractNum w:abstractNumId="${id}">${level}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
    const item = (text: string, id: number) =>
      docxParagraph(text, `<w:numPr><w:numId w:val="${id}"/></w:numPr>`);
    const body = item('a', 1) + item('b', 1) + item('c', 2);
    expect(await markdownOf(body, { numbering: list(1) + list(2) })).toBe('1. a\n2. b\n\n1) c');
  });
});

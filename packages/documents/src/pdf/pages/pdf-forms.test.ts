import { assemblePdf, makePdfOfContent, pdfForm, pdfStream } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../convert-document.ts';

const text = (content: string, x: number, y: number, font = 'F1') =>
  `BT /${font} 11 Tf 1 0 0 1 ${x} ${y} Tm (${content}) Tj ET\n`;

/** A page with a title, lines of text, and the widgets of a form; fields are further objects, numbered from 30. */
function makeForm(content: string, widgets: readonly string[], fields: readonly string[] = []): Buffer {
  const names = widgets.map((_, index) => `${7 + index} 0 R`).join(' ');
  const filler = Array.from({ length: 23 - widgets.length }, () => Buffer.from('null'));
  return assemblePdf([
    Buffer.from(`<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${names}] >> >>`),
    Buffer.from('<< /Type /Pages /Kids [5 0 R] /Count 1 >>'),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    Buffer.from('<< /Title () >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Annots [${names}] ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
    ),
    pdfStream(
      Buffer.from(text('The mill needs a few words about every visitor of the summer.', 72, 760) + content),
      '',
    ),
    ...widgets.map((widget) => Buffer.from(`<< /Type /Annot /Subtype /Widget /F 4 ${widget} >>`)),
    ...filler,
    ...fields.map((field) => Buffer.from(field)),
    pdfForm('n'),
  ]);
}

const markdownOf = async (pdf: Buffer) => (await convertDocument(pdf)).markdown;
const states = '/AP << /N << /Off 40 0 R /On 40 0 R >> >>';
const at = (x: number, y: number, width = 12) => `/Rect [${x} ${y} ${x + width} ${y + 12}]`;

describe('convertDocument of a PDF with a form', () => {
  it('shows check boxes and radio buttons as they are ticked', async () => {
    const content = text('Bread', 90, 700) + text('Flour', 90, 680) + text('Bran', 90, 660);
    const widgets = [
      `/FT /Btn /T (a) /V /On /AS /On ${states} ${at(72, 698)}`,
      `/FT /Btn /T (b) /V /Off /AS /Off ${states} ${at(72, 678)}`,
      // A radio button has its type and value from the field that it belongs to.
      `/Parent 30 0 R /AS /On ${states} ${at(72, 658)}`,
    ];
    const pdf = makeForm(content, widgets, ['<< /FT /Btn /Ff 32768 /T (c) /V /On /Kids [9 0 R] >>']);
    expect(await markdownOf(pdf)).toContain('- [x] Bread\n- [ ] Flour\n- [x] Bran');
  });

  it('shows texts and choices, also inherited ones, but neither passwords nor hidden fields', async () => {
    const content = text('Name:', 72, 700) + text('Town:', 72, 670) + text('Key:', 72, 640);
    const widgets = [
      `/Parent 30 0 R ${at(120, 698, 200)}`,
      `/FT /Ch /Ff 131072 /T (t) /V (Harwick) /Opt [(Harwick) (Dunmore)] ${at(120, 668, 200)}`,
      `/FT /Tx /Ff 8192 /T (k) /V (secret) ${at(120, 638, 200)}`,
      `/F 2 /FT /Tx /T (h) /V (invisible) ${at(120, 608, 200)}`,
      `/FT /Btn /Ff 65536 /T (p) /MK << /CA (Send) >> ${at(120, 578, 60)}`,
    ];
    const markdown = await markdownOf(
      makeForm(content, widgets, ['<< /FT /Tx /T (n) /V (Ada Mill) /Kids [7 0 R] >>']),
    );
    expect(markdown).toMatch(/Name:\W+Ada Mill/);
    expect(markdown).toMatch(/Town:\W+Harwick/);
    expect(markdown).not.toMatch(/secret|invisible|Dunmore|☐/);
  });
});

describe('convertDocument of a PDF with drawn check boxes', () => {
  const box = (x: number, y: number) => `${x} ${y} 10 10 re S\n`;
  const cross = (x: number, y: number) =>
    `${x + 1} ${y + 1} m ${x + 9} ${y + 9} l S ${x + 1} ${y + 9} m ${x + 9} ${y + 1} l S\n`;
  const sides = (x: number, y: number) =>
    `${x} ${y} m ${x + 10} ${y} l S ${x} ${y + 10} m ${x + 10} ${y + 10} l S ${x} ${y} m ${x} ${y + 10} l S ${x + 10} ${y} m ${x + 10} ${y + 10} l S\n`;
  const drawn = (content: string) =>
    markdownOf(
      makePdfOfContent(
        text('Visitors of the mill who stay longer than a day say what they need.', 72, 760) + content,
      ),
    );

  it('shows squares with strokes or a sign inside as ticked', async () => {
    const content =
      box(72, 699) +
      cross(72, 699) +
      text('Bread', 90, 700) +
      box(72, 679) +
      text('Flour', 90, 680) +
      sides(72, 659) +
      text('x', 74.5, 661) +
      text('Bran', 90, 660);
    expect(await drawn(content)).toContain('- [x] Bread\n- [ ] Flour\n- [x] Bran');
  });

  it('makes each check box of a row an item', async () => {
    const content =
      text('Needs', 72, 700) +
      box(120, 699) +
      cross(120, 699) +
      text('Bread', 135, 700) +
      box(200, 699) +
      text('Flour', 215, 700);
    expect(await drawn(content)).toMatch(/Needs\n\n- \[x\] Bread\n- \[ \] Flour$/);
  });

  it('takes neither fields for single characters, nor letters in boxes, nor squares without a text, for check boxes', async () => {
    const comb = [0, 1, 2, 3].map((index) => box(120 + index * 10, 699)).join('');
    const content =
      text('Number', 72, 700) +
      comb +
      box(72, 649) +
      text('B', 74, 651) +
      text('Bran', 90, 650) +
      box(300, 500);
    expect(await drawn(content)).not.toMatch(/☐|☒|\[[ x]\]/);
  });
});

import { makeCompoundFile } from '@quern/testing/documents/make-compound-file';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

const rtf = (body: string, header = '') =>
  Buffer.from(`{\\rtf1\\ansi\\ansicpg1252\\deff0${header}${body}}`, 'latin1');
const markdownOf = async (body: string, header = '') => (await convertDocument(rtf(body, header))).markdown;
const fonts =
  '{\\fonttbl{\\f0\\froman Times;}{\\f1\\fmodern Courier New;}{\\f2\\fnil\\fcharset204 Arial;}{\\f3\\fnil\\fcharset128 MS Mincho;}}';

describe('convertDocument of an RTF', () => {
  it('finds headings by the names and outline levels of styles, and by those of paragraphs', async () => {
    const styles =
      '{\\stylesheet{\\s0 Normal;}{\\s1\\sbasedon0 heading 1;}{\\s2\\outlinelevel1 Kapitel;}{\\s3 Title;}}';
    const body =
      '\\pard\\s3 Mills\\par\\pard\\s1{\\b Wind}\\par\\pard\\s2 Sails\\par\\pard\\outlinelevel2 Cloth\\par\\pard Text.\\par';
    expect(await markdownOf(body, styles)).toBe('# Mills\n\n## Wind\n\n### Sails\n\n#### Cloth\n\nText.');
  });

  it('decodes Unicode, code pages of fonts and multi-byte characters, and leaves out their fallbacks', async () => {
    const body = "na\\u239\\'efve \\uc2\\u8364??\\uc1  {\\f2 \\'cc\\'e8\\'f0} {\\f3 \\'83e\\'83X\\'83g}\\par";
    expect(await markdownOf(body, fonts)).toBe('naïve € Мир テスト');
  });

  it('reads emphasis, code, links, notes and special characters', async () => {
    const body =
      '{\\b bold} {\\i\\b both} {\\strike old}{\\v hidden}{\\deleted gone} {\\f1 code} \\emdash  \\ldblquote q\\rdblquote  ' +
      '{\\field{\\*\\fldinst HYPERLINK "https://quern.dev/a"}{\\fldrslt link}}{\\super\\chftn{\\footnote\\pard\\plain \\chftn Note.}}\\par';
    expect(await markdownOf(body, fonts)).toBe(
      '**bold *both*** ~~old~~ `code` — “q” [link](https://quern.dev/a)[^1]\n\n[^1]: Note.',
    );
  });

  it('joins lines in a monospaced font to one listing', async () => {
    const body = '{\\f1 if (a) \\{\\par   b = 1;\\par \\par \\}\\par}\\pard\\plain Text.\\par';
    expect(await markdownOf(body, fonts)).toBe('```\nif (a) {\n  b = 1;\n\n}\n```\n\nText.');
  });

  it('finds list items by their labels, by the tables of lists, and by bullets in the text', async () => {
    const lists =
      '{\\*\\listtable{\\list{\\listlevel\\levelnfc0\\levelstartat3}{\\listlevel\\levelnfc23}\\listid7}}' +
      '{\\*\\listoverridetable{\\listoverride\\listid7\\listoverridecount0\\ls1}}';
    const body =
      '\\pard\\ls1\\ilvl0 three\\par\\pard\\ls1\\ilvl1 inner\\par\\pard\\ls1\\ilvl0 four\\par\\pard .\\par' +
      '\\pard\\ls2{\\listtext (b)\\tab}labelled\\par\\pard .\\par' +
      '\\pard\\li360\\fi-360 \\bullet \\tab one\\par\\pard\\li720\\fi-360 \\bullet \\tab two\\par';
    expect(await markdownOf(body, lists)).toBe(
      '3. three\n   - inner\n4. four\n\n.\n\n1. labelled\n\n.\n\n- one\n  - two',
    );
  });

  it('reads tables with cells merged by control words or by their edges', async () => {
    const merged =
      '\\trowd\\clmgf\\cellx100\\clmrg\\cellx200\\clvmgf\\cellx300 \\intbl a\\cell\\cell b\\cell\\row' +
      '\\trowd\\cellx100\\cellx200\\clvmrg\\cellx300 \\intbl c\\cell d\\cell\\cell\\row\\pard .\\par';
    const wide =
      '\\trowd\\cellx2000 \\intbl wide\\cell\\row\\trowd\\cellx1000\\cellx2000 \\intbl e\\cell f\\par g\\cell\\row\\pard .\\par';
    const table = '| a | a | b |\n| --- | --- | --- |\n| c | d | b |';
    expect(await markdownOf(merged)).toBe(`${table}\n\n.`);
    expect(await markdownOf(wide)).toBe('| wide | |\n| --- | --- |\n| e | f g |\n\n.');
  });

  it('reads tables in tables, whose rows have definitions after them', async () => {
    const inner = (first: string, second: string) =>
      `\\pard\\intbl\\itap2 ${first}\\nestcell ${second}\\nestcell{\\*\\nesttableprops\\trowd\\cellx500\\cellx900\\nestrow}{\\nonesttables\\par}`;
    const outer = (content: string) =>
      `\\trowd\\cellx1000\\cellx2000 \\pard\\intbl a\\cell ${content}\\pard\\intbl\\itap1 end\\cell\\row`;
    const table = `${outer('b\\par')}${outer(`c\\par${inner('1', '2')}${inner('3', '4')}`)}\\pard .\\par`;
    expect(await markdownOf(table)).toBe('| a | b end |\n| --- | --- |\n| a | c 1 \\| 2 3 \\| 4 end |\n\n.');
    // A table in the only cell of a frame stays a table.
    const frame = `\\trowd\\cellx900 ${inner('5', '6')}${inner('7', '8')}\\pard\\intbl\\cell\\row\\pard .\\par`;
    expect(await markdownOf(frame)).toBe('| 5 | 6 |\n| --- | --- |\n| 7 | 8 |\n\n.');
  });

  it('reads rows and cells of inner tables without outer ones, and tables in a hundred tables', async () => {
    expect(await markdownOf('a\\nestrow b\\nestcell c\\nestcell\\nestrow\\par d\\par')).toMatch(
      /a.*b[\s\S]*d/,
    );
    const deep = Array.from({ length: 100 }, (_, depth) => `\\pard\\intbl\\itap${depth + 1} x${depth}\\par`);
    expect(await markdownOf(`${deep.join('')}\\pard end\\par`)).toMatch(/x0[\s\S]*x99[\s\S]*end/);
  });

  it('reads formulas, without the pictures that other programs show in their place', async () => {
    const formula =
      "{\\mmath{\\*\\moMath{\\mr x}{\\mr =}{\\mf{\\mnum{\\mr\\mnor a}}{\\mden{\\mrad{\\mradPr{\\mdegHide 1}}{\\mdeg}{\\me{\\mr \\u960\\'3f}}}}}}{\\mmathPict{\\pict\\pngblip 89504e47}}}";
    const { markdown, warnings } = await convertDocument(
      rtf(`Let ${formula}.\\par{\\*\\moMathPara{\\moMathParaPr{\\mjc left}}${formula}}\\par`),
    );
    expect(markdown).toBe(
      'Let $x=\\frac{\\text{a}}{\\sqrt{\\pi}}$.\n\n$$x=\\frac{\\text{a}}{\\sqrt{\\pi}}$$',
    );
    expect(warnings).toEqual([]);
  });

  it('reads formulas of Equation Editor, and names other objects by their kind', async () => {
    // x, as a line of a formula of version 3.
    const equation = Buffer.concat([
      Buffer.from([28, 0]),
      Buffer.alloc(26),
      Buffer.from('0301010300010283780000', 'hex'),
    ]);
    const object = (program: string, storage: Buffer) =>
      `{\\object\\objemb{\\*\\objclass ${program}}{\\*\\objdata ${Buffer.concat([
        Buffer.alloc(40, 1),
        storage,
      ])
        .toString('hex')
        .replace(/.{60}/g, '$&\r\n')}}{\\result{\\pict\\pngblip 89504e47}}}`;
    const formula = object('Equation.3', makeCompoundFile({ 'Equation Native': equation }));
    const sheet = object('Excel.Sheet.8', makeCompoundFile({ Workbook: Buffer.alloc(10) }));
    const { markdown, warnings } = await convertDocument(
      rtf(
        `Let ${formula} be.\\par ${formula}\\par ${sheet}\\par ${object('Unknown.1', Buffer.alloc(4))}\\par`,
      ),
    );
    expect(markdown).toBe('Let $x$ be.\n\n$$x$$\n\n![Spreadsheet]()\n\n![Embedded object]()');
    expect(warnings).toEqual([
      {
        code: 'objects_not_read',
        message:
          'objects of other programs were not read, except for their pictures: 1 × spreadsheet, 1 × embedded object',
      },
    ]);
  });

  it('reads paragraphs that begin with a checkbox as tasks', async () => {
    const body = "\\u9746\\'3f Press\\par\\u9744\\'3f Bottle\\par\\u9744\\'3f yes \\u9744\\'3f no\\par";
    expect(await markdownOf(body)).toBe('- [x] Press\n- [ ] Bottle\n\n☐ yes ☐ no');
  });

  it('leaves out headers, pictures, binary data and unknown destinations, and reads text boxes', async () => {
    const body =
      '{\\header Head}{\\*\\unknown x}{\\pict\\pngblip 89504e47}\\bin4 }{}{a{\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv 1}}{\\shptxt box\\par}}}b\\par';
    expect(await markdownOf(body)).toBe('ab\n\nbox');
  });

  it('reads the document information', async () => {
    const info = '{\\info{\\title Mills}{\\author Ann}{\\creatim\\yr2024\\mo3\\dy5\\hr6\\min7}{\\company X}}';
    expect((await convertDocument(rtf('Text.\\par', info))).metadata).toEqual({
      title: 'Mills',
      author: 'Ann',
      createdAt: '2024-03-05T06:07:00Z',
      modifiedAt: '',
      language: '',
    });
  });

  it('rejects groups nested a million times', async () => {
    await expect(markdownOf('{'.repeat(1_000_000))).rejects.toMatchObject({ code: 'too_complex' });
  });
});

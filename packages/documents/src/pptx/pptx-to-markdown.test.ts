import { makeZip } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

const namespaces =
  'xmlns:a="a" xmlns:p="p" xmlns:c="c" xmlns:rel="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const relationships = (entries: Readonly<Record<string, readonly [type: string, target: string]>>) =>
  `<Relationships>${Object.entries(entries)
    .map(([id, [type, target]]) => {
      const mode = target.startsWith('https:') ? ' TargetMode="External"' : '';
      return `<Relationship Id="${id}" Type="x/${type}" Target="${target}"${mode}/>`;
    })
    .join('')}</Relationships>`;
const part = (name: string, content: string, attributes = '') =>
  `<p:${name} ${namespaces} ${attributes}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:${name}>`;
const text = (content: string, properties = '', run = '') =>
  `<a:p><a:pPr${properties}</a:pPr><a:r>${run}<a:t>${content}</a:t></a:r></a:p>`;
const plain = (content: string) => text(content, '>');
const shape = (paragraphs: string, placeholder = '', place?: readonly [x: number, y: number]) => {
  const frame = place
    ? `<a:xfrm><a:off x="${place[0]}" y="${place[1]}"/><a:ext cx="127000" cy="127000"/></a:xfrm>`
    : '';
  return `<p:sp><p:nvSpPr><p:cNvPr id="1"/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${frame}</p:spPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;
};
const title = (content: string) => shape(plain(content), '<p:ph type="title"/>');

/** @param slides contents of slides, or whole slides */
function pptx(slides: readonly string[], parts: Readonly<Record<string, string>> = {}): Buffer {
  const files = slides.map((slide, index) => [
    `ppt/slides/slide${index + 1}.xml`,
    slide.startsWith('<p:sld') ? slide : part('sld', slide),
  ]);
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" rel:id="r${index}"/>`).join('');
  const targets = slides.map((_, index) => [`r${index}`, ['slide', `slides/slide${index + 1}.xml`]] as const);
  return makeZip({
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(Object.fromEntries(targets)),
    ...Object.fromEntries(files),
    ...parts,
  });
}

const markdownOf = async (...slides: string[]) => (await convertDocument(pptx(slides))).markdown;

describe('convertDocument of a PPTX', () => {
  it('makes a page of each slide, with the bullets that placeholders inherit', async () => {
    const master = `<p:sldMaster ${namespaces}><p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="-"/></a:lvl2pPr></p:bodyStyle></p:txStyles></p:sldMaster>`;
    const parts = {
      'ppt/slides/_rels/slide1.xml.rels': relationships({ a: ['slideLayout', '../slideLayouts/l.xml'] }),
      'ppt/slideLayouts/l.xml': part('sldLayout', ''),
      'ppt/slideLayouts/_rels/l.xml.rels': relationships({ a: ['slideMaster', '../slideMasters/m.xml'] }),
      'ppt/slideMasters/m.xml': master,
    };
    const body = shape(
      plain('one') + text('inner', ' lvl="1">') + text('no bullet', '><a:buNone/>'),
      '<p:ph idx="1"/>',
    );
    const document = await convertDocument(pptx([body + title('Mills'), title('End')], parts));
    expect(document.markdown).toBe('## Mills\n\n- one\n  - inner\n\nno bullet\n\n## End');
    expect(document.pages).toMatchObject([
      { number: 1, width: 720, height: 540 },
      { number: 2, startIndex: document.markdown.indexOf('## End') },
    ]);
  });

  it('numbers paragraphs, and reads emphasis and links', async () => {
    const numbered = '><a:buAutoNum type="arabicPeriod" startAt="3"/>';
    const parts = {
      'ppt/slides/_rels/slide1.xml.rels': relationships({ h: ['hyperlink', 'https://quern.dev'] }),
    };
    const body =
      text('three', numbered) +
      text('four', numbered, '<a:rPr b="1"/>') +
      text('link', '>', '<a:rPr><a:hlinkClick rel:id="h"/></a:rPr>');
    const { markdown } = await convertDocument(pptx([shape(body)], parts));
    expect(markdown).toBe('3. three\n4. **four**\n\n[link](https://quern.dev)');
  });

  it('reads tables with merged cells, charts and notes', async () => {
    const cell = (content: string, attributes = '') =>
      `<a:tc ${attributes}><a:txBody>${plain(content)}</a:txBody></a:tc>`;
    const frame = (data: string) =>
      `<p:graphicFrame><a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></p:graphicFrame>`;
    const table = frame(
      `<a:tbl><a:tr>${cell('a', 'gridSpan="2"')}${cell('', 'hMerge="1"')}${cell('b', 'rowSpan="2"')}</a:tr>` +
        `<a:tr>${cell('c')}${cell('d')}${cell('', 'vMerge="1"')}</a:tr></a:tbl>`,
    );
    const points = (...values: string[]) =>
      `<c:strCache>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache>`;
    const chart =
      `<c:chartSpace xmlns:c="c"><c:chart><c:plotArea><c:barChart><c:ser><c:tx>${points('Rye')}</c:tx>` +
      `<c:cat>${points('May', 'June')}</c:cat><c:val>${points('3', '4')}</c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const parts = {
      'ppt/charts/c.xml': chart,
      'ppt/notesSlides/n.xml': part('notes', shape(plain('Speak.'), '<p:ph type="body"/>')),
      'ppt/slides/_rels/slide1.xml.rels': relationships({
        c: ['chart', '../charts/c.xml'],
        n: ['notesSlide', '/ppt/notesSlides/n.xml'],
      }),
    };
    const { markdown } = await convertDocument(pptx([table + frame('<c:chart rel:id="c"/>')], parts));
    expect(markdown).toBe(
      '| a | a | b |\n| --- | --- | --- |\n| c | d | b |\n\n| | Rye |\n| --- | --- |\n| May | 3 |\n| June | 4 |\n\n> Speak.',
    );
  });

  it('orders shapes by their places, and those of groups inside of them', async () => {
    const at = (content: string, place: readonly [number, number]) =>
      shape(plain(content), '', [place[0] * 12700, place[1] * 12700]);
    expect(await markdownOf(at('low', [0, 300]) + at('right', [300, 10]) + at('left', [0, 10]))).toBe(
      'left\n\nright\n\nlow',
    );
    const group = `<p:grpSp><p:nvGrpSpPr/><p:grpSpPr><a:xfrm><a:off x="0" y="127000"/><a:ext cx="5080000" cy="1270000"/></a:xfrm></p:grpSpPr>${at('c', [200, 10])}${at('b', [0, 10])}</p:grpSp>`;
    expect(await markdownOf(at('d', [0, 300]) + group)).toBe('b\n\nc\n\nd');
  });

  it('leaves out hidden slides with a warning, and reads the selected ones', async () => {
    const bytes = pptx([title('A'), part('sld', title('B'), 'show="0"'), title('C')]);
    const document = await convertDocument(bytes);
    expect(document.markdown).toBe('## A\n\n## C');
    expect(document.warnings).toMatchObject([{ code: 'hidden_slide' }]);
    expect(await convertDocument(bytes, { pages: '3' })).toMatchObject({ markdown: '## C', pageCount: 3 });
  });

  it('takes the largest text at the top for the title of a slide without any', async () => {
    const sized = (content: string, size: number, y: number) =>
      shape(text(content, '>', `<a:rPr sz="${size}"/>`), '', [0, y * 12700]);
    expect(await markdownOf(sized('Mills', 3000, 10) + sized('Wind turns them.', 1800, 100))).toBe(
      '## Mills\n\nWind turns them.',
    );
  });

  it('reports a presentation without its main part as damaged', async () => {
    await expect(convertDocument(makeZip({ 'ppt/slides/slide1.xml': '<p/>' }))).rejects.toMatchObject({
      code: 'unreadable',
    });
  });
});

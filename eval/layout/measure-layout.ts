/**
 * Measures the reading order of pages: the share of paragraphs in order and of tables kept whole on generated boxes, as
 * PDFs and as pictures have them, for the kinds of pages that rules were tuned on and for those that were held out; and
 * the character error rate of rendered pages, read by OCR and by the PDF reader.
 *
 *     node --conditions=source eval/layout/measure-layout.ts [--no-pages]
 *
 * `--no-pages` leaves out the rendered pages; no result is written then.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { convertDocument } from '@quern/documents/convert-document';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import { drawPage } from '@quern/ocr/pdf/draw-page';
import sharp from 'sharp';
import { mean } from '../metrics/statistics.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { generatePage, templates } from './generate-page.ts';
import { addScores, measureOrder, type Source } from './measure-order.ts';
import { writePdf } from './pages/write-pdf.ts';
import { scoreText } from './score-text.ts';

const firstSeed = 9001;
const pagesOfTemplate = 20;
/** Kinds of pages that are rendered, by the name of their figures. */
const renderedKinds: Readonly<Record<string, readonly string[]>> = {
  twoColumns: ['article in two columns', 'two columns below authors and abstract'],
  threeColumns: [
    'heading above three columns',
    'three columns of different heights',
    'three columns with figures',
  ],
  magazine: ['magazine with a large picture', 'magazine with a narrow gutter'],
  newspaper: ['newspaper of four columns', 'newspaper of five columns'],
};
const renderedPages = 2;
/** Pixels of a rendered page: those of A4 at 200 dots per inch. */
const pixelsMax = 3_900_000;

const seedsOf = (count: number): number[] => Array.from({ length: count }, (_, index) => firstSeed + index);

function measureHalf(source: Source, isHeldOut: boolean): Figures {
  const half = templates.filter((template) => template.isHeldOut === isHeldOut);
  const scores = half.map((template) => {
    const score = measureOrder(template, source, seedsOf(pagesOfTemplate));
    console.log(
      `${source} ${template.name}: ${score.ordered}/${score.paragraphs}, tables ${score.kept}/${score.tables}`,
    );
    return score;
  });
  const { paragraphs, ordered, tables, kept } = addScores(scores);
  return {
    templates: half.length,
    paragraphs,
    ordered: ordered / paragraphs,
    tables,
    tablesKept: kept / tables,
  };
}

const withoutBreaks = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** Markdown has no hyphens at the ends of lines, and marks that are not of the text. */
const withoutMarks = (text: string): string =>
  withoutBreaks(text.replace(/-\s*/g, '').replace(/[#*\\|_]/g, ''));

async function measurePages(engine: OcrEngine, names: readonly string[]): Promise<Figures> {
  const ocr: number[] = [];
  const pdf: number[] = [];
  for (const template of templates.filter(({ name }) => names.includes(name))) {
    for (const seed of seedsOf(renderedPages)) {
      const page = generatePage(template, seed);
      const bytes = writePdf(page);
      const { image } = await drawPage(bytes, 0, { pixelsMax });
      const { data, width, height } = image;
      const png = await sharp(data, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer();
      const { text } = await engine.recognize(png);
      const { markdown } = await convertDocument(bytes, { ocr: 'never' });
      ocr.push(scoreText(text, page.units, withoutBreaks));
      pdf.push(scoreText(markdown, page.units, withoutMarks));
      console.log(`${template.name} ${seed}: OCR ${ocr.at(-1)?.toFixed(4)}, PDF ${pdf.at(-1)?.toFixed(4)}`);
    }
  }
  return { pages: ocr.length, ocrErrorRate: mean(ocr), pdfErrorRate: mean(pdf) };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'no-pages': { type: 'boolean', default: false } } });
  const orders: Record<string, Figures> = {};
  for (const source of ['pdf', 'picture'] as const)
    orders[source] = { tuned: measureHalf(source, false), heldOut: measureHalf(source, true) };
  console.log(JSON.stringify(orders, null, 2));
  if (values['no-pages']) return;
  const engine = new OcrEngine();
  const rendered: Record<string, Figures> = {};
  for (const [kind, names] of Object.entries(renderedKinds))
    rendered[kind] = await measurePages(engine, names);
  await engine.close();
  console.log(JSON.stringify(rendered, null, 2));
  const pages = templates.flatMap((template) =>
    seedsOf(pagesOfTemplate).map((seed) => generatePage(template, seed)),
  );
  writeResult('layout', {
    claim: 'Reading order of pages: paragraphs in order and tables kept whole',
    script: import.meta.filename,
    data: { hash: () => createHash('sha256').update(JSON.stringify(pages)).digest('hex') },
    n: pages.length,
    seed: firstSeed,
    figures: { order: orders, rendered },
  });
}

await main();

import { formatFigure, formatTable } from './format.ts';
import type { Results } from './results.ts';

const sources = [
  ['pdf', 'words of a PDF'],
  ['picture', 'lines of a picture'],
] as const;
const halves = [
  ['tuned', 'tuned'],
  ['heldOut', 'held out'],
] as const;
const kinds = [
  ['twoColumns', 'two columns'],
  ['threeColumns', 'three columns'],
  ['magazine', 'magazine'],
  ['newspaper', 'newspaper of four and five columns'],
] as const;

/** Paragraphs in order and tables kept whole, for boxes as PDFs and as pictures have them. */
function orderTable(results: Results): string {
  const rows = sources.flatMap(([source, title]) =>
    halves.map(([half, name]) => {
      const number = (figure: string) => results.number(`layout.figures.order.${source}.${half}.${figure}`);
      return [
        `${title}, ${name}`,
        String(number('templates')),
        formatFigure(number('paragraphs'), ','),
        formatFigure(number('ordered'), '.4'),
        String(number('tables')),
        formatFigure(number('tablesKept'), '.3'),
      ];
    }),
  );
  return formatTable(['boxes', 'kinds of pages', 'paragraphs', 'in order', 'tables', 'kept whole'], rows);
}

/** Character error rates of rendered pages. */
function pagesTable(results: Results): string {
  const rows = kinds.map(([kind, title]) => {
    const number = (figure: string) => results.number(`layout.figures.rendered.${kind}.${figure}`);
    return [
      title,
      String(number('pages')),
      formatFigure(number('ocrErrorRate'), '.4'),
      formatFigure(number('pdfErrorRate'), '.4'),
    ];
  });
  return formatTable(['pages', 'n', 'character error rate of OCR', 'of the PDF reader'], rows);
}

/** Tables on the reading order of pages. */
export const layoutTables = {
  'layout-order': orderTable,
  'layout-pages': pagesTable,
};

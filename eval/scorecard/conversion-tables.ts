import { formatFigure, formatTable } from './format.ts';
import type { Results } from './results.ts';

/** Names of the converters in the results, and as shown. */
const converters: readonly (readonly [key: string, title: string])[] = [
  ['quern', 'Quern'],
  ['markitdown', 'markitdown'],
  ['pymupdf4llm', 'pymupdf4llm'],
  ['pandoc', 'pandoc'],
  ['liteparse', 'liteparse'],
  ['pdf-inspector', 'pdf-inspector'],
];

/** Marks of a document, and their columns. */
const marks = ['words', 'order', 'headings', 'lists', 'tables', 'code'] as const;

/** Totals by format of every converter; 0 where it cannot read the format. */
function formatsTable(results: Results): string {
  const rows = results
    .keys('conversion.figures.quern')
    .filter((format) => format !== 'all')
    .map((format) => [
      format,
      String(results.number(`conversion.figures.quern.${format}.files`)),
      ...converters.map(([key]) =>
        formatFigure(results.number(`conversion.figures.${key}.${format}.total`), '.3'),
      ),
    ]);
  const means = converters.map(([key]) =>
    formatFigure(results.number(`conversion.figures.${key}.all.meanOfFormats`), '.3'),
  );
  const files = String(results.number('conversion.figures.quern.all.files'));
  return formatTable(
    ['format', 'files', ...converters.map(([, title]) => title)],
    [...rows, ['mean of formats', files, ...means]],
  );
}

/** Means of each mark over the documents that have it, and running heads that are left. */
function marksTable(results: Results): string {
  const rows = converters.map(([key, title]) => {
    const all = `conversion.figures.${key}.all`;
    return [
      title,
      formatFigure(results.number(`${all}.recall`), '.3'),
      ...marks.map((mark) => formatFigure(results.number(`${all}.${mark}`), '.3')),
      String(results.number(`${all}.leaked`)),
    ];
  });
  return formatTable(['converter', 'recall of words', ...marks, 'running heads left'], rows);
}

/** Marks of files that LibreOffice made of others, by format. */
function binaryOfficeTable(results: Results): string {
  const figure = (path: string): string =>
    results.has(path) ? formatFigure(results.number(path), '.3') : '';
  const rows = results.keys('binary-office.figures').map((format) => {
    const path = `binary-office.figures.${format}`;
    const files = String(results.number(`${path}.files`));
    return [format, files, ...['total', 'recall', ...marks].map((mark) => figure(`${path}.${mark}`))];
  });
  return formatTable(['format', 'files', 'total', 'recall of words', ...marks], rows);
}

function speedTable(results: Results): string {
  const text = 'bench/documents.hundredPages';
  const peer = 'bench/documents.pymupdf4llm';
  const row = (title: string, path: string): string[] => [
    title,
    formatFigure(results.number(`${path}.cpuSeconds`), '.2'),
    results.has(`${path}.peakMb`) ? `${results.number(`${path}.peakMb`).toFixed(0)} MB` : '',
    results.has(`${path}.error`) ? String(results.value(`${path}.error`)) : '',
  ];
  const large = results.keys('bench/documents.largeFiles');
  return formatTable(
    ['file', 'CPU seconds', 'peak memory', 'refused with'],
    [
      row('PDF, 100 pages of text', text),
      ...(results.has(`${peer}.cpuSeconds`) ? [row('the same by pymupdf4llm', peer)] : []),
      ...large.map((name) => row(name, `bench/documents.largeFiles.${name}`)),
    ],
  );
}

/** Tables on the conversion of documents. */
export const conversionTables = {
  'conversion-formats': formatsTable,
  'conversion-marks': marksTable,
  'binary-office': binaryOfficeTable,
  'conversion-speed': speedTable,
};

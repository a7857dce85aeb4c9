import { formatFigure, formatTable } from './format.ts';
import type { Results } from './results.ts';

type Row = readonly [task: string, data: string, measure: string, quern: string, others: string];

/** Figures on web pages and entities. */
function extractionRows(results: Results): Row[] {
  const figure = (path: string, format: string) => formatFigure(results.number(path), format);
  const extraction = (name: string) => figure(`web-extraction.figures.types.all.f1.${name}`, '.3');
  const entities = (task: string, set: string, title: string): Row => {
    const path = `entities.figures.sets.${set}`;
    return [
      task,
      `${figure(`${path}.sentences`, ',')} sentences of ${title}`,
      'span F1',
      figure(`${path}.f1`, '.3'),
      `rules alone ${figure(`${path}.rulesF1`, '.3')}`,
    ];
  };
  return [
    [
      'main content of web pages',
      `${figure('web-extraction.n', ',')} pages of WCXB`,
      'word F1',
      extraction('Quern'),
      `trafilatura ${extraction('trafilatura')}, Defuddle ${extraction('Defuddle')}, Readability ${extraction('Readability')}`,
    ],
    entities('names, English', 'ewt-dev', 'EWT'),
    entities('names, Portuguese', 'uner-pt-dev', 'UNER'),
  ];
}

/** Figures on sentiment, emotions and language detection. */
function classificationRows(results: Results): Row[] {
  const figure = (path: string, format: string) => formatFigure(results.number(path), format);
  return [
    [
      'sentiment, English',
      `${figure('sentiment.figures.sst2.texts', ',')} texts of SST`,
      'accuracy',
      figure('sentiment.figures.sst2.accuracy', '.3'),
      `VADER ${figure('sentiment.figures.sst2.lexiconAccuracy', '.3')}`,
    ],
    [
      'emotions, English',
      `${figure('sentiment.figures.goemotions.texts', ',')} texts of GoEmotions`,
      'macro F1, 28 labels',
      figure('sentiment.figures.goemotions.macroF1', '.3'),
      '',
    ],
    [
      'language of a sentence',
      `${figure('language.figures.sentences', ',')} sentences in ${figure('language.figures.languages', '')} languages`,
      'accuracy',
      figure('language.figures.accuracy', '.3'),
      `eld (large) ${figure('language.figures.all.eldLarge.right', '.3')}`,
    ],
  ];
}

/** Figures on summaries, translation and OCR. */
function textRows(results: Results): Row[] {
  const figure = (path: string, format: string) => formatFigure(results.number(path), format);
  const summaries = (task: string, set: string, title: string): Row => {
    const path = `summaries.figures.sets.${set}`;
    const rougeL = (system: string) => (100 * results.number(`${path}.${system}.rougeLsum`)).toFixed(1);
    return [
      task,
      `${figure(`${path}.texts`, ',')} ${title}`,
      'ROUGE-L at the length of the reference',
      rougeL('quern'),
      `first sentences ${rougeL('lead')}, TextRank ${rougeL('textRankOverlap')}`,
    ];
  };
  return [
    summaries('summaries of abstracts', 'scitldr-test', 'texts of SciTLDR'),
    summaries('summaries of news', 'cnn-dev', 'CNN articles'),
    [
      'translation, English to Portuguese',
      `${figure('translation.figures.en-pt.sentences', ',')} sentences of Flores`,
      'BLEU',
      figure('translation.figures.en-pt.bleu', '.1'),
      '',
    ],
    [
      'OCR of scanned receipts',
      `${figure('ocr.figures.sets.sroie.images', ',')} images of SROIE`,
      'word F1',
      results.has('ocr.figures.sets.sroie.Quern') ? figure('ocr.figures.sets.sroie.Quern.wordF1', '.3') : '–',
      `RapidOCR ${figure('ocr.figures.sets.sroie.RapidOCR.wordF1', '.3')}, Tesseract ${figure('ocr.figures.sets.sroie.Tesseract.wordF1', '.3')}`,
    ],
  ];
}

/** Figures on the conversion of documents. */
function conversionRows(results: Results): Row[] {
  const mean = (converter: string) =>
    formatFigure(results.number(`conversion.figures.${converter}.all.meanOfFormats`), '.3');
  return [
    [
      'conversion to Markdown',
      `${results.number('conversion.figures.quern.all.files')} documents of ${results.keys('conversion.figures.quern').length - 1} formats`,
      'mean of words, order, headings, lists, tables, code',
      mean('quern'),
      `markitdown ${mean('markitdown')}, pandoc ${mean('pandoc')}, pymupdf4llm ${mean('pymupdf4llm')}`,
    ],
  ];
}

/** Figures on the service. */
function serviceRows(results: Results): Row[] {
  const load = `bench/http.results.${results.keys('bench/http.results').length - 1}`;
  const medianMs = (state: string) =>
    results.number(`bench/abuse.fairness.lightMedianMs.${state}`).toFixed(0);
  return [
    [
      'cost of the request pipeline',
      `${results.number(`${load}.clients`)} clients, every commit synced to disk`,
      'CPU, as a multiple of the bare HTTP framework',
      `${formatFigure(results.number(`${load}.cpuRatio`), '.1')} ×`,
      '',
    ],
    [
      'isolation of keys',
      'short requests next to heavy and hostile ones of another key',
      'median duration',
      `${medianMs('nextToHeavy')} ms`,
      `when idle ${medianMs('idle')} ms`,
    ],
  ];
}

/** The most important figures, for the README. Peers are from the same run. */
function readmeTable(results: Results): string {
  return formatTable(
    ['task', 'measured on', 'measure', 'Quern', 'in the same run'],
    [
      ...extractionRows(results),
      ...classificationRows(results),
      ...textRows(results),
      ...conversionRows(results),
      ...serviceRows(results),
    ],
    false,
  );
}

/** The size of an installation by part, for the README. */
function installSizeTable(results: Results): string {
  const rows = results.keys('bench/install.parts').map((index) => {
    const part = (field: string) => results.value(`bench/install.parts.${index}.${field}`);
    return [
      String(part('title')),
      String(part('mb')),
      part('omitted') === '' ? '' : `\`${part('omitted')}\``,
    ];
  });
  rows.push(['all', String(results.number('bench/install.allMb')), '']);
  rows.push(['minimum', String(results.number('bench/install.minimumMb')), '`--omit=dev --omit=optional`']);
  return formatTable(['part', 'MB', 'left out by'], rows, false);
}

/** Tables of the README. */
export const readmeTables = { readme: readmeTable, 'install-size': installSizeTable };

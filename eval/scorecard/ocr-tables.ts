import { formatFigure, formatTable } from './format.ts';
import type { Results } from './results.ts';

const readers = ['Quern', 'Tesseract', 'RapidOCR'];

const publicSets: readonly (readonly [title: string, set: string])[] = [
  ['rendered text', 'synth_clean'],
  ['light on dark', 'synth_dark'],
  ['long dense page', 'synth_long'],
  ['two columns', 'synth_multicol'],
  ['rotated by 90°', 'synth_90'],
  ['rotated by 180°', 'synth_180'],
  ['tilted by 2 to 5°', 'synth_rot2_5'],
  ['low contrast', 'synth_lowcon'],
  ['photographed page', 'synth_photo'],
  ['scanned document', 'tessdocs'],
  ['rotated scan', 'tessrot'],
  ['scanned receipts (SROIE)', 'sroie'],
  ['photographed receipt (WildReceipt)', 'wildreceipt'],
  ['scenes', 'scene'],
  ['German', 'lang_de'],
  ['French', 'lang_fr'],
  ['Spanish', 'lang_es'],
  ['Polish', 'lang_pl'],
  ['Russian', 'lang_ru'],
  ['Japanese', 'lang_ja'],
  ['Chinese', 'lang_zh'],
  ['Korean', 'lang_ko'],
];
const pagePrefix = 'page_';
const documentSets: readonly (readonly [title: string, set: string])[] = [
  ['rendered', 'flat_documents'],
  ['photographed', 'photographed_documents'],
];
const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** A figure of one reader, or a dash when the run left the reader out. */
function figureOf(results: Results, path: string, reader: string, name: string, format: string): string {
  const isMeasured = results.has(`${path}.${reader}`);
  return isMeasured ? formatFigure(results.number(`${path}.${reader}.${name}`), format) : '–';
}

/** A figure of each reader, for one set. */
function figuresOf(results: Results, path: string, name: string, format: string): string[] {
  return readers.map((reader) => figureOf(results, path, reader, name, format));
}

function headerOf(first: string, ...measures: readonly string[]): string[] {
  return [first, 'n', ...measures.flatMap((measure) => readers.map((reader) => `${reader} ${measure}`))];
}

function setRow(results: Results, title: string, set: string): string[] {
  const path = `ocr.figures.sets.${set}`;
  return [
    title,
    String(results.number(`${path}.images`)),
    ...figuresOf(results, path, 'wordF1', '%1'),
    ...figuresOf(results, path, 'characterErrorRate', '%1'),
  ];
}

/** Words and characters on the public sets. @throws Error when a measured set is in no table */
function ocrTable(results: Results): string {
  const known = new Set([...publicSets, ...documentSets].map(([, set]) => set));
  const missing = results
    .keys('ocr.figures.sets')
    .filter((set) => !known.has(set) && !set.startsWith(pagePrefix));
  if (missing.length > 0) throw new Error(`the tables of OCR leave out ${missing.join(', ')}`);
  return formatTable(
    headerOf('images', 'word F1', 'CER'),
    publicSets.map(([title, set]) => setRow(results, title, set)),
  );
}

/** Characters on the rendered pages of each language. */
function languageTable(results: Results): string {
  const sets = results.keys('ocr.figures.sets').filter((set) => set.startsWith(pagePrefix));
  const rows = sets.map((set) => {
    const path = `ocr.figures.sets.${set}`;
    return [
      languageNames.of(set.slice(pagePrefix.length)) ?? set,
      String(results.number(`${path}.images`)),
      ...figuresOf(results, path, 'characterErrorRate', '%1'),
    ];
  });
  rows.sort(([left = ''], [right = '']) => left.localeCompare(right, 'en'));
  return formatTable(headerOf('language', 'CER'), rows);
}

/** Words and rows of rendered and photographed business documents. */
function documentTable(results: Results): string {
  const rows = documentSets.map(([title, set]) => {
    const path = `ocr.figures.sets.${set}`;
    return [
      title,
      String(results.number(`${path}.images`)),
      String(results.number(`${path}.RapidOCR.rows`)),
      ...figuresOf(results, path, 'wordF1', '%1'),
      figureOf(results, path, 'Quern', 'rowsExact', '%1'),
      ...figuresOf(results, path, 'rowTextExact', '%1'),
    ];
  });
  const perReader = (measure: string) => readers.map((reader) => `${reader} ${measure}`);
  const header = ['documents', 'n', 'rows', ...perReader('word F1'), 'Quern rows', ...perReader('row text')];
  return formatTable(header, rows);
}

/** Confidence where nothing can be read, and its calibration where something can. */
function confidenceTable(results: Results): string {
  const rows = readers.map((reader) => {
    const calibration = (name: string) => figureOf(results, 'ocr.figures.calibration', reader, name, '.3');
    const unreadable = (set: string, name: string, format: string) =>
      figureOf(results, `ocr.figures.unreadableSets.${set}`, reader, name, format);
    return [
      reader,
      calibration('characterGap'),
      calibration('wordGap'),
      unreadable('unknown_scripts', 'confidenceMean', '.2'),
      unreadable('unknown_scripts', 'confidenceMax', '.2'),
      unreadable('unknown_scripts', 'empty', '%1'),
      unreadable('empty_images', 'empty', '%1'),
    ];
  });
  return formatTable(
    [
      'engine',
      'calibration error, characters',
      'calibration error, words',
      'confidence in unknown scripts, mean',
      'highest',
      'unknown scripts read as empty',
      'images without text read as empty',
    ],
    rows,
  );
}

/** Confidence and correct characters of degraded pages. */
function degradedTable(results: Results): string {
  const path = 'ocr-confidence.figures';
  const rows = results.keys(`${path}.degradations`).map((name) => {
    const figure = (field: string) =>
      formatFigure(results.number(`${path}.degradations.${name}.${field}`), '.3');
    const title = name === 'upsideDown' ? 'upside down' : name;
    return [
      title,
      String(results.number(`${path}.degradations.${name}.pages`)),
      figure('confidence'),
      figure('correctShare'),
    ];
  });
  const all = (field: string) => formatFigure(results.number(`${path}.pages.${field}`), '.3');
  const count = String(results.number(`${path}.pages.count`));
  return formatTable(
    ['pages', 'n', 'confidence', 'correct characters'],
    [...rows, ['all', count, all('confidence'), all('correctShare')]],
  );
}

/** How damaged and unusual files end. */
function robustnessTable(results: Results): string {
  const figure = (path: string, format: string) =>
    results.hasResult('ocr-robustness')
      ? formatFigure(results.number(`ocr-robustness.figures.${path}`), format)
      : '–';
  const row = (title: string, name: string) => [
    title,
    ...['images', 'read', 'rejected', 'failed', 'timeouts'].map((field) => figure(`${name}.${field}`, ',')),
  ];
  return formatTable(
    ['files', 'n', 'read', 'rejected with a clear error', 'another error', 'more than a minute'],
    [row('damaged images of all formats', 'mutated'), row('unusual and hostile files', 'files')],
  );
}

/** CPU time and memory. */
function speedTable(results: Results): string {
  const figure = (path: string, format: string) =>
    results.hasResult('bench/ocr') ? formatFigure(results.number(`bench/ocr.result.${path}`), format) : '–';
  return formatTable(
    ['measure', 'Quern', 'Tesseract'],
    [
      [
        'CPU seconds, scanned receipt',
        figure('cpuSeconds.receipt', '.2'),
        figure('tesseractCpuSeconds.receipt', '.2'),
      ],
      [
        'CPU seconds, dense page of A4',
        figure('cpuSeconds.page', '.2'),
        figure('tesseractCpuSeconds.page', '.2'),
      ],
      ['CPU time of the page turned by 90°, over upright', figure('turnedOverUpright', '.2'), ''],
      ['first result of a new process, ms', figure('coldStart.firstResultMs', ','), ''],
      [
        'four pages at once on two cores, over half of their CPU time',
        figure('together.overIdeal', '.2'),
        '',
      ],
      ['peak memory of the process, MB', figure('together.peakMb', ','), ''],
    ],
  );
}

/** Tables of OCR. */
export const ocrTables = {
  ocr: ocrTable,
  'ocr-languages': languageTable,
  'ocr-documents': documentTable,
  'ocr-confidence': confidenceTable,
  'ocr-degraded': degradedTable,
  'ocr-robustness': robustnessTable,
  'ocr-speed': speedTable,
};

import { formatFigure, formatTable } from './format.ts';
import type { Results } from './results.ts';
import { summaryTables } from './summary-tables.ts';

const directions: readonly (readonly [direction: string, title: string])[] = [
  ['en-pt', 'English to Portuguese'],
  ['pt-en', 'Portuguese to English'],
];

function languageTable(results: Results): string {
  const figure = (path: string, format: string) => formatFigure(results.number(path), format);
  return formatTable(
    ['task', 'measured on', 'Quern', 'in the same run'],
    [
      [
        'token counts',
        `${figure('tokens.figures.sentences', ',')} sentences in ${figure('tokens.figures.languages', '')} languages`,
        `${figure('tokens.figures.equal', ',')} equal to tiktoken's`,
        '',
      ],
      [
        'language detection',
        `${figure('language.figures.sentences', ',')} held-out sentences in ${figure('language.figures.languages', '')} languages`,
        `${figure('language.figures.accuracy', '%1')} correct`,
        `eld (large) ${figure('language.figures.all.eldLarge.right', '%1')}`,
      ],
    ],
    false,
  );
}

const detectors = [
  ['quern', 'Quern'],
  ['eldSmall', 'eld, small'],
  ['eldLarge', 'eld, large'],
  ['franc', 'franc'],
  ['tinyld', 'tinyld'],
] as const;

const detectionSets = [
  ['all', 'sentences in all languages'],
  ['reliable', 'without Bosnian and Malay'],
  ['supportedByEld', 'of these, in languages that eld supports'],
  ['phrases.tuned', 'everyday phrases, the half that was looked at'],
  ['phrases.heldOut', 'everyday phrases, the other half'],
  ['languageless', 'names, brands, code, files (right: `und`)'],
] as const;

function languageDetectionTable(results: Results): string {
  const rows = detectionSets.map(([set, title]) => {
    const path = `language.figures.${set}`;
    const share = (name: string, field: string) =>
      formatFigure(results.number(`${path}.${name}.${field}`), '%1');
    return [
      title,
      formatFigure(results.number(`${path}.quern.n`), ','),
      formatFigure(results.number(`${path}.quern.languages`), ''),
      ...detectors.map(([name]) => `${share(name, 'right')} / ${share(name, 'wrong')}`),
    ];
  });
  return formatTable(['texts', 'n', 'languages', ...detectors.map(([, title]) => title)], rows);
}

function sentencesTable(results: Results): string {
  const path = 'sentences.figures.sets';
  const sets = results
    .keys(path)
    .toSorted(
      (left, right) => results.number(`${path}.${right}.rules`) - results.number(`${path}.${left}.rules`),
    );
  const rows = sets.map((set) => [
    set,
    ...['rules', 'correct', 'intlCorrect'].map((name) => String(results.number(`${path}.${set}.${name}`))),
  ]);
  const sum = (name: string) =>
    formatFigure(
      sets.reduce((total, set) => total + results.number(`${path}.${set}.${name}`), 0),
      ',',
    );
  rows.push(['all', sum('rules'), sum('correct'), sum('intlCorrect')]);
  return formatTable(['language', 'rules', 'Quern', 'Intl.Segmenter'], rows);
}

function sentenceEndsTable(results: Results): string {
  const path = 'sentence-ends.figures.splits';
  const figure = (name: string, format: string) => formatFigure(results.number(`${path}.${name}`), format);
  const rows = results.keys(path).map((split) => {
    const languages = results.keys(`${path}.${split}.byLanguage`);
    const lowest = languages.toSorted(
      (left, right) =>
        results.number(`${path}.${split}.byLanguage.${left}.f1`) -
        results.number(`${path}.${split}.byLanguage.${right}.f1`),
    )[0];
    return [
      split,
      figure(`${split}.texts`, ','),
      figure(`${split}.accuracy`, '%1'),
      figure(`${split}.f1`, '.3'),
      `${lowest} ${figure(`${split}.byLanguage.${lowest}.f1`, '.3')}`,
      figure(`${split}.intlAccuracy`, '%1'),
      figure(`${split}.intlF1`, '.3'),
    ];
  });
  return formatTable(
    ['split', 'texts', 'correct', 'F1', 'lowest F1', 'Intl.Segmenter correct', 'Intl.Segmenter F1'],
    rows,
  );
}

function documentsTable(results: Results): string {
  const rows = ['pdf', 'docx'].map((format) => [
    format.toUpperCase(),
    formatFigure(results.number(`documents.figures.${format}.files`), ','),
    formatFigure(results.number(`documents.figures.${format}.wordF1`), '.3'),
  ]);
  return formatTable(['format', 'files', 'word F1'], rows);
}

function translationTable(results: Results): string {
  const rows = directions.map(([direction, title]) => {
    const figure = (name: string, format: string) =>
      formatFigure(results.number(`translation.figures.${direction}.${name}`), format);
    return [
      title,
      figure('sentences', ','),
      figure('bleu', '.1'),
      figure('chrf', '.1'),
      figure('wordsPerCpuSecond', '.0'),
    ];
  });
  return formatTable(['direction', 'sentences', 'BLEU', 'chrF2', 'words per CPU second'], rows);
}

const markdownParts = [
  ['links', 'targets of links and images'],
  ['code', 'code spans and blocks'],
  ['numbers', 'numbers'],
  ['cells', 'table cells'],
  ['blocks', 'blocks'],
] as const;

function translatedMarkdownTable(results: Results): string {
  const rows = markdownParts.map(([name, title]) => {
    const figure = (field: string) =>
      formatFigure(results.number(`translation.figures.markdown.${name}.${field}`), ',');
    return [title, figure('total'), figure('kept')];
  });
  return formatTable(['part', 'in the source', 'kept'], rows);
}

/** Tables on text, documents, summaries and translation. */
export const textTables = {
  language: languageTable,
  languageDetection: languageDetectionTable,
  sentences: sentencesTable,
  'sentence-ends': sentenceEndsTable,
  documents: documentsTable,
  ...summaryTables,
  translation: translationTable,
  translatedMarkdown: translatedMarkdownTable,
};

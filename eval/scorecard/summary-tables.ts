import { formatFigure, formatTable } from './format.ts';
import type { Results } from './results.ts';

const systems = [
  ['quern', 'Quern'],
  ['lead', 'first sentences'],
  ['textRankOverlap', 'TextRank'],
  ['sumyTextRank', 'TextRank (sumy)'],
  ['sumyLexRank', 'LexRank (sumy)'],
  ['sumyLsa', 'LSA (sumy)'],
] as const;

const setTitles: Readonly<Record<string, string>> = {
  'cnn-dev': 'CNN articles',
  'cnn-dev-360': 'CNN articles, 360 characters',
  'scitldr-test': 'scientific abstracts (SciTLDR)',
  'convosumm-email-dev': 'e-mail threads (ConvoSumm)',
  'crd3-dev': 'spoken stories (CRD3)',
  'glossary-dev': 'glossary, de es fr pt',
  'gum-dev': 'mixed genres (GUM)',
  'klexikon-de-dev': 'encyclopedia, German (Klexikon)',
  'legal-dev': 'contracts (legal summaries)',
  'mts-dialog-dev': 'medical dialogues (MTS-Dialog)',
  'orangesum-fr-dev': 'news, French (OrangeSum)',
  'proposals-dev': 'technical proposals',
  'qmsum-dev': 'meetings (QMSum)',
  'qmsum-parts-dev': 'parts of meetings (QMSum)',
  'reviews-dev': 'reviews',
  'sumpubmed-dev': 'biomedical articles (SumPubMed)',
};

const percent = (value: number) => (100 * value).toFixed(1);

function summariesTable(results: Results): string {
  const rows = results.keys('summaries.figures.sets').map((set) => {
    const path = `summaries.figures.sets.${set}`;
    const gain = (field: string) => percent(results.number(`${path}.gain.rougeLsum.${field}`));
    return [
      setTitles[set] ?? set,
      formatFigure(results.number(`${path}.texts`), ','),
      ...systems.map(([system]) => percent(results.number(`${path}.${system}.rougeLsum`))),
      `${gain('mean')} (${gain('low')} to ${gain('high')})`,
    ];
  });
  return formatTable(
    ['set', 'texts', ...systems.map(([, title]) => title), 'gain over the best of the others'],
    rows,
  );
}

function genresTable(results: Results): string {
  const path = 'summaries.figures.genres';
  const rows = results
    .keys(path)
    .map((genre) => [
      genre,
      formatFigure(results.number(`${path}.${genre}.texts`), ','),
      ...systems.map(([system]) => percent(results.number(`${path}.${genre}.${system}`))),
    ]);
  const mean = (system: string) => percent(results.number(`summaries.figures.means.${system}`));
  rows.push(['mean over genres', '', ...systems.map(([system]) => mean(system))]);
  return formatTable(['genre', 'texts', ...systems.map(([, title]) => title)], rows);
}

function limitsTable(results: Results): string {
  const figure = (name: string) => formatFigure(results.number(`summaries.figures.limits.${name}`), ',');
  return formatTable(
    ['texts', 'summaries', 'longer than the limit', 'empty', 'wrong offsets'],
    [['texts', 'summaries', 'tooLong', 'empty', 'wrongRanges'].map(figure)],
  );
}

const lengths = [
  ['default', 'default length'],
  ['300', '300 characters'],
  ['700', '700 characters'],
] as const;
const defectTitles = [
  ['sentences', 'sentences'],
  ['gluedTitle', 'title glued to a sentence'],
  ['markdown', 'remnant of Markdown or HTML'],
  ['mailHeader', 'header of a message'],
  ['timeStamp', 'time stamp of a transcript'],
  ['pageNumber', 'running head, page number, table of contents'],
  ['startsInside', 'starts inside a sentence'],
  ['orphan', 'refers to a sentence that is missing'],
  ['filler', 'filler'],
  ['repeated', 'repetition'],
  ['noFinalPunctuation', 'no final punctuation'],
  ['sentencesWithDefect', 'any of these'],
] as const;

function readabilityTable(results: Results): string {
  const path = 'summary-readability.figures';
  const rows: string[][] = defectTitles.map(([defect, title]) => [
    title,
    ...lengths.map(([length]) => String(results.number(`${path}.byLength.${length}.${defect}`))),
  ]);
  const share = (title: string, field: string) => [
    title,
    ...lengths.map(([length]) => formatFigure(results.number(`${path}.positions.${length}.${field}`), '%1')),
  ];
  rows.push(share('position of the last sentence, median', 'lastPositionMedian'));
  rows.push(share('sections covered, of those possible, mean', 'coverageMean'));
  return formatTable(['sentences with', ...lengths.map(([, title]) => title)], rows);
}

function speedTable(results: Results): string {
  const path = 'bench/summary.perThousandWords';
  const split = results.number(`${path}.splitMs`);
  const row = (title: string, ms: number) => [title, formatFigure(ms, '.2'), formatFigure(ms / split, '.1')];
  const rows = [
    row('reading blocks', results.number(`${path}.readMs`)),
    row('splitting sentences', split),
    row('summary', results.number(`${path}.summarizeMs`)),
    row('summary beyond reading and splitting', results.number(`${path}.beyondSplittingMs`)),
  ];
  if (results.has('bench/summary.sumy')) {
    rows.push(row('TextRank (sumy)', results.number('bench/summary.sumy.textRankMs')));
    rows.push(row('LexRank (sumy)', results.number('bench/summary.sumy.lexRankMs')));
  }
  return formatTable(['task', 'CPU ms per 1,000 words', 'ratio to splitting'], rows);
}

const forms = [
  ['paragraphs', 'paragraphs'],
  ['oneParagraph', 'one paragraph'],
  ['turns', 'turns of meetings'],
] as const;

function longTextsTable(results: Results): string {
  const rows = forms.map(([form, title]) => {
    const figure = (name: string) => results.number(`bench/summary.longTexts.${form}.${name}`);
    return [
      title,
      formatFigure(figure('large.seconds'), '.2'),
      formatFigure(figure('ratioToSplitting'), '.1'),
      formatFigure(figure('growth'), '.2'),
      `${figure('large.peakAboveIdleMb').toFixed(0)} MB`,
    ];
  });
  return formatTable(
    ['form', 'seconds for 1,000,000 characters', 'ratio to splitting', 'growth', 'memory above idle'],
    rows,
  );
}

const factLengths = [
  ['150', '150 characters'],
  ['300', '300 characters'],
  ['600', '600 characters'],
  ['default', 'no limit'],
] as const;
const factSystems = [
  ['quern', 'Quern'],
  ['before', 'Quern before'],
  ['lead', 'first sentences'],
  ['textRank', 'TextRank'],
  ['lexRank', 'LexRank (sumy)'],
  ['oracle', 'knows the facts'],
] as const;
const factPath = 'summary-facts.figures.untouched';
const hundredths = (value: number) => value.toFixed(2);

function factsTable(results: Results): string {
  const systemsMeasured = factSystems.filter(([system]) => results.has(`${factPath}.300.${system}`));
  const rows = factLengths.flatMap(([length, title]) =>
    (['facts', 'topic'] as const).map((figure) => [
      `${title}: ${figure === 'facts' ? 'facts' : 'subjects'}`,
      ...systemsMeasured.map(([system]) =>
        hundredths(results.number(`${factPath}.${length}.${system}.${figure}`)),
      ),
    ]),
  );
  return formatTable(['length and share of', ...systemsMeasured.map(([, title]) => title)], rows);
}

function factPlacesTable(results: Results): string {
  const rows = factLengths.map(([length, title]) => {
    const path = `${factPath}.${length}`;
    return [
      title,
      ...['first', 'middle', 'last'].map((third) => hundredths(results.number(`${path}.thirds.${third}`))),
      ...['sentences', 'dangling', 'fillers'].map((figure) => String(results.number(`${path}.${figure}`))),
    ];
  });
  rows.push([
    'facts lost in longer summaries',
    String(results.number(`${factPath}.monotoneViolations`)),
    '',
    '',
    '',
    '',
    '',
  ]);
  return formatTable(
    ['length', 'first', 'middle', 'last', 'sentences', 'refer to a missing one', 'fillers'],
    rows,
  );
}

function abstractiveTable(results: Results): string {
  const rows = (
    [
      ['abstractive', 'abstractive, after the checks'],
      ['extractive', 'extractive'],
    ] as const
  ).map(([style, title]) => {
    const figure = (name: string) => results.number(`abstractive-facts.figures.${style}.${name}`);
    return [
      title,
      hundredths(figure('facts')),
      hundredths(figure('subjects')),
      figure('meanLength').toFixed(0),
      String(figure('longerThanLimit')),
    ];
  });
  return formatTable(['summary', 'facts', 'subjects', 'mean length', 'longer than the limit'], rows);
}

/** Tables on summaries. */
export const summaryTables = {
  summaries: summariesTable,
  'summary-genres': genresTable,
  'summary-limits': limitsTable,
  'summary-facts': factsTable,
  'summary-fact-places': factPlacesTable,
  'abstractive-facts': abstractiveTable,
  'summary-readability': readabilityTable,
  'summary-speed': speedTable,
  'summary-long-texts': longTextsTable,
};

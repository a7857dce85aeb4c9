import { formatFigure, formatTable } from './format.ts';
import type { Results } from './results.ts';

const extractors = ['Quern', 'Readability', 'Defuddle', 'trafilatura'];
const types = ['all', 'article', 'documentation', 'service', 'forum', 'listing', 'collection', 'product'];
const contentKinds = {
  words: 'words',
  headings: 'headings',
  links: 'links',
  cells: 'table cells',
  code: 'code',
};

function extractionTable(results: Results): string {
  const path = 'web-extraction.figures.types';
  const rows = types.map((type) => [
    type,
    formatFigure(results.number(`${path}.${type}.pages`), ','),
    ...extractors.map((name) => formatFigure(results.number(`${path}.${type}.f1.${name}`), '.3')),
  ]);
  return formatTable(['type', 'pages', ...extractors], rows);
}

/** Gains over the peers with their confidence intervals. */
function extractionGainTable(results: Results): string {
  const peers = extractors.slice(1);
  const rows = types.map((type) => [
    type,
    ...peers.map((peer) => {
      const gain = (field: string) =>
        formatFigure(results.number(`web-extraction.figures.types.${type}.gainOver.${peer}.${field}`), '.3');
      return `${gain('mean')} (${gain('low')} to ${gain('high')})`;
    }),
  ]);
  return formatTable(['type', ...peers], rows);
}

function markdownTable(results: Results): string {
  const rows = Object.entries(contentKinds).map(([kind, title]) => [
    title,
    formatFigure(results.number(`web-markdown.figures.${kind}.f1`), '.4'),
    formatFigure(results.number(`web-markdown.figures.${kind}.items`), ','),
  ]);
  return formatTable(['content', 'F1', 'items on both sides'], rows);
}

/** Recall and precision of maps, and the requests that they take, next to a crawler without rules. */
function mapPagesTable(results: Results): string {
  const rows = results.keys('map.figures.sites').map((name) => {
    const number = (field: string) => results.number(`map.figures.sites.${name}.${field}`);
    const share = (field: string) => formatFigure(number(field), '.2');
    return [
      name,
      ...['pages', 'requests', 'bareRequests'].map((field) => String(number(field))),
      ...['recall', 'precision', 'bareRecall', 'barePrecision'].map(share),
    ];
  });
  const mean = (field: string) => formatFigure(results.number(`map.figures.mean.${field}`), '.3');
  const means = ['recall', 'precision', 'bareRecall', 'barePrecision'].map(mean);
  return formatTable(
    ['site', 'pages', 'requests', 'requests, bare', 'recall', 'precision', 'recall, bare', 'precision, bare'],
    [...rows, ['mean', '', '', '', ...means]],
  );
}

/** Tables on web pages. */
export const webTables = {
  'map-pages': mapPagesTable,
  'web-extraction': extractionTable,
  'web-extraction-gain': extractionGainTable,
  'web-markdown': markdownTable,
};

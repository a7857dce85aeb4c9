import { formatFigure, formatTable } from './format.ts';
import type { Results } from './results.ts';

const halves = ['dev', 'test'];

/** A row for each key of the figures of both halves. */
function halfRows(results: Results, path: (half: string) => string): string[][] {
  return results
    .keys(path('test'))
    .map((key) => [key, ...halves.map((half) => formatFigure(results.number(`${path(half)}.${key}`), '.3'))]);
}

function everydaySentimentTable(results: Results): string {
  const figures = (half: string) => `everyday-sentiment.figures.${half}`;
  const all = (title: string, name: string) => [
    title,
    ...halves.map((half) => formatFigure(results.number(`${figures(half)}.${name}`), '.3')),
  ];
  return formatTable(
    ['', 'looked at', 'never looked at'],
    [
      all('all', 'right'),
      ...halfRows(results, (half) => `${figures(half)}.byLabel`),
      ...halfRows(results, (half) => `${figures(half)}.byLanguage`),
      all('strongest emotion', 'emotions'),
    ],
  );
}

function everydayNamesTable(results: Results): string {
  const figures = (half: string) => `names.figures.${half}`;
  return formatTable(
    ['', 'looked at', 'never looked at'],
    [
      ['all', ...halves.map((half) => formatFigure(results.number(`${figures(half)}.f1`), '.3'))],
      ...halfRows(results, (half) => `${figures(half)}.f1ByType`),
      ...halfRows(results, (half) => `${figures(half)}.byLanguage`),
    ],
  );
}

/** Tables of everyday texts. */
export const everydayTables = {
  'everyday-sentiment': everydaySentimentTable,
  'everyday-names': everydayNamesTable,
};

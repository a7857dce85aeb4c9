import { formatFigure, formatTable } from './format.ts';
import type { Results } from './results.ts';

const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** Names and sentiment in each language with a public set, by name. */
function languagesTable(results: Results): string {
  const paths = { names: 'languages.figures.names', sentiment: 'languages.figures.sentiment' };
  const languages = new Set(Object.values(paths).flatMap((path) => results.keys(path)));
  const figure = (path: string, name: string, format: string): string =>
    results.has(`${path}.${name}`) ? formatFigure(results.number(`${path}.${name}`), format) : '';
  const cells = (path: string, language: string, measure: string): string[] =>
    results.has(`${path}.${language}`)
      ? [
          String(results.value(`${path}.${language}.set`)),
          figure(`${path}.${language}`, 'rows', ','),
          figure(`${path}.${language}`, measure, '.3'),
        ]
      : ['', '', ''];
  const rows = [...languages]
    .map((language) => ({ language, name: names.of(language) ?? language }))
    .toSorted((left, right) => left.name.localeCompare(right.name, 'en'))
    .map(({ language, name }) => {
      const chance = `${paths.sentiment}.${language}.labels`;
      return [
        name,
        ...cells(paths.names, language, 'f1'),
        ...cells(paths.sentiment, language, 'macroRecall'),
        results.has(`${paths.sentiment}.${language}`) ? formatFigure(1 / results.number(chance), '.3') : '',
      ];
    });
  return formatTable(['language', 'names', 'n', 'F1', 'sentiment', 'n', 'recall', 'chance'], rows);
}

/** Six emotions in each language with a public set. */
function emotionsTable(results: Results): string {
  const path = 'emotions.figures';
  const rows = results.keys(`${path}.sets`).map((set) => {
    const number = (name: string, format: string): string =>
      formatFigure(results.number(`${path}.sets.${set}.${name}`), format);
    const language = String(results.value(`${path}.sets.${set}.language`));
    return [
      names.of(language) ?? language,
      set,
      number('texts', ','),
      number('emotions', ','),
      number('macroF1', '.3'),
      number('always', '.3'),
    ];
  });
  const mean = (name: string): string => formatFigure(results.number(`${path}.mean.${name}`), '.3');
  return formatTable(
    ['language', 'set', 'texts', 'emotions', 'macro F1', 'always all'],
    [...rows, ['mean', '', '', '', mean('macroF1'), mean('always')]],
  );
}

/** Tables on languages. */
export const languageTables = { languages: languagesTable, emotions: emotionsTable };

import { formatFigure, formatTable } from './format.ts';
import type { Results } from './results.ts';

const entitySets: readonly (readonly [set: string, title: string])[] = [
  ['ewt-dev', 'EWT dev (en)'],
  ['uner-pt-dev', 'UNER dev (pt)'],
  ['uner-sv-dev', 'UNER dev (sv)'],
  ['uner-da-dev', 'UNER dev (da)'],
  ['germeval-tenth', 'GermEval, a tenth (de)'],
  ['wnut17-test', 'WNUT17 test (en)'],
  ['btc-dev', 'BTC dev (en, tweets)'],
];
const patternSplits = ['test', 'fresh'];
const patternLanguages =
  'en de fr es pt it nl ar cs da el fi he hi hu id ja ko no pl ro ru sv tr uk vi zh'.split(' ');
const patternPeers = ['chrono-node', 'recognizers-text', 'compromise'];
const umsabLanguages: readonly (readonly [code: string, title: string])[] = [
  ['ar', 'Arabic'],
  ['de', 'German'],
  ['es', 'Spanish'],
  ['fr', 'French'],
  ['hi', 'Hindi in Latin script'],
  ['it', 'Italian'],
  ['pt', 'Portuguese'],
];

function entitiesTable(results: Results): string {
  const corenlpSets = results.keys('ner-peers.figures.sets');
  const rows = entitySets.map(([set, title]) => {
    const figure = (name: string, format: string) =>
      formatFigure(results.number(`entities.figures.sets.${set}.${name}`), format);
    const corenlp = `ner-peers.figures.sets.${set}.corenlpF1`;
    return [
      title,
      figure('sentences', ','),
      figure('spans', ','),
      figure('f1', '.3'),
      figure('rulesF1', '.3'),
      corenlpSets.includes(set) ? formatFigure(results.number(corenlp), '.3') : '',
      figure('calibrationError', '.3'),
    ];
  });
  return formatTable(
    ['set', 'sentences', 'names', 'Quern', 'rules alone', 'CoreNLP', 'calibration error'],
    rows,
  );
}

function patternEntitiesTable(results: Results): string {
  const figure = (split: string, name: string) =>
    formatFigure(results.number(`pattern-entities.figures.splits.${split}.${name}`), '.3');
  const rows = patternLanguages.map((language) => [
    language,
    ...patternSplits.map((split) => figure(split, `f1ByLanguage.${language}`)),
  ]);
  rows.push(['all', ...patternSplits.map((split) => figure(split, 'f1'))]);
  rows.push(['correct values', ...patternSplits.map((split) => figure(split, 'valueAccuracy'))]);
  rows.push([
    'entities across a sentence end',
    ...patternSplits.map((split) =>
      String(results.number(`pattern-entities.figures.splits.${split}.crossingSentenceEnds`)),
    ),
  ]);
  const count = (split: string) => results.number(`pattern-entities.figures.splits.${split}.sentences`);
  return formatTable(
    ['language', ...patternSplits.map((split) => `${split} (${formatFigure(count(split), ',')} sentences)`)],
    rows,
  );
}

function patternPeersTable(results: Results): string {
  const rows = patternPeers.map((peer) => {
    const figure = (name: string, format: string) =>
      formatFigure(results.number(`pattern-entities.figures.peers.${peer}.${name}`), format);
    return [
      peer,
      figure('sentences', ','),
      figure('spans', ','),
      figure('f1', '.3'),
      figure('quernF1', '.3'),
    ];
  });
  return formatTable(['library', 'sentences', 'entities', 'F1', 'Quern on the same types'], rows);
}

/** Sets of other languages; Korean, Hebrew (OmiLab) and Chinese without neutral texts. */
const otherSentimentSets = [
  ['nsmc-ko', 'NSMC (Korean film reviews)'],
  ['smsa-id', 'SmSA (Indonesian reviews)'],
  ['omilab-he', 'OmiLab (Hebrew comments)'],
  ['hebert-he', 'HeBERT (Hebrew comments on news)'],
  ['husst-hu', 'HuSST (Hungarian film reviews)'],
  ['wisesight-th', 'Wisesight (Thai posts)'],
  ['rusentne-ru', 'RuSentNE (Russian news)'],
  ['arsarcasm-ar', 'ArSarcasm (Arabic tweets)'],
  ['sentiweibo-zh', 'microblogs on brands (Chinese)'],
] as const;

function sentimentTable(results: Results): string {
  const row = (title: string, measure: string, path: string, [ours, lexicon]: readonly [string, string]) => [
    title,
    formatFigure(results.number(`sentiment.figures.${path}.texts`), ','),
    measure,
    formatFigure(results.number(`sentiment.figures.${path}.${ours}`), '.3'),
    lexicon === '' ? '' : formatFigure(results.number(`sentiment.figures.${path}.${lexicon}`), '.3'),
  ];
  const recall = ['macroRecall', 'lexiconMacroRecall'] as const;
  return formatTable(
    ['set', 'texts', 'measure', 'Quern', 'lexicon'],
    [
      row('SST, positive or negative', 'accuracy', 'sst2', ['accuracy', 'lexiconAccuracy']),
      row('SST, three classes', 'macro recall', 'sets.sst5', recall),
      row('SemEval 2017 (English tweets)', 'macro recall', 'sets.semeval', recall),
      ...umsabLanguages.map(([code, title]) =>
        row(`UMSAB, ${title}`, 'macro recall', `sets.umsab-${code}`, recall),
      ),
      row('UMSAB, mean of the seven', 'macro recall', 'umsabMean', recall),
      ...otherSentimentSets.map(([set, title]) => row(title, 'macro recall', `sets.${set}`, recall)),
      row('GoEmotions, 27 emotions and neutral', 'macro F1', 'goemotions', ['macroF1', '']),
    ],
  );
}

/** Tables on entities and sentiment. */
export const entityTables = {
  entities: entitiesTable,
  'pattern-entities': patternEntitiesTable,
  'pattern-peers': patternPeersTable,
  sentiment: sentimentTable,
};

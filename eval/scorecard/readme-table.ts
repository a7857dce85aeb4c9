import { formatFigure, formatTable } from './format.ts';
import type { Results } from './results.ts';

/** The most important figures, for the README. Peers are from the same run. */
function readmeTable(results: Results): string {
  const figure = (path: string, format: string) => formatFigure(results.number(path), format);
  const extraction = (name: string) => figure(`web-extraction.figures.types.all.f1.${name}`, '.3');
  const rouge = (set: string, system: string) =>
    (100 * results.number(`summaries.figures.sets.${set}.${system}.rougeL`)).toFixed(1);
  const http = results.keys('bench/http.results').length - 1;
  return formatTable(
    ['task', 'measured on', 'measure', 'Quern', 'in the same run'],
    [
      [
        'main content of web pages',
        `${figure('web-extraction.n', ',')} pages of WCXB`,
        'word F1',
        extraction('Quern'),
        `trafilatura ${extraction('trafilatura')}, Defuddle ${extraction('Defuddle')}, Readability ${extraction('Readability')}`,
      ],
      [
        'names, English',
        `${figure('entities.figures.sets.ewt-dev.sentences', ',')} sentences of EWT`,
        'span F1',
        figure('entities.figures.sets.ewt-dev.f1', '.3'),
        `rules alone ${figure('entities.figures.sets.ewt-dev.rulesF1', '.3')}`,
      ],
      [
        'names, Portuguese',
        `${figure('entities.figures.sets.uner-pt-dev.sentences', ',')} sentences of UNER`,
        'span F1',
        figure('entities.figures.sets.uner-pt-dev.f1', '.3'),
        `rules alone ${figure('entities.figures.sets.uner-pt-dev.rulesF1', '.3')}`,
      ],
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
        `eld ${figure('language.figures.eldAccuracy', '.3')}`,
      ],
      [
        'summaries of abstracts',
        `${figure('summaries.figures.sets.scitldr-test.texts', ',')} texts of SciTLDR`,
        'ROUGE-L',
        rouge('scitldr-test', 'quern'),
        `first sentence ${rouge('scitldr-test', 'lead')}`,
      ],
      [
        'summaries of news',
        `${figure('summaries.figures.sets.cnn-dev.texts', ',')} CNN articles`,
        'ROUGE-L',
        rouge('cnn-dev', 'quern'),
        `first three sentences ${rouge('cnn-dev', 'lead')}`,
      ],
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
        figure('ocr.figures.sets.sroie.wordF1', '.3'),
        '',
      ],
      [
        'cost of the request pipeline',
        `${figure(`bench/http.results.${http}.clients`, '')} clients, every commit synced to disk`,
        'share of the throughput of the ledger alone',
        figure(`bench/http.results.${http}.httpShareOfLedger`, '.2'),
        '',
      ],
      [
        'isolation of keys',
        'short requests next to heavy and hostile ones of another key',
        'median, idle to loaded',
        `${results.number('bench/abuse.fairness.lightMedianMs.idle').toFixed(0)} to ${results.number('bench/abuse.fairness.lightMedianMs.nextToHeavy').toFixed(0)} ms`,
        '',
      ],
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

import { formatFigure, formatTable } from './format.ts';
import { planningTable } from './planning-table.ts';
import type { Results } from './results.ts';

const mapCases: readonly (readonly [name: string, title: string])[] = [
  ['pages', '500 pages of 30 ms latency, 8 connections'],
  ['sitemap50k', 'sitemap of 50,000 URLs'],
  ['sitemap50mb', 'sitemap of 50 MB'],
  ['sitemap240k', 'sitemap of 240,000 URLs'],
  ['searched240k', 'the same with a search'],
  ['links60k', 'page of 60,000 links'],
];

/** Times are shown as multiples of the bare client's time for 500 pages, which is measured in the same run. */
function mapTable(results: Results): string {
  const bareSeconds = results.number('bench/map.bareSeconds');
  const rows = mapCases.map(([name, title]) => {
    const figure = (field: string) => results.number(`bench/map.results.${name}.${field}`);
    return [
      title,
      formatFigure(figure('seconds'), '.1'),
      formatFigure(figure('seconds') / bareSeconds, '.2'),
      `${figure('memoryAboveIdleMb').toFixed(0)} MB`,
    ];
  });
  return formatTable(['case', 'seconds', 'ratio to the bare client', 'memory above idle'], rows);
}

function httpTable(results: Results): string {
  const rows = results.keys('bench/http.results').map((index) => {
    const figure = (field: string) => results.number(`bench/http.results.${index}.${field}`);
    const perSecond = (field: string) => `${formatFigure(figure(field), '3s')}/s`;
    const ratio = (field: string) => formatFigure(figure(field), '.2');
    return [
      String(figure('clients')),
      perSecond('ledgerPerSecond'),
      `${perSecond('pipelinePerSecond')} (${ratio('pipelineShareOfLedger')})`,
      `${perSecond('quernPerSecond')} (${ratio('httpShareOfLedger')})`,
      `${formatFigure(figure('cpuRatio'), '.1')} × (${figure('quernCpuUs').toFixed(0)} to ${figure('bareCpuUs').toFixed(0)} µs)`,
      `${figure('loopDelayMaxMs').toFixed(0)} ms`,
    ];
  });
  return formatTable(
    [
      'clients',
      'ledger alone',
      'pipeline without HTTP (share of the ledger)',
      'through HTTP (share of the ledger)',
      'CPU per request, ratio to the bare framework',
      'longest event loop delay',
    ],
    rows,
  );
}

/** Group commit on PostgreSQL, next to one statement for each movement. */
function ledgerTable(results: Results): string {
  const rows = results.keys('bench/ledger.results').map((index) => {
    const figure = (field: string) => results.number(`bench/ledger.results.${index}.${field}`);
    const perSecond = (field: string) => `${formatFigure(figure(field), '3s')}/s`;
    return [
      formatFigure(figure('accounts'), ','),
      String(figure('clients')),
      perSecond('alonePerSecond'),
      perSecond('groupedPerSecond'),
      `${formatFigure(figure('ratio'), '.1')} ×`,
    ];
  });
  return formatTable(['accounts', 'clients', 'one statement each', 'group commit', 'ratio'], rows);
}

function startTable(results: Results): string {
  const figure = (field: string) => results.number(`bench/start.result.${field}`);
  const seconds = (field: string) => `${(figure(field) / 1000).toFixed(1)} s`;
  const bare = 'bench/start.result.bareReadyMs';
  return formatTable(
    ['`npm start` to ready, median', 'longest', 'ratio to a bare Node server', 'memory when idle'],
    [
      [
        seconds('readyMs'),
        seconds('readyMaxMs'),
        results.has(bare) ? formatFigure(figure('readyMs') / results.number(bare), '.1') : 'not measured yet',
        `${figure('idleMb')} MB`,
      ],
    ],
    false,
  );
}

function encoderTable(results: Results): string {
  const figure = (field: string) => results.number(`bench/encoder.result.${field}`);
  const base = figure('bertBaseTokensPerSecond');
  const row = (title: string, field: string) => [
    title,
    formatFigure(figure(field), ','),
    formatFigure(figure(field) / base, '.2'),
  ];
  return formatTable(
    ['encoder', 'tokens per second', 'ratio to BERT base'],
    [
      row('entities', 'nerTokensPerSecond'),
      row('sentiment and emotions', 'sentimentTokensPerSecond'),
      row('BERT base size, quantized alike', 'bertBaseTokensPerSecond'),
    ],
  );
}

function renderingTable(results: Results): string {
  const value = (field: string) => results.number(`bench/render.${field}`);
  const last = results.keys('bench/render.samples').length - 1;
  return formatTable(
    [
      'pages',
      'failures',
      'pages per second',
      'ratio to the bare browser',
      'browser processes started',
      'browser memory after a tenth of the pages',
      'after all pages',
    ],
    [
      [
        formatFigure(value('pages'), ','),
        String(value('failures')),
        formatFigure(value('pagesPerSecond'), '.1'),
        formatFigure(value('shareOfBareBrowser'), '.2'),
        String(value('launches')),
        `${value('samples.1.browserMb').toFixed(0)} MB`,
        `${value(`samples.${last}.browserMb`).toFixed(0)} MB`,
      ],
    ],
    false,
  );
}

/** Shares of the expected text of pages that scripts create. */
function scriptPagesTable(results: Results): string {
  const value = (field: string) => results.number(`bench/script-pages.${field}`);
  return formatTable(
    [
      'pages with content',
      'expected words recovered',
      'the page with the fewest',
      'texts of consent banners',
      'pages without content',
      'of these charged',
    ],
    [
      [
        String(value('pagesWithContent')),
        formatFigure(value('recovered'), '.3'),
        formatFigure(value('recoveredMin'), '.3'),
        String(value('superfluous')),
        String(value('pagesWithoutContent')),
        String(value('chargedWithoutContent')),
      ],
    ],
    false,
  );
}

function abuseTable(results: Results): string {
  const value = (path: string) => results.number(`bench/abuse.${path}`);
  const ms = (path: string) => `${value(path).toFixed(0)} ms`;
  return formatTable(
    ['scenario', 'measure', 'result'],
    [
      [
        `${value('stalledReaders.clients')} clients request ${value('stalledReaders.resultMb')} MB and read nothing`,
        'memory above idle',
        `${value('stalledReaders.peakAboveIdleMb').toFixed(0)} MB`,
      ],
      [
        '',
        'median of other readers, without and with them',
        `${ms('stalledReaders.readerMedianMs.without')}, ${ms('stalledReaders.readerMedianMs.with')}`,
      ],
      [
        'one key sends 16 texts of 1,000,000 characters and 4 hostile PDFs at a time',
        'short requests of another key: median when idle, next to it',
        `${ms('fairness.lightMedianMs.idle')}, ${ms('fairness.lightMedianMs.nextToHeavy')}`,
      ],
      ['', '99th percentile', ms('fairness.lightP99Ms')],
      [
        '',
        'share of its throughput that the heavy key retains',
        formatFigure(value('fairness.heavyShareRetained'), '%1'),
      ],
      [
        `three times as many requests as the service completes, which may wait ${value('overload.queueSeconds')} s`,
        '99th percentile of accepted requests, ratio to that at capacity',
        formatFigure(value('overload.p99Ratio'), '.2'),
      ],
      ['', '99th percentile until a refusal', ms('overload.refusedP99Ms')],
      [
        `one key alone sends ${value('oneKey.requests')} requests, ${value('oneKey.concurrency')} at a time, one of twenty of them long`,
        'refused',
        String(value('oneKey.refused')),
      ],
      [
        '',
        'short ones: median, 99th percentile',
        `${ms('oneKey.shortMedianMs')}, ${ms('oneKey.shortP99Ms')}`,
      ],
      [
        `one key sends ${value('hostilePdfs.hostileAtOnce')} PDFs at a time that take as long to draw as a page may take`,
        'receipts of another key: median when idle, next to it, longest',
        `${ms('hostilePdfs.idleMedianMs')}, ${ms('hostilePdfs.nextToMedianMs')}, ${ms('hostilePdfs.nextToMaxMs')}`,
      ],
    ],
    false,
  );
}

/** Tables on speed, memory and fairness. Absolute figures are shown next to a ratio of the same run. */
/** Throughput and start of jobs that do nothing, by store. */
function jobsTable(results: Results): string {
  const rows = results.keys('bench/jobs.stores').map((store) => {
    const figure = (field: string) => results.number(`bench/jobs.stores.${store}.${field}`);
    const perSecond = (field: string) => `${formatFigure(figure(field), '3s')}/s`;
    const start = (state: 'idle' | 'busy') =>
      [figure(`${state}StartP50Ms`), figure(`${state}StartP99Ms`)]
        .map((ms) => formatFigure(ms, '.1'))
        .join(' / ');
    return [
      store === 'sqlite' ? 'SQLite' : 'PostgreSQL',
      perSecond('ledgerPerSecond'),
      perSecond('queuePerSecond'),
      perSecond('jobsPerSecond'),
      formatFigure(figure('shareOfSlower'), '.2'),
      `${start('idle')} ms`,
      `${start('busy')} ms`,
    ];
  });
  return formatTable(
    [
      'store',
      'ledger alone',
      'queue alone',
      'jobs',
      'share of the slower',
      'start of a job when idle, p50 / p99',
      'next to a backlog',
    ],
    rows,
  );
}

/** A batch of real work, next to the engines alone. */
function batchTable(results: Results): string {
  const figure = (field: string) => results.number(`bench/jobs.batch.${field}`);
  return formatTable(
    [
      'requests for extract-entities',
      'engines alone',
      'batch',
      'share, with the requests of the other key',
      'memory above idle',
      'requests of another key next to it, p50 / p99',
    ],
    [
      [
        formatFigure(figure('requests'), ','),
        `${formatFigure(figure('engineTextsPerSecond'), '3s')}/s`,
        `${formatFigure(figure('batchTextsPerSecond'), '3s')}/s`,
        formatFigure(figure('shareOfEngines'), '.2'),
        `${figure('memoryAboveIdleMb').toFixed(0)} MB`,
        `${figure('otherKeyMs.p50').toFixed(0)} / ${figure('otherKeyMs.p99').toFixed(0)} ms`,
      ],
    ],
    false,
  );
}

export const benchTables = {
  map: mapTable,
  http: httpTable,
  ledger: ledgerTable,
  planning: planningTable,
  start: startTable,
  encoder: encoderTable,
  rendering: renderingTable,
  'script-pages': scriptPagesTable,
  abuse: abuseTable,
  jobs: jobsTable,
  batch: batchTable,
};

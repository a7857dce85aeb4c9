import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BlockModel, loadBundledBlockModel } from '@quern/web/extract/blocks/block-model';
import { extractPage } from '@quern/web/extract/extract-page';
import {
  foldIndexOf,
  readGoldHtml,
  readGoldPages,
  registeredDomainOf,
} from '../../training/page-blocks/read-gold-pages.ts';
import { type BootstrapInterval, pairedBootstrap } from './paired-bootstrap.ts';
import { defuddle, type Peer, readability, trafilatura } from './peers.ts';
import { type ShingleCounts, shingleCounts, shingleF1 } from './shingle-f1.ts';
import { splitMarkdownWords, splitWords, wordF1 } from './word-f1.ts';

/**
 * Measures the main content of labelled pages by word F1 for each type of page, ours beside Readability,
 * Defuddle and (with `--python`) trafilatura in one run:
 *
 *     node --conditions=source eval/web/measure-extraction.ts PAGES --folds FOLDER [--python PATH]
 *       [--every N] [--worst N] [--write]
 *
 * PAGES is `../shared/data/web/wcxb-dev.tar.xz`, unpacked. FOLDER has the trees of the ten folds as
 * training/page-blocks/train.py writes them; each page is judged by those that did not see its site. Without it the
 * shipped trees judge, which have seen these pages: a check that all works, no figure. `--write` puts the
 * result into bench/results.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folds: { type: 'string' },
    python: { type: 'string' },
    every: { type: 'string', default: '1' },
    worst: { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
    'no-peers': { type: 'boolean', default: false },
  },
});
const foldCount = 10;
const folder = resolve(positionals[0] ?? '');
const peers: Peer[] = options['no-peers'] ? [] : [readability, defuddle];
if (options.python) peers.push(trafilatura(options.python));
const models = new Map<number, BlockModel>();

async function modelFor(site: string): Promise<BlockModel> {
  if (!options.folds) return loadBundledBlockModel();
  const fold = foldIndexOf(site, foldCount);
  let model = models.get(fold);
  if (!model) {
    const file = join(options.folds, `fold-${fold}.json`);
    if (!existsSync(file)) throw new Error(`${file} is missing: run training/page-blocks/train.py`);
    model = new BlockModel(JSON.parse(readFileSync(file, 'utf8')));
    models.set(fold, model);
  }
  return model;
}

interface Scored {
  readonly id: string;
  readonly type: string;
  readonly scores: ReadonlyMap<string, number>;
  readonly shingles: ReadonlyMap<string, ShingleCounts>;
}

const ours = 'Quern';
const scored: Scored[] = [];
const cpuMs = new Map<string, number>();
const snippets = { wanted: 0, found: 0, refused: 0, absent: 0 };
const pages = readGoldPages(folder);
for (let index = 0; index < pages.length; index += Number(options.every)) {
  const page = pages[index];
  if (!page) continue;
  const html = readGoldHtml(folder, page.id);
  const gold = splitWords(page.gold);
  const model = await modelFor(registeredDomainOf(page));
  const scores = new Map<string, number>();
  const shingles = new Map<string, ShingleCounts>();
  const measure = async (name: string, extract: () => Promise<string[]>) => {
    const before = process.cpuUsage();
    const answer = await extract();
    const { user, system } = process.cpuUsage(before);
    cpuMs.set(name, (cpuMs.get(name) ?? 0) + (user + system) / 1000);
    scores.set(name, wordF1(answer, gold));
    shingles.set(name, shingleCounts(answer, gold));
    return answer;
  };
  let markdown = '';
  const answer = await measure(ours, async () => {
    ({ markdown } = await extractPage({ html, url: page.url }, model));
    return splitMarkdownWords(markdown);
  });
  for (const peer of peers) await measure(peer.name, () => peer.extract(html, page.url));
  countSnippets(answer.join(' '), page.with_, page.without);
  scored.push({ id: page.id, type: page.type, scores, shingles });
}
for (const peer of peers) peer.close();

/** Labelled snippets that must be in an answer, and that must not. */
function countSnippets(answer: string, wanted: readonly string[], refused: readonly string[]): void {
  const inside = (text: string) => ` ${answer} `.includes(` ${splitWords(text).join(' ')} `);
  snippets.wanted += wanted.length;
  snippets.found += wanted.filter(inside).length;
  snippets.refused += refused.length;
  snippets.absent += refused.filter((text) => !inside(text)).length;
}

const names = [ours, ...peers.map((peer) => peer.name)];
const types = ['all', ...new Set(scored.map((page) => page.type).toSorted())];
const scoresOf = (name: string, type: string) =>
  scored.filter((page) => type === 'all' || page.type === type).map((page) => page.scores.get(name) ?? 0);
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const show = ({ mean: middle, low, high }: BootstrapInterval) =>
  `${middle.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;

const lines = [
  options.folds
    ? `Word F1 of main content on the development half of WCXB (${scored.length} pages); ten folds split by site, each page judged by trees that did not see its site. All in one run.`
    : `Word F1 on ${scored.length} pages that the shipped trees were trained on: no figure of quality.`,
  '',
  `| type | pages | ${names.join(' | ')} |`,
  `| --- | ---: | ${names.map(() => '---:').join(' | ')} |`,
  ...types.map(
    (type) =>
      `| ${type} | ${scoresOf(ours, type).length} | ${names.map((name) => mean(scoresOf(name, type)).toFixed(3)).join(' | ')} |`,
  ),
];
if (peers.length > 0) {
  lines.push(
    '',
    'How far ours lies above each peer, with the middle 95 % of a paired bootstrap over pages:',
    '',
    `| type | ${names.slice(1).join(' | ')} |`,
    `| --- | ${names
      .slice(1)
      .map(() => '---:')
      .join(' | ')} |`,
    ...types.map(
      (type) =>
        `| ${type} | ${names
          .slice(1)
          .map((name) => show(pairedBootstrap(scoresOf(ours, type), scoresOf(name, type))))
          .join(' | ')} |`,
    ),
  );
}
const articles = scored.filter((page) => page.type === 'article');
const none: ShingleCounts = { hits: 0, surplus: 0, missed: 0 };
lines.push(
  '',
  `Shingle F1 (runs of four words) of the ${articles.length} articles: ${names
    .map((name) => `${name} ${shingleF1(articles.map((page) => page.shingles.get(name) ?? none)).toFixed(3)}`)
    .join(', ')}.`,
  `Labelled snippets: ${percent(snippets.found, snippets.wanted)} of those wanted are there, ${percent(snippets.absent, snippets.refused)} of those unwanted are not.`,
  `CPU milliseconds a page: ${names
    .filter((name) => name !== 'trafilatura')
    .map((name) => `${name} ${((cpuMs.get(name) ?? 0) / Math.max(1, scored.length)).toFixed(0)}`)
    .join(', ')}.`,
);
console.log(lines.join('\n'));
if (options.write) {
  const file = new URL('../results/web-extraction.md', import.meta.url);
  writeFileSync(file, `${lines.join('\n')}\n`);
}
const worst = scored.toSorted((a, b) => (a.scores.get(ours) ?? 0) - (b.scores.get(ours) ?? 0));
for (const page of worst.slice(0, Number(options.worst))) {
  console.log(page.id, page.type, names.map((name) => page.scores.get(name)?.toFixed(2)).join(' '));
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

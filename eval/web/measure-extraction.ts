/**
 * Measures the main content of labeled web pages by word F1 for each type of page. In the same run: Readability,
 * Defuddle and trafilatura.
 *
 *     node --conditions=source eval/web/measure-extraction.ts PAGES --folds FOLDER --python PATH
 *       [--every N] [--worst N] [--no-peers]
 *
 * PAGES is the unpacked `../shared/data/web/wcxb-dev.tar.xz`. FOLDER contains the block models of the folds,
 * written by training/page-blocks/train.py: each page is scored with the model that was trained without its site.
 * Most gold texts leave the title out, so the title above the text is not scored unless the gold text has it.
 * PATH is a Python interpreter with the packages of eval/web/requirements.txt. `--every N` scores every Nth page and
 * `--no-peers` leaves the peers out; neither writes a result. `--worst N` prints the pages with the lowest scores.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { analyzePage } from '@quern/web/extract/analyze-page';
import { BlockModel } from '@quern/web/extract/blocks/block-model';
import { extractPage } from '@quern/web/extract/extract-page';
import { selectContent } from '@quern/web/extract/select-content';
import {
  foldCount,
  foldIndexOf,
  type GoldPage,
  readGoldPages,
  registeredDomainOf,
} from '../../training/page-blocks/read-gold-pages.ts';
import { DataFiles } from '../data/data-files.ts';
import { splitMarkdownWords, splitWords } from '../metrics/word-f1.ts';
import { writeResult } from '../write-result.ts';
import { PageScores } from './page-scores.ts';
import { loadDefuddle, loadReadability, startTrafilatura, type WebPeer } from './peers.ts';
import { withoutUnlabeledTitle } from './without-unlabeled-title.ts';

const engineName = 'Quern';
/** Pages with less Markdown than this are checked for the rule that empties a page. */
const shortMarkdownMax = 200;

/** Loads the block model that was trained without a site, each file once. */
class FoldModels {
  readonly #folder: string;
  readonly #models = new Map<number, BlockModel>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  modelFor(site: string): BlockModel {
    const fold = foldIndexOf(site, foldCount);
    let model = this.#models.get(fold);
    if (model === undefined) {
      const file = join(this.#folder, `fold-${fold}.json`);
      if (!existsSync(file))
        throw new Error(`${file} does not exist: run training/page-blocks/train.py with --folds`);
      model = new BlockModel(JSON.parse(readFileSync(file, 'utf8')));
      this.#models.set(fold, model);
    }
    return model;
  }
}

/** True when no block reached the probability below which a page counts as empty (`hasNoContent` in classify-blocks.ts). */
async function isEmptiedByRule(page: GoldPage, html: string, model: BlockModel): Promise<boolean> {
  const { classification } = await selectContent(await analyzePage({ html, url: page.url }), model);
  const { threshold, probabilities } = classification;
  return probabilities.length > 0 && threshold === 1 && probabilities.every((probability) => probability < 1);
}

async function cpuMsOf<Result>(work: () => Promise<Result>): Promise<{ result: Result; cpuMs: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}

async function measurePage(
  page: GoldPage,
  html: string,
  model: BlockModel,
  peers: readonly WebPeer[],
  scores: PageScores,
): Promise<void> {
  const gold = splitWords(page.gold);
  const engine = await cpuMsOf(async () => {
    const { markdown } = await extractPage({ html, url: page.url }, model);
    const scored = withoutUnlabeledTitle(markdown, page.title, page.gold);
    return { markdown, words: splitMarkdownWords(scored) };
  });
  const { markdown, words } = engine.result;
  const isEmptied = markdown.length < shortMarkdownMax && (await isEmptiedByRule(page, html, model));
  const entry = scores.addPage({ id: page.id, type: page.type, isEmptiedByRule: isEmptied });
  entry.add(engineName, words, gold, engine.cpuMs);
  scores.addSnippets(words, page.with_, page.without);
  for (const peer of peers) {
    const { result, cpuMs } = await cpuMsOf(() => peer.extract(html, page.url));
    entry.add(peer.name, result, gold, cpuMs);
  }
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      folds: { type: 'string' },
      python: { type: 'string' },
      every: { type: 'string', default: '1' },
      worst: { type: 'string', default: '0' },
      'no-peers': { type: 'boolean', default: false },
    },
  });
  const [pages] = positionals;
  if (pages === undefined || values.folds === undefined)
    throw new Error('Name the folder of the pages and --folds, the folder of the block models.');
  if (values.python === undefined && !values['no-peers'])
    throw new Error('Name --python, an interpreter with trafilatura, or use --no-peers.');
  return { ...values, folds: values.folds, pages: resolve(pages), every: Number(values.every) };
}

async function main(): Promise<void> {
  const options = readOptions();
  const data = new DataFiles(options.pages);
  data.read('gold.jsonl');
  const models = new FoldModels(options.folds);
  const peers = options['no-peers']
    ? []
    : [await loadReadability(), await loadDefuddle(), await startTrafilatura(options.python ?? 'python3')];
  const scores = new PageScores([engineName, ...peers.map(({ name }) => name)]);
  for (const [index, page] of readGoldPages(options.pages).entries()) {
    if (index % options.every !== 0) continue;
    const html = data.read(`html/${page.id}.html`).toString('utf8');
    await measurePage(page, html, models.modelFor(registeredDomainOf(page)), peers, scores);
  }
  for (const peer of peers) peer.close();
  const figures = scores.figures();
  console.log(JSON.stringify(figures, null, 2));
  for (const line of scores.worst(Number(options.worst))) console.log(line);
  if (options.every === 1 && peers.length > 0)
    writeResult('web-extraction', {
      claim: 'Main content of web pages: word F1 on labeled pages, five folds split by site',
      script: import.meta.filename,
      data,
      n: figures.pages,
      seed: figures.pages,
      versions: Object.assign({}, ...peers.map(({ versions }) => versions)),
      figures,
    });
}

await main();

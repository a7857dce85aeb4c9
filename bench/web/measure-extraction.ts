import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readability } from '@mozilla/readability';
import { extractPage } from '@quern/engines/web/extract/extract-page';
import { parseHTML } from 'linkedom';
import { markdownWords, wordF1, words } from './word-f1.ts';

/**
 * Measures the main content of labelled pages by word F1, for each type of page: ours, and Readability alone
 * (its plain text) in the same run. WCXB's development half lies packed in `../shared/data/web`; unpack it
 * and give the folder: `node --conditions=source bench/web/measure-extraction.ts FOLDER [every nth] [worst]`.
 */
interface GoldPage {
  readonly id: string;
  readonly url: string;
  readonly type: string;
  readonly gold: string;
}

const folder = resolve(process.argv[2] ?? '');
const step = Number(process.argv[3] ?? 1);
const worstCount = Number(process.argv[4] ?? 0);
if (!existsSync(join(folder, 'gold.jsonl'))) {
  console.error(`${folder} has no gold.jsonl; unpack ../shared/data/web/wcxb-dev.tar.xz and give its folder`);
  process.exit(1);
}

const scores = new Map<string, { ours: number[]; readability: number[] }>();
const worst: { id: string; type: string; ours: number; readability: number; reason: string }[] = [];
const time = { ours: 0, readability: 0 };
const pages = readFileSync(join(folder, 'gold.jsonl'), 'utf8').trim().split('\n');
for (let index = 0; index < pages.length; index += step) {
  const page: GoldPage = JSON.parse(pages[index] ?? '');
  const html = readFileSync(join(folder, 'html', `${page.id}.html`), 'utf8');
  const gold = words(page.gold);
  const started = performance.now();
  const { markdown, debug } = await extractPage({ html, url: page.url, debug: true });
  const between = performance.now();
  const ours = wordF1(markdownWords(markdown), gold);
  const readability = wordF1(words(readabilityText(html)), gold);
  time.ours += between - started;
  time.readability += performance.now() - between;
  for (const type of [page.type, 'all']) {
    const entry = scores.get(type) ?? { ours: [], readability: [] };
    entry.ours.push(ours);
    entry.readability.push(readability);
    scores.set(type, entry);
  }
  worst.push({ id: page.id, type: page.type, ours, readability, reason: debug?.reason ?? '' });
}

function readabilityText(html: string): string {
  try {
    const { document } = parseHTML(html);
    return Reflect.construct(Readability, [document]).parse()?.textContent ?? '';
  } catch {
    return '';
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
console.log('| type | pages | Quern | Readability |\n| --- | --- | --- | --- |');
for (const [type, entry] of scores) {
  console.log(
    `| ${type} | ${entry.ours.length} | ${mean(entry.ours).toFixed(3)} | ${mean(entry.readability).toFixed(3)} |`,
  );
}
const count = scores.get('all')?.ours.length ?? 1;
console.log(
  `milliseconds a page: Quern ${(time.ours / count).toFixed(0)}, Readability ${(time.readability / count).toFixed(0)}`,
);
for (const page of worst.sort((a, b) => a.ours - b.ours).slice(0, worstCount)) {
  console.log(page.id, page.type, page.ours.toFixed(2), page.readability.toFixed(2), page.reason);
}

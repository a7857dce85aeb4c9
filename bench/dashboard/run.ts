/**
 * Measures the dashboard in a headless browser: how long bundling takes without and with its cache, the time until it is interactive next to the time
 * until a page of a few bytes of the same server is loaded, the cumulative layout shift of each page, and the longest task
 * of the main thread while a text of 1,000,000 characters and a PDF of 100 pages are put in, processed and shown.
 *
 *     npm run bench:dashboard
 *
 * BENCH_ROUNDS sets the number of loads (7).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { views } from '@quern/dashboard/views';
import { launchTestBrowser } from '@quern/testing/browser/launch-test-browser';
import { startTestService, testApiKey } from '@quern/testing/service/start-test-service';
import type { Browser, Page } from 'playwright-core';
import { median } from '../../eval/metrics/statistics.ts';
import { makeTextPdf } from '../documents/make-large-files.ts';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';
import { MeasuredPage } from './measured-page.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const textLength = 1_000_000;
const pageCount = 100;
const resultTimeoutMs = 540_000;

const sentences = [
  'Ada Lovelace paid 500 dollars to Acme Ltd. in London on May 3, 2021.',
  'The bread of the old mill is wonderful, but the service was slow.',
  'Write to ada@example.org or call the office in Hamburg before Friday.',
];

/** Paragraphs of English sentences with numbers, so that none is repeated. */
function makeText(): string {
  let text = '';
  for (let index = 0; text.length < textLength; index += 1) {
    text += `${index}. ${sentences[index % sentences.length]}${index % 8 === 7 ? '\n\n' : ' '}`;
  }
  return text.slice(0, textLength);
}

/** Milliseconds of the first bundling in a new process, without and with the cache of an earlier start. */
function measureBundling() {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bundle-'));
  const cachePath = join(folder, 'bundle.json');
  const script = join(import.meta.dirname, 'bundle-once.ts');
  const bundle = (...path: string[]): number =>
    Number(execFileSync(process.execPath, ['--conditions=source', script, ...path], { encoding: 'utf8' }));
  bundle(cachePath);
  const measured = {
    bundlingMs: Math.round(median(Array.from({ length: rounds }, () => bundle()))),
    cachedBundlingMs: Math.round(median(Array.from({ length: rounds }, () => bundle(cachePath)))),
  };
  rmSync(folder, { recursive: true, force: true });
  return measured;
}

async function measureLoading(browser: Browser, url: string) {
  const readyMs: number[] = [];
  const emptyMs: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const empty = await MeasuredPage.open(browser, `${url}/livez`, testApiKey);
    const emptyLoaded = await empty.loadedMs();
    await empty.close();
    const dashboard = await MeasuredPage.open(browser, `${url}/`, testApiKey);
    const ready = await dashboard.untilReady();
    await dashboard.close();
    readyMs.push(ready);
    emptyMs.push(emptyLoaded);
    ratios.push(ready / emptyLoaded);
  }
  return {
    interactiveMs: Math.round(median(readyMs)),
    emptyPageMs: Math.round(median(emptyMs)),
    ratio: Number(median(ratios).toFixed(2)),
  };
}

async function measureShifts(browser: Browser, url: string): Promise<Record<string, number>> {
  const shifts: Record<string, number> = {};
  for (const view of views) {
    const opened = await MeasuredPage.open(browser, `${url}/#/${view}`, testApiKey);
    await opened.page.locator(`main[data-view="${view}"] h1`).waitFor();
    shifts[view] = Number((await opened.settledShift()).toFixed(4));
    await opened.close();
  }
  return shifts;
}

const run = async (page: Page): Promise<void> => {
  await page.locator('.run-bar button').click();
  await page.locator('.result').waitFor({ timeout: resultTimeoutMs });
};

/**
 * Puts a long text into a text area and types, in the way of a person who drops a text. Playwright's `fill` uses an editing
 * command, which alone takes minutes for it.
 */
async function measureInput(opened: MeasuredPage) {
  const { page } = opened;
  const text = JSON.stringify(makeText());
  const put = `(() => { const area = document.querySelector('textarea'); area.value = ${text}; area.dispatchEvent(new Event('input', { bubbles: true })); })()`;
  const putMs = await opened.longestTask(() => page.evaluate(put));
  const area = page.locator('textarea').first();
  const typingMs = await opened.longestTask(async () => {
    await area.press('End');
    await area.pressSequentially('The mill.', { delay: 30 });
  });
  return { putMs, typingMs };
}

/** A text area on a page without anything else. */
async function measureBareInput(browser: Browser, url: string) {
  const opened = await MeasuredPage.open(browser, `${url}/livez`, testApiKey);
  const add =
    "(() => { const area = document.createElement('textarea'); area.rows = 11; area.cols = 60; document.body.replaceChildren(area); })()";
  await opened.page.evaluate(add);
  const measured = await measureInput(opened);
  await opened.close();
  return measured;
}

async function measureText(browser: Browser, url: string, operation: string) {
  const opened = await MeasuredPage.open(browser, `${url}/#/playground/${operation}`, testApiKey);
  await opened.untilReady();
  const measured = await measureInput(opened);
  const resultMs = await opened.longestTask(() => run(opened.page));
  await opened.close();
  return { ...measured, resultMs };
}

async function measurePdf(browser: Browser, url: string, operation: string) {
  const opened = await MeasuredPage.open(browser, `${url}/#/playground/${operation}`, testApiKey);
  const { page } = opened;
  await opened.untilReady();
  const file = { name: 'pages.pdf', mimeType: 'application/pdf', buffer: makeTextPdf(pageCount) };
  await page.locator('input[type=file]').setInputFiles(file);
  const resultMs = await opened.longestTask(async () => {
    await run(page);
    await page.getByRole('tab').first().waitFor();
  });
  let tabsMs = 0;
  for (const tab of await page.locator('.result').getByRole('tab').all()) {
    tabsMs = Math.max(tabsMs, await opened.longestTask(() => tab.click()));
  }
  await opened.close();
  return { resultMs, tabsMs };
}

async function main(): Promise<void> {
  const bundling = measureBundling();
  const service = await startTestService({ QUERN_CHROMIUM: 'off' });
  const browser = await launchTestBrowser();
  // Bundled by the first request, which is not measured.
  await fetch(service.url, { headers: { accept: 'text/html' } });
  const loading = await measureLoading(browser, service.url);
  console.log({ bundling, loading });
  const shifts = await measureShifts(browser, service.url);
  console.log(shifts);
  const description = describeRun();
  const longestTaskMs: Record<string, object> = {
    bareTextArea: await measureBareInput(browser, service.url),
  };
  console.log(longestTaskMs);
  longestTaskMs['convert'] = await measurePdf(browser, service.url, 'convert');
  console.log('convert', longestTaskMs['convert']);
  /** After each operation, since the engines take minutes for one of these texts. */
  const save = (): void => {
    writeBenchResult('dashboard', {
      ...description,
      rounds,
      textLength,
      pageCount,
      ...bundling,
      loading,
      layoutShift: shifts,
      longestTaskMs,
    });
  };
  for (const operation of ['summarize', 'extract-entities', 'sentiment']) {
    longestTaskMs[operation] = await measureText(browser, service.url, operation);
    console.log(operation, longestTaskMs[operation]);
    save();
  }
  await browser.close();
  await service.stop();
}

await main();

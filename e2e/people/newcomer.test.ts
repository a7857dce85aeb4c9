import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launchTestBrowser } from '@quern/testing/browser/launch-test-browser';
import { isBrowserMissing } from '@quern/testing/browser/test-browser';
import { drawScannedPage } from '@quern/testing/documents/draw-scanned-page';
import { makeScannedPdf } from '@quern/testing/documents/make-scanned-pdf';
import { type SpawnedService, spawnService } from '@quern/testing/service/spawn-service';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDashboard, signIn } from '../dashboard/open-dashboard.ts';

const run = promisify(execFile);
const pageOf = (title: string, text: string): string =>
  `<title>${title}</title><main><h1>${title}</h1><p>${text}</p><a href="/">Start</a> <a href="/shop">Shop</a></main>`;

describe.skipIf(isBrowserMissing())('a newcomer', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quern-data-'));
  let service: SpawnedService;
  let browser: Browser;
  let site: TestSite;
  beforeAll(async () => {
    const environment = {
      QUERN_DATA_DIR: dataDir,
      QUERN_CHROMIUM: 'off',
      QUERN_OFFLINE: '1',
      QUERN_FETCH_ALLOW: '127.0.0.0/8',
    };
    [service, browser, site] = await Promise.all([
      spawnService({ environment, launcher: 'npm' }),
      launchTestBrowser(),
      serveSite({
        '/': pageOf('Mill', 'The old mill by the river grinds the grain of the whole village every day.'),
        '/shop': pageOf('Shop', 'The shop sells flour and bread on Saturdays from nine to one.'),
      }),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await service.terminate('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });

  const choose = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  const press = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.locator('.result').waitFor();
  };
  /** Drops a file on the input, as from a file manager. */
  const drop = async (page: Page, name: string, bytes: Buffer): Promise<void> => {
    const transfer = await page.evaluateHandle(`(() => {
      const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], '${name}', { type: 'application/pdf' }));
      return transfer;
    })()`);
    await page.locator('.drop').dispatchEvent('drop', { dataTransfer: transfer });
    await page.locator('.drop').getByText(name).waitFor();
  };

  it('starts the service, opens its link, and gets from a first text to a key that is used by a program', async () => {
    await service.untilPrinted(/#start=\w+\n/);
    const hash = /\/(#start=\w+)\n/.exec(service.output())?.[1] ?? '';
    const { page, problems } = await openDashboard(browser, { url: service.url, hash });
    await page.locator('#balance').getByText('10,000 credits').waitFor();
    await page.getByText('Admin token', { exact: true }).waitFor();
    expect(page.url()).not.toContain(hash);
    const second = await openDashboard(browser, { url: service.url, hash });
    await second.page.getByText('This link has been used').waitFor();
    await second.page.context().close();

    await page
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('Ada Lovelace paid 500 dollars to Acme Ltd. in London on May 3, 2021.');
    await press(page);
    for (const name of ['Ada Lovelace', 'London']) {
      await page.locator('.result').getByText(name).first().waitFor();
    }

    const pages = [
      await drawScannedPage(['HADLEY MILL', 'Founded by the river in 1794']),
      await drawScannedPage(['OPENING HOURS', 'Saturday nine to one']),
    ];
    const scan = makeScannedPdf(pages);
    await choose(page, 'Text recognition');
    await drop(page, 'scan.pdf', scan);
    await press(page);
    await expect.poll(() => page.locator('svg.scan polygon').count()).toBe(2);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.locator('.lines').getByText('OPENING HOURS').waitFor();

    await choose(page, 'Documents');
    await drop(page, 'scan.pdf', scan);
    await press(page);
    await page.getByRole('tab', { name: 'Markdown' }).click();
    await page.getByRole('tabpanel').getByText('Founded by the river in 1794').first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('group', { name: 'Download' }).getByRole('button', { name: 'Markdown' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('OPENING HOURS');

    await choose(page, 'Crawl');
    await page.getByRole('textbox', { name: 'Web address' }).fill(`${site.origin}/`);
    await press(page);
    await choose(page, 'Jobs');
    await page.getByRole('row', { name: /Crawl.*Succeeded/ }).waitFor();
    expect(site.hits).toContain('/shop');

    await choose(page, 'Keys');
    await page.getByText('Create a key').click();
    await page.getByLabel('Name').fill('first program');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const issued = page.getByRole('region', { name: 'The new key' });
    const key = (await issued.locator('code').first().textContent()) ?? '';

    await choose(page, 'Sentiment');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill("The bread isn't bad at all.");
    await page.getByText('Code for this request').click();
    const command = page.locator('.code-drawer').getByRole('tabpanel').locator('pre');
    await expect.poll(() => command.textContent()).toContain('bread');
    const program = (await command.textContent()) ?? '';
    const runCommand = async (): Promise<unknown> => {
      const { stdout } = await run('sh', ['-c', program], { env: { ...process.env, QUERN_API_KEY: key } });
      return JSON.parse(stdout);
    };
    expect(await runCommand()).toMatchObject({ success: true, data: { usage: 1 } });

    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, key);
    await choose(page, 'Usage');
    const spent = page.getByRole('listitem').filter({ hasText: 'Credits spent' }).locator('strong');
    await spent.getByText('1', { exact: true }).waitFor();
    await page.locator('.chart canvas').waitFor();
    await runCommand();
    await page.reload();
    await spent.getByText('2', { exact: true }).waitFor();
    await page.locator('.chart canvas').waitFor();
    expect(problems).toEqual([]);
  });
});

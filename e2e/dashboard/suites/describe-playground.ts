import { readFile } from 'node:fs/promises';
import { testApiKey } from '@quern/testing/service/start-test-service';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DashboardTest } from '../dashboard-test.ts';
import { findTooWide, findViolations, findViolationsAtEveryWidth } from '../find-violations.ts';

/** The playground. */
export function describePlayground(dashboard: DashboardTest): void {
  describe('the playground', () => {
    let site: TestSite;
    beforeAll(async () => {
      site = await serveSite({
        '/': '<title>Mill</title><main><h1>Mill</h1><p>The old mill by the river grinds the grain of the whole village every day.</p><a href="/shop">Shop</a></main>',
        '/shop':
          '<title>Shop</title><main><h1>Shop</h1><p>The shop sells flour and bread on Saturdays from nine to one.</p></main>',
      });
    });
    afterAll(() => site.close());

    const open = (hash: string, width = 1280) =>
      dashboard.open(hash, { session: { apiKey: testApiKey }, viewport: { width, height: 900 } });
    const run = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: /^Run/ }).click();
      await page.locator('.result').waitFor();
    };

    it.each([
      ['extract-entities', 'Acme Ltd.'],
      ['sentiment', 'Probabilities'],
      ['summarize', 'Places of the sentences in the original'],
      ['ocr', 'HADLEY MILL SHOP'],
      ['convert', 'Sourdough bread'],
    ])(
      'runs the example of %s, which is accessible in both color schemes and on a phone',
      async (operation, shown) => {
        const { page, problems } = await open(`#/playground/${operation}`);
        await run(page);
        await page.locator('.result').getByText(shown).first().waitFor();
        await page.locator('.more-options > summary').click();
        expect(await findViolationsAtEveryWidth(page)).toEqual([]);
        expect(problems).toEqual([]);
      },
    );

    it.each(['scrape', 'map'])('runs %s on a page', async (operation) => {
      const { page, problems } = await open(`#/playground/${operation}`);
      await page.getByRole('textbox', { name: 'Web address' }).fill(`${site.origin}/`);
      await run(page);
      await page
        .locator('.result')
        .getByText(operation === 'map' ? '/shop' : 'The old mill')
        .first()
        .waitFor();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      expect(problems).toEqual([]);
    });

    it('has a page without violations for each operation that needs a network', async () => {
      const { page } = await open('#/playground/translate');
      for (const operation of ['translate', 'crawl']) {
        await page.goto(`${dashboard.service.url}/#/playground/${operation}`);
        await page.locator('form h2, form textarea, form input').first().waitFor();
        expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      }
    });

    it('is run by Ctrl+Enter, and shows the price before', async () => {
      const { page } = await open('#/playground/summarize');
      await page.getByRole('textbox', { name: 'Text' }).fill('The mill was built in 1794. It is old.');
      await page
        .locator('.price')
        .getByText(/^2 credits · \d\d tokens$/)
        .waitFor();
      await page.keyboard.press('Control+Enter');
      await page.locator('.result').waitFor();
    });

    it('keeps options in the URL, and never the text', async () => {
      const { page } = await open('#/playground/extract-entities');
      await page.locator('.more-options > summary').click();
      await page.getByLabel('Redact').selectOption('By asterisks');
      await page.getByLabel('Never entities').fill('secret phrase');
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill('private text of Ada Lovelace');
      await expect.poll(() => new URL(page.url()).hash).toBe('#/playground/extract-entities?redact=mask');
      await run(page);
      await page.getByRole('tab', { name: 'Redacted' }).click();
      await page.getByText('private text of ************').waitFor();
    });

    it('shows a long document part by part', async () => {
      const { page } = await open('#/playground/convert');
      const rows = Array.from({ length: 700 }, (_, index) => `loaf ${index},${index * 2}`);
      const buffer = Buffer.from(['name,price', ...rows].join('\n'));
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'bread.csv', mimeType: 'text/csv', buffer });
      await run(page);
      await page.getByRole('tab', { name: 'Tables' }).click();
      const result = page.locator('.result');
      expect(await result.getByRole('row').count()).toBe(301);
      await result.getByRole('button', { name: 'Show more (300 of 700)' }).click();
      await result.getByRole('button', { name: 'Show more (600 of 700)' }).click();
      await expect.poll(() => result.getByRole('row').count()).toBe(701);
      expect(await result.getByRole('button', { name: /^Show more/ }).count()).toBe(0);
    });

    it('shows a wide table of a document on a phone, which scrolls by the keyboard', async () => {
      const { page } = await open('#/playground/convert', 360);
      const row = (word: string): string =>
        Array.from({ length: 12 }, (_, index) => `${word}${index}`).join(',');
      const buffer = Buffer.from(['quantity', 'bread', 'flour'].map(row).join('\n'));
      await page.locator('.drop').getByText('mill-shop.html').waitFor();
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'wide.csv', mimeType: 'text/csv', buffer });
      await run(page);
      const scrolled = (): Promise<number> =>
        page.evaluate<number>("document.querySelector('.result .scroll').scrollLeft");
      await page.getByRole('group', { name: 'Table' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(scrolled).toBeGreaterThan(0);
      expect([...(await findTooWide(page)), ...(await findViolations(page))]).toEqual([]);
      await page.getByRole('tab', { name: 'Tables' }).click();
      await page.getByRole('region', { name: 'Table' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(scrolled).toBeGreaterThan(0);
      expect([...(await findTooWide(page)), ...(await findViolations(page))]).toEqual([]);
    });

    it('explains an error in plain words, with the details of the service', async () => {
      const { page } = await open('#/playground/map');
      await page.getByRole('textbox', { name: 'Web address' }).fill('http://10.0.0.1/');
      await page.getByRole('button', { name: /^Run/ }).click();
      const alert = page.getByRole('alert');
      await alert.getByText('This address is on a private network').waitFor();
      await alert.getByText('Details').click();
      await alert.getByText('QUERN_FETCH_ALLOW').waitFor();
      expect(await findViolations(page)).toEqual([]);
    });

    it('saves a result as CSV and XLSX, and shows the code of exactly this request without the key', async () => {
      const { page } = await open('#/playground/extract-entities');
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Ada Lovelace, ada@example.org');
      await run(page);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ]);
      const csv = await readFile(await download.path(), 'utf8');
      expect(csv).toContain('ada@example.org,EMAIL');
      const [workbook] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'XLSX' }).click(),
      ]);
      const form = new FormData();
      form.append('file', new Blob([await readFile(await workbook.path())]), workbook.suggestedFilename());
      const read = await fetch(`${dashboard.service.url}/v0/convert`, {
        method: 'POST',
        headers: { authorization: `Bearer ${testApiKey}` },
        body: form,
      });
      expect(await read.json()).toMatchObject({
        data: {
          format: 'xlsx',
          tables: [
            { rows: expect.arrayContaining([expect.arrayContaining(['ada@example.org', 'EMAIL', '14'])]) },
          ],
        },
      });
      await page.getByText('Code for this request').click();
      const code = page.locator('.code-drawer').getByRole('tabpanel');
      expect(await code.textContent()).toContain('{"text":"Ada Lovelace, ada@example.org"}');
      await page.getByRole('tab', { name: 'Response' }).click();
      expect(await code.textContent()).toContain('"EMAIL"');
      expect(await page.content()).not.toContain(testApiKey);
      expect(await findViolations(page)).toEqual([]);
    });

    it('is left by the menu on a phone', async () => {
      const { page } = await open('#/playground/convert', 360);
      await page.getByRole('button', { name: 'Menu' }).click();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Sentiment' }).click();
      await page.getByRole('heading', { name: 'Sentiment' }).waitFor();
    });
  });
}

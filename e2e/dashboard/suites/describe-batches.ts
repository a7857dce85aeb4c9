import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DashboardTest, TestAccount } from '../dashboard-test.ts';
import { findViolationsAtEveryWidth } from '../find-violations.ts';

const link = (path: string): string => `<a href="${path}">${path}</a>`;
const pageOf = (title: string, text: string, ...paths: string[]): string =>
  `<title>${title}</title><main><h1>${title}</h1><p>${text}</p>${paths.map(link).join(' ')}</main>`;

/** From a site map to a batch of its pages. */
export function describeBatches(dashboard: DashboardTest): void {
  describe('a batch of pages', () => {
    let account: TestAccount;
    let site: TestSite;
    beforeAll(async () => {
      [account, site] = await Promise.all([
        dashboard.createAccount('scraper'),
        serveSite({
          '/': pageOf('Mill', 'The old mill grinds grain every day.', '/shop/bread', '/shop/flour', '/about'),
          '/shop/bread': pageOf(
            'Bread',
            'The bread is baked on Saturdays with flour of the mill.',
            '/shop/gone',
          ),
          '/shop/flour': pageOf('Flour', 'The flour is ground from wheat of the village.'),
          '/about': pageOf('About', 'The mill was built by the river in 1794.'),
        }),
      ]);
    });
    afterAll(() => site.close());

    it('is selected in the site map by path, scraped, and followed until its results are there', async () => {
      const { session } = account;
      const { page, problems } = await dashboard.open('#/playground/map', { session });
      await page.getByRole('textbox', { name: 'Web address' }).fill(`${site.origin}/`);
      await page.getByRole('button', { name: /^Run/ }).click();
      const result = page.locator('.result');
      await result.getByText('shop', { exact: true }).waitFor();
      const all = result.getByLabel('Select all pages that are shown');
      await all.check();
      await result.getByLabel('All pages below shop').uncheck();
      expect(await page.evaluate("document.querySelector('.scrape-bar input').indeterminate")).toBe(true);
      await all.check();
      await all.uncheck();
      await result.getByText('shop', { exact: true }).click();
      await result.getByLabel('All pages below shop').check();
      expect(await result.getByLabel(`${site.origin}/shop/flour`).isChecked()).toBe(true);
      expect(await result.getByLabel(`${site.origin}/about`).isChecked()).toBe(false);
      await result.getByRole('tab', { name: 'Table' }).click();
      await result.getByLabel(`${site.origin}/about`).check();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      const pages = await result.getByRole('row').getByRole('checkbox', { checked: true }).count();
      const hits = site.hits.length;
      await result.getByRole('button', { name: `Scrape ${pages} pages` }).click();

      await page.getByRole('heading', { name: 'Batch: Web page' }).waitFor();
      const row = page.getByRole('row', { name: /shop\/bread.*Succeeded.*Bread/ });
      await row.waitFor();
      await page.getByRole('row', { name: /about.*Succeeded.*About/ }).waitFor();
      await page.getByText('Ended', { exact: true }).waitFor();
      expect(await page.getByRole('row').count()).toBe(1 + pages);
      const scraped = new Set(site.hits.slice(hits).filter((path) => path !== '/robots.txt'));
      expect([scraped.has('/shop/flour'), scraped.has('/')]).toEqual([true, false]);
      await row.getByRole('button', { name: 'Open' }).click();
      await result.getByText('The bread is baked on Saturdays').waitFor();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);

      await page.goto(`${dashboard.service.url}/#/jobs`);
      await page
        .getByRole('region', { name: 'Batches' })
        .getByRole('row', { name: /Web page.*Ended/ })
        .waitFor();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      expect(problems).toEqual([]);
    });
  });
}

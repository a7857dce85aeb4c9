import { testApiKey } from '@quern/testing/service/start-test-service';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DashboardTest } from '../dashboard-test.ts';
import { findViolationsAtEveryWidth } from '../find-violations.ts';

const prose =
  'The old mill by the river grinds the grain of the whole village every day, and the miller sells bread on Saturdays.';
const page = `<!doctype html><html lang="en"><title>Mill</title>
  <nav class="menu"><a href="/">Home</a> <a href="/shop">Shop</a> <a href="/team">Team</a></nav>
  <main><h1>Mill</h1><p>${prose}</p><p>In 1936 a flood destroyed its wheel. ${prose}</p></main>
  <footer><p>© 2026 Hadley Mill. <a href="/legal">Legal notice</a></p></footer>`;

/** Why the parts of a page were kept or removed. */
export function describeExplanations(dashboard: DashboardTest): void {
  describe('the explanation of a web page', () => {
    let site: TestSite;
    beforeAll(async () => {
      site = await serveSite({ '/': page });
    });
    afterAll(() => site.close());

    const scrape = async (hash: string, width = 1280) => {
      const opened = await dashboard.open(hash, {
        session: { apiKey: testApiKey },
        viewport: { width, height: 900 },
      });
      await opened.page.getByRole('textbox', { name: 'Web address' }).fill(`${site.origin}/`);
      await opened.page.getByRole('button', { name: /^Run/ }).click();
      await opened.page.getByRole('tab', { name: 'Why' }).click();
      return opened;
    };
    const blocksOf = (opened: Page) => opened.locator('.why-blocks > li');

    it('lists the blocks in the order of the page with their reasons, by decision and by words', async () => {
      const { page: opened, problems } = await scrape('#/playground/scrape?explain=true');
      const blocks = blocksOf(opened);
      await blocks.first().waitFor();
      const texts = await blocks.allTextContents();
      expect(texts).toHaveLength(5);
      expect(texts[0]).toMatch(/^Home Shop TeamRemoved: .*navigation/);
      expect(texts[2]).toMatch(/^The old mill .*Kept: .*inside the longest text of the page/);
      expect(texts[4]).toMatch(/Hadley Mill.*Removed: .*page footer/);
      await opened.getByText('3 of 5 blocks were kept.').waitFor();
      expect(await findViolationsAtEveryWidth(opened)).toEqual([]);
      await opened.getByRole('button', { name: 'Removed (2)' }).click();
      await expect.poll(() => blocks.count()).toBe(2);
      await opened.getByRole('searchbox', { name: 'Search blocks' }).fill('legal');
      await expect.poll(() => blocks.count()).toBe(1);
      await opened.getByRole('searchbox', { name: 'Search blocks' }).fill('flood');
      await opened.getByText('No block matches.').waitFor();
      expect(problems).toEqual([]);
    });

    it('is added to a result without one by a button, on a screen of 360 pixels', async () => {
      const { page: opened, problems } = await scrape('#/playground/scrape', 360);
      await opened.getByRole('button', { name: 'Read the page again and explain it (1 credit)' }).click();
      await blocksOf(opened).first().waitFor();
      expect(await blocksOf(opened).count()).toBe(5);
      expect(await opened.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect(problems).toEqual([]);
    });

    it('states that there is none for a page that was converted as a whole', async () => {
      const { page: opened } = await scrape('#/playground/scrape?explain=true&onlyMainContent=false');
      await opened.getByText('There is nothing to explain').waitFor();
      expect(await opened.getByRole('button', { name: /^Read the page again/ }).count()).toBe(0);
    });
  });
}

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DashboardTest, TestAccount } from '../dashboard-test.ts';
import { findViolations } from '../find-violations.ts';

/** The search. */
export function describeSearch(dashboard: DashboardTest): void {
  describe('the search of the dashboard', () => {
    let account: TestAccount;
    beforeAll(async () => {
      account = await dashboard.createAccount('finder');
      await account.post('sentiment', { text: '' });
    });

    const search = async (page: Page, text: string): Promise<void> => {
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox', { name: 'Search' }).waitFor();
      await page.keyboard.type(text);
    };
    const selected = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true });

    it('is used by the keyboard alone', async () => {
      const { page, problems } = await dashboard.open('#/jobs', {
        colorScheme: 'dark',
        session: account.session,
      });
      await page.getByText('There are no jobs yet').waitFor();
      await search(page, 'site');
      await selected(page).getByText('Site map').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press('ArrowDown');
      await selected(page).getByText('API reference: Site map').waitFor();
      const active = await page
        .getByRole('combobox', { name: 'Search' })
        .getAttribute('aria-activedescendant');
      expect(await selected(page).getAttribute('id')).toBe(active);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Site map' }).waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      await search(page, 'zzzz');
      await page.getByText('Nothing was found.').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      expect(problems).toEqual([]);
    });

    it('finds keys, requests and pages of the documentation', async () => {
      const { page } = await dashboard.open('#/jobs', { session: account.session });
      await page.getByText('There are no jobs yet').waitFor();
      await search(page, account.name);
      await selected(page).getByText(account.name).waitFor();
      await page.keyboard.press('Enter');
      await page.locator('tr.found-row', { hasText: account.name }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await search(page, 'request sentiment');
      await page.getByRole('option', { name: /Sentiment · invalid_parameters/ }).click();
      await page.getByRole('heading', { name: 'Usage' }).waitFor();
      await search(page, 'insufficient');
      await selected(page).getByText('insufficient_credits').waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/errors/insufficient_credits');
    });

    it('fits on a phone, and does not offer what a key may not open', async () => {
      const viewport = { width: 360, height: 740 };
      const { page } = await dashboard.open('#/jobs', { viewport, session: { apiKey: account.apiKey } });
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox', { name: 'Search' }).fill('page');
      await page.getByRole('option', { name: /Jobs/ }).waitFor();
      expect(await page.getByRole('option', { name: /Accounts/ }).count()).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect(await findViolations(page)).toEqual([]);
    });
  });
}

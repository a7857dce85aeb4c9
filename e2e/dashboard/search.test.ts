import { isBrowserMissing } from '@quern/testing/browser/test-browser';
import { testApiKey } from '@quern/testing/service/start-test-service';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DashboardTest } from './dashboard-test.ts';
import { findViolations } from './find-violations.ts';

describe.skipIf(isBrowserMissing())('the search of the dashboard', () => {
  let dashboard: DashboardTest;
  beforeAll(async () => {
    dashboard = await DashboardTest.start();
    await dashboard.service.post('sentiment', { text: '' });
  });
  afterAll(() => dashboard.stop());

  const search = async (page: Page, text: string): Promise<void> => {
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type(text);
  };
  const selected = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true });

  it('is used by the keyboard alone', async () => {
    const { page, problems } = await dashboard.open('#/jobs', { colorScheme: 'dark' });
    await page.getByText('There are no jobs yet').waitFor();
    await search(page, 'site');
    await selected(page).getByText('Site map').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await selected(page).getByText('API reference: Site map').waitFor();
    const active = await page.getByRole('combobox', { name: 'Search' }).getAttribute('aria-activedescendant');
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
    await page.context().close();
  });

  it('finds keys, requests and pages of the documentation', async () => {
    const { page } = await dashboard.open('#/jobs');
    await page.getByText('There are no jobs yet').waitFor();
    await search(page, 'bootstrap');
    await selected(page).getByText('bootstrap').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('tr.found-row', { hasText: 'bootstrap' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await search(page, 'request sentiment');
    await page.getByRole('option', { name: /Sentiment · invalid_parameters/ }).click();
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    await search(page, 'insufficient');
    await selected(page).getByText('insufficient_credits').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/errors/insufficient_credits');
    await page.context().close();
  });

  it('fits on a phone, and does not offer what a key may not open', async () => {
    const viewport = { width: 360, height: 740 };
    const { page } = await dashboard.open('#/jobs', { viewport, session: { apiKey: testApiKey } });
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox', { name: 'Search' }).fill('page');
    await page.getByRole('option', { name: /Jobs/ }).waitFor();
    expect(await page.getByRole('option', { name: /Accounts/ }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  });
});

import { views } from '@quern/dashboard/views';
import { isBrowserMissing } from '@quern/testing/browser/test-browser';
import { testAdminToken, testApiKey } from '@quern/testing/service/start-test-service';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DashboardTest, fullSession, type TestSession } from './dashboard-test.ts';
import { findViolations } from './find-violations.ts';

const sessions: readonly (readonly [string, TestSession])[] = [
  ['with a key and the admin token', fullSession],
  ['with a key only', { apiKey: testApiKey }],
  ['with the admin token only', { adminToken: testAdminToken }],
];

describe.skipIf(isBrowserMissing())('every page of the dashboard', () => {
  let dashboard: DashboardTest;
  beforeAll(async () => {
    dashboard = await DashboardTest.start();
  });
  afterAll(() => dashboard.stop());

  /** Finds violations in both color schemes, and content that is wider than a phone. */
  const findProblems = async (page: Page): Promise<string[]> => {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await findViolations(page)).map((violation) => `${colorScheme}: ${violation}`));
    }
    await page.setViewportSize({ width: 360, height: 740 });
    const width = await page.evaluate('document.documentElement.scrollWidth');
    if (width !== 360) found.push(`${width} pixels wide`);
    await page.setViewportSize({ width: 1280, height: 900 });
    return found;
  };

  it('of someone who is not signed in is accessible, and fits on a phone', async () => {
    const { page, problems } = await dashboard.open('', { session: {} });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await findProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each(sessions)('is accessible, and fits on a phone: %s', async (_case, session) => {
    const { page, problems } = await dashboard.open('', { session });
    for (const view of views) {
      await page.goto(`${dashboard.service.url}/#/${view}`);
      await page.locator(`main[data-view="${view}"] h1`).waitFor();
      await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
      expect([view, await findProblems(page)]).toEqual([view, []]);
      expect([view, problems]).toEqual([view, []]);
    }
    await page.context().close();
  });
});

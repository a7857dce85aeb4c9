import { views } from '@quern/dashboard/views';
import { testAdminToken, testApiKey } from '@quern/testing/service/start-test-service';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type DashboardTest, fullSession, type TestSession } from '../dashboard-test.ts';
import { findViolations, findViolationsInBothSchemes } from '../find-violations.ts';

const sessions: readonly (readonly [string, TestSession])[] = [
  ['with a key and the admin token', fullSession],
  ['with a key only', { apiKey: testApiKey }],
  ['with the admin token only', { adminToken: testAdminToken }],
];

/** Every page, with each kind of session. */
export function describeEveryView(dashboard: DashboardTest): void {
  describe('every page of the dashboard', () => {
    const measureWidth = async (page: Page): Promise<unknown> => {
      await page.setViewportSize({ width: 360, height: 740 });
      const width = await page.evaluate('document.documentElement.scrollWidth');
      await page.setViewportSize({ width: 1280, height: 900 });
      return width;
    };

    it('of someone who is not signed in is accessible, and fits on a phone', async () => {
      const { page, problems } = await dashboard.open('', { session: {} });
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findViolationsInBothSchemes(page)).toEqual([]);
      expect(await measureWidth(page)).toBe(360);
      expect(problems).toEqual([]);
    });

    it.each(sessions)('is accessible, and fits on a phone: %s', async (_case, session) => {
      const { page, problems } = await dashboard.open('', { session });
      for (const view of views) {
        await page.goto(`${dashboard.service.url}/#/${view}`);
        await page.locator(`main[data-view="${view}"] h1`).waitFor();
        await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
        // Pages differ by the session where it lacks what they need.
        if (session === fullSession)
          expect([view, await findViolationsInBothSchemes(page)]).toEqual([view, []]);
        else expect([view, await findViolations(page)]).toEqual([view, []]);
        expect([view, await measureWidth(page)]).toEqual([view, 360]);
        expect([view, problems]).toEqual([view, []]);
      }
    });
  });
}

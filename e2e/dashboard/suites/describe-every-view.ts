import { views } from '@quern/dashboard/views';
import { testAdminToken, testApiKey } from '@quern/testing/service/start-test-service';
import { describe, expect, it } from 'vitest';
import { type DashboardTest, fullSession, type TestSession } from '../dashboard-test.ts';
import { findViolationsAtEveryWidth } from '../find-violations.ts';

const sessions: readonly (readonly [string, TestSession])[] = [
  ['with a key and the admin token', fullSession],
  ['with a key only', { apiKey: testApiKey }],
  ['with the admin token only', { adminToken: testAdminToken }],
];

/** Every page, with each kind of session. */
export function describeEveryView(dashboard: DashboardTest): void {
  describe('every page of the dashboard', () => {
    it('of someone who is not signed in is accessible, and fits on a phone', async () => {
      const { page, problems } = await dashboard.open('', { session: {} });
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      expect(problems).toEqual([]);
    });

    it.each(sessions)('is accessible, and fits on a phone: %s', async (_case, session) => {
      const { page, problems } = await dashboard.open('', { session });
      for (const view of views) {
        await page.goto(`${dashboard.service.url}/#/${view}`);
        await page.locator(`main[data-view="${view}"] h1`).waitFor();
        await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
        expect([view, await findViolationsAtEveryWidth(page)]).toEqual([view, []]);
        expect([view, problems]).toEqual([view, []]);
      }
    });
  });
}

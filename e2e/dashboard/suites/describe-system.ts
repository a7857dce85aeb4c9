import { describe, expect, it } from 'vitest';
import type { DashboardTest } from '../dashboard-test.ts';
import { findViolations, findViolationsAtEveryWidth } from '../find-violations.ts';

/** The page of the system. */
export function describeSystem(dashboard: DashboardTest): void {
  describe('the page of the system', () => {
    it('shows checks with their fixes, engines once they are loaded, and models', async () => {
      const { page, problems } = await dashboard.open('#/system');
      await page.getByText('QUERN_CHROMIUM is off').waitFor();
      await page.getByRole('row', { name: /Texts and documents.*(?:Loaded|Not loaded)/ }).waitFor();
      expect((await dashboard.service.post('sentiment', { text: 'Fine.' })).status).toBe(200);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByRole('row', { name: /Texts and documents.*\bLoaded/ }).waitFor();
      await page.getByRole('row', { name: /encoder.*Sentiment.*MB/ }).waitFor();
      await page.getByText('No translation model is installed.', { exact: true }).waitFor();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      expect(problems).toEqual([]);
      await page.getByLabel('Models that can be downloaded').check();
      await page.getByRole('alert').getByText('Details').click();
      await page.getByText('QUERN_MODELS_MIRROR').waitFor();
      expect(await findViolations(page)).toEqual([]);
    });
  });
}

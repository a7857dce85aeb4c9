import { beforeAll, describe, expect, it } from 'vitest';
import type { DashboardTest, TestAccount } from '../dashboard-test.ts';
import { findViolations, findViolationsAtEveryWidth } from '../find-violations.ts';

/** The page of accounts. */
export function describeAccounts(dashboard: DashboardTest): void {
  describe('the page of accounts', () => {
    let account: TestAccount;
    beforeAll(async () => {
      account = await dashboard.createAccount('reporter');
    });

    it('is offered to administrators only', async () => {
      const { page } = await dashboard.open('#/jobs', { session: { apiKey: account.apiKey } });
      await page.getByRole('link', { name: 'System' }).waitFor();
      expect(await page.getByRole('link', { name: 'Accounts' }).count()).toBe(0);
    });

    it('creates an account, adds and removes credits, renames and disables it', async () => {
      const { page, problems } = await dashboard.open('#/accounts');
      await page.getByText('Create an account').click();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Enter a name').waitFor();
      await page.getByLabel('Name').fill('Newsroom');
      await page.getByRole('spinbutton', { name: 'Credits' }).fill('500');
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('row', { name: /Newsroom.*500/ }).waitFor();
      await page.getByRole('link', { name: 'Newsroom' }).click();
      const available = page.getByRole('listitem').filter({ hasText: 'Available credits' }).locator('strong');
      await available.getByText('500').waitFor();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('Enter a whole number').waitFor();
      await page.getByRole('spinbutton', { name: 'Credits' }).fill('-200');
      await page.getByLabel('Comment').fill('moved to =another= account');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await available.getByText('300').waitFor();
      await page.getByRole('row', { name: /Removed.*200.*moved to =another= account/ }).waitFor();
      await page.getByText('Rename the account').click();
      await page.getByLabel('Name').fill('Newsroom of the mill');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Newsroom of the mill', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Disable' }).click();
      await page.getByText('Disabled', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Enable' }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('spinbutton', { name: 'Credits' }).fill('-1000');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('alert').getByText('The balance is too low').waitFor();
      expect(problems.filter((problem) => !problem.includes('402'))).toEqual([]);
    });

    it('shows keys, movements of credits, last requests, and changes by administrators', async () => {
      await account.post('sentiment', { text: 'A confidential text.' });
      await account.post('sentiment', { text: '' });
      const { page, problems } = await dashboard.open('#/accounts');
      await page.getByRole('link', { name: 'reporter' }).click();
      await page.getByRole('row', { name: /Sentiment.*reporter.*400 invalid_parameters/ }).waitFor();
      await page.getByRole('row', { name: /Charged.*1.*Sentiment.*reporter/ }).waitFor();
      expect(await page.content()).not.toContain('confidential');
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      await page.getByRole('main').getByRole('link', { name: 'Accounts' }).click();
      await page.getByRole('tab', { name: 'Usage by key' }).click();
      await page.locator('.chart canvas').waitFor();
      await page.getByRole('row', { name: /^reporter 1 1$/ }).waitFor();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'CSV' }).click();
      expect((await saved).suggestedFilename()).toBe('usage-by-key.csv');
      await page.getByRole('tab', { name: 'Last requests' }).click();
      await page
        .getByRole('row', { name: /Sentiment.*reporter.*200/ })
        .first()
        .waitFor();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      await page.getByLabel('Operation').selectOption('Crawl');
      await page.getByText('There are no requests yet').waitFor();
      await page.getByRole('tab', { name: 'Changes by administrators' }).click();
      await page.getByRole('row', { name: /Key created.*reporter/ }).waitFor();
      await page.getByLabel('Change', { exact: true }).selectOption('Account created');
      await page.getByRole('row', { name: /Account created.*credits 500/ }).waitFor();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      expect(problems).toEqual([]);
    });
  });
}

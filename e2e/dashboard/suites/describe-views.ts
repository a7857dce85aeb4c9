import { testAdminToken } from '@quern/testing/service/start-test-service';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DashboardTest, TestAccount } from '../dashboard-test.ts';
import { findViolations, findViolationsAtEveryWidth } from '../find-violations.ts';

/** The pages of usage, jobs and keys. */
export function describeViews(dashboard: DashboardTest): void {
  describe('the pages of the dashboard', () => {
    let account: TestAccount;
    beforeAll(async () => {
      account = await dashboard.createAccount('viewer');
    });

    const openWithKey = (hash: string) => dashboard.open(hash, { session: { apiKey: account.apiKey } });
    const openAsAdmin = (hash: string) => dashboard.open(hash, { session: { adminToken: testAdminToken } });

    it('say what to do first while there is nothing to show', async () => {
      const { page, problems } = await openWithKey('#/usage');
      await page.getByText('This key has not been used in this period').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Jobs' }).click();
      await page.getByText('There are no jobs yet').waitFor();
      expect(await findViolations(page)).toEqual([]);
      expect(problems).toEqual([]);
    });

    it('show usage by day and operation', async () => {
      await account.post('sentiment', { text: 'Fine.' });
      await account.post('extract-entities', { text: 'Ada' });
      await account.post('sentiment', { text: '' });
      const { page, problems } = await openWithKey('#/usage');
      await page.locator('.chart canvas').waitFor();
      await page
        .getByRole('row', { name: /^Sentiment \d/ })
        .first()
        .waitFor();
      expect(await page.locator('.chart-legend li').count()).toBe(2);
      const latency = page.locator('.report', { hasText: 'Duration of requests' });
      await latency.getByRole('row', { name: /^Sentiment \d+ .*m?s/ }).waitFor();
      const errors = page.locator('.report').filter({ has: page.getByRole('heading', { name: 'Errors' }) });
      await errors.getByRole('row', { name: /invalid_parameters An option has a value.*\d/ }).waitFor();
      await page
        .getByRole('row', { name: /400 invalid_parameters.*req_/ })
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Requests' }).click();
      await page.locator('.chart canvas').waitFor();
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'CSV' }).click();
      expect((await saved).suggestedFilename()).toBe('usage.csv');
      await page.getByLabel('From').fill('2026-01-01');
      await page.getByLabel('To', { exact: true }).fill('2026-01-31');
      await page.getByText('This key has not been used in this period').waitFor();
      await page.getByRole('button', { name: '7 days' }).click();
      await page.locator('.chart canvas').waitFor();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      expect(problems).toEqual([]);
    });

    it('create a key that is shown once, edit it, rotate it and revoke it', async () => {
      const { page, problems } = await openAsAdmin('#/keys');
      await page.getByText('Create a key').click();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Enter a name').waitFor();
      await page.getByLabel('Name').fill('newsletter');
      await page.getByLabel('Budget in credits').fill('500');
      await page.getByRole('checkbox', { name: 'Sentiment' }).check();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const issued = page.getByRole('region', { name: 'The new key' });
      const key = (await issued.locator('code').first().textContent()) ?? '';
      expect(await findViolations(page)).toEqual([]);
      const usage = () =>
        fetch(`${dashboard.service.url}/v0/usage`, { headers: { authorization: `Bearer ${key}` } });
      expect(await (await usage()).json()).toMatchObject({
        data: { key: { name: 'newsletter', scopes: ['sentiment'], budget: 500 } },
      });
      await page.getByRole('button', { name: 'I have copied it' }).click();
      const row = page.getByRole('row', { name: /newsletter/ });
      await row.getByRole('button', { name: 'Edit' }).click();
      const form = page.locator('.edited-row form');
      expect(await form.getByLabel('Budget in credits').inputValue()).toBe('500');
      expect(await form.getByRole('checkbox', { name: 'Sentiment' }).isChecked()).toBe(true);
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      await form.getByLabel('Budget in credits').fill('');
      await form.getByLabel('Requests per minute').fill('30');
      await form.getByRole('checkbox', { name: 'Summary' }).check();
      await form.getByRole('button', { name: 'Save' }).click();
      await row.getByText('Sentiment, Summary').waitFor();
      expect(await form.count()).toBe(0);
      expect(await (await usage()).json()).toMatchObject({
        data: { key: { budget: null, ratePerMinute: 30, scopes: ['sentiment', 'summarize'] } },
      });
      await row.getByRole('button', { name: 'Rotate' }).click();
      await row.getByLabel('The old key is valid for').selectOption('Old key: 1 more hour');
      await row.getByRole('button', { name: 'Rotate' }).click();
      await expect.poll(() => row.count()).toBe(2);
      const timeline = page.locator('.timeline', { hasText: 'newsletter' });
      expect(await timeline.locator('rect.valid').count()).toBe(2);
      expect(await timeline.getByRole('listitem').count()).toBe(2);
      expect((await usage()).status).toBe(200);
      const old = row.filter({ hasText: 'until' });
      await old.getByRole('button', { name: 'Revoke' }).click();
      await old.getByRole('button', { name: 'Revoke now' }).click();
      await row.getByText('Revoked', { exact: true }).waitFor();
      expect(await timeline.locator('rect.valid').count()).toBe(1);
      expect((await usage()).status).toBe(401);
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
    });

    it('ask for the missing key or token', async () => {
      const admin = await openAsAdmin('#/usage');
      await admin.page.getByLabel('API key').fill(account.apiKey);
      await admin.page.getByRole('button', { name: 'Add' }).click();
      await admin.page.getByRole('heading', { name: 'Usage' }).waitFor();
      await admin.page.getByText('Credits spent').waitFor();
      const user = await openWithKey('#/keys');
      await user.page.getByText('The key in use').waitFor();
      expect(await findViolationsAtEveryWidth(user.page)).toEqual([]);
      await user.page.getByLabel('Admin token').fill(testAdminToken);
      await user.page.getByRole('button', { name: 'Add' }).click();
      await user.page
        .getByRole('row', { name: /bootstrap/ })
        .first()
        .waitFor();
      expect(await findViolationsAtEveryWidth(user.page)).toEqual([]);
    });

    it('list jobs with their results, and run a failed one again', async () => {
      const submit = (operation: string, body: object) =>
        account.post(operation, body, { prefer: 'respond-async' });
      await submit('sentiment', { text: 'The bread is wonderful.' });
      await submit('convert', { url: 'http://127.0.0.1:1/missing.pdf' });
      const { page, problems } = await openWithKey('#/jobs');
      const failed = page.getByRole('row', { name: /Documents.*Failed/ }).first();
      await failed.waitFor();
      const succeeded = page.getByRole('row', { name: /Sentiment.*Succeeded/ }).first();
      await succeeded.waitFor();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      const answered = page.waitForResponse((response) => response.url().endsWith('/v0/jobs/replay'));
      await failed.getByRole('button', { name: 'Run again' }).click();
      expect(await (await answered).json()).toMatchObject({ data: { count: 1 } });
      await succeeded.getByRole('link').click();
      await page.getByText('Positive').first().waitFor();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      await page.getByRole('link', { name: 'Open in the playground' }).click();
      await page.getByRole('heading', { name: 'Sentiment' }).waitFor();
      expect(problems).toEqual([]);
    });
  });
}

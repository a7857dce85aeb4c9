import { createQuern } from '@quern/sdk';
import { isSignedWith, WebhookReceiver } from '@quern/testing/service/webhook-receiver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DashboardTest, TestAccount } from '../dashboard-test.ts';
import { findViolations, findViolationsAtEveryWidth } from '../find-violations.ts';

/** Attempts at a delivery before it has failed, and the longest pause between two. */
const attemptsMax = 11;
const retryDelayMaxMs = 8 * 3_600_000;

/** The page of webhooks. Sets the clock of the service forward. */
export function describeWebhooks(dashboard: DashboardTest): void {
  describe('the page of webhooks', () => {
    let account: TestAccount;
    let receiver: WebhookReceiver;
    beforeAll(async () => {
      [account, receiver] = await Promise.all([dashboard.createAccount('receiver'), WebhookReceiver.start()]);
    });
    afterAll(() => receiver.close());

    it('creates a webhook whose secret is shown once, tests, pauses and deletes it', async () => {
      const { page, problems } = await dashboard.open('#/webhooks', { session: account.session });
      await page.getByText('There are no webhooks yet').waitFor();
      await page.getByText('Create a webhook').click();
      await page.getByLabel('Web address').fill('receiver.example');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('This is not a web address').waitFor();
      await page.getByLabel('Web address').fill(receiver.url('/200/dashboard'));
      await page.getByRole('checkbox', { name: 'Job succeeded' }).check();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const card = page.getByRole('region', { name: 'The secret of the webhook' });
      const secret = (await card.locator('code').textContent()) ?? '';
      expect(await findViolations(page)).toEqual([]);
      await card.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('row', { name: /Job succeeded.*Active/ }).waitFor();
      await page.getByRole('link', { name: receiver.url('/200/dashboard') }).click();
      await page.getByText('Nothing was sent in the last week').waitFor();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByRole('row', { name: /Test.*Delivered.*200/ }).waitFor();
      expect(receiver.received.map((event) => isSignedWith(secret, event))).toEqual([true]);
      expect(await page.content()).not.toContain(secret);
      await page.getByRole('button', { name: 'Replace the secret' }).click();
      const next = (await card.locator('code').textContent()) ?? '';
      expect([next.startsWith('whsec_'), next === secret]).toEqual([true, false]);
      await page.getByRole('button', { name: 'Disable' }).click();
      await page.locator('.badge', { hasText: 'Disabled' }).waitFor();
      await page.getByRole('button', { name: 'Enable' }).click();
      await page.locator('.badge', { hasText: 'Active' }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('button', { name: 'Delete now' }).click();
      await page.getByText('There are no webhooks yet').waitFor();
      expect(problems).toEqual([]);
    });

    it('shows why a delivery has failed, and sends it again', async () => {
      const { page, problems } = await dashboard.open('#/webhooks', { session: account.session });
      await page.getByText('Create a webhook').click();
      await page.getByLabel('Web address').fill(receiver.url('/500/fails'));
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('link', { name: receiver.url('/500/fails') }).click();
      await page.getByRole('button', { name: 'Send a test' }).click();
      const row = page.getByRole('row', { name: /^Test/ });
      await row.getByText('Waiting').waitFor();
      await row.getByText('the receiver responded with 500').waitFor();
      await page.locator('.badge', { hasText: 'Failing' }).waitFor();
      const attempts = () => receiver.received.filter(({ path }) => path === '/500/fails').length;
      const { webhooks } = createQuern({ baseUrl: dashboard.service.url, apiKey: account.apiKey });
      const id = page.url().split('/').at(-1) ?? '';
      /** The number of attempts whose result is stored: only then is the time of the next one known. */
      const storedAttempts = async () => (await webhooks.deliveries(id)).data.deliveries[0]?.attempts;
      for (let count = 1; count < attemptsMax; count++) {
        await expect.poll(storedAttempts, { interval: 20 }).toBe(count);
        dashboard.passTime(retryDelayMaxMs);
      }
      await expect.poll(storedAttempts, { interval: 20 }).toBe(attemptsMax);
      expect(attempts()).toBe(attemptsMax);
      await page.getByLabel('Status').selectOption('Failed');
      await expect
        .poll(async () => {
          await page.getByRole('button', { name: 'Refresh' }).click();
          return row.getByText('Failed', { exact: true }).count();
        })
        .toBe(1);
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      await page.getByRole('button', { name: 'Send again', exact: true }).click();
      await page.getByText('Nothing was sent').waitFor();
      await expect.poll(attempts).toBe(attemptsMax + 1);
      expect(problems).toEqual([]);
    });
  });
}

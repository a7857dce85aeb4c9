import { testAdminToken, testApiKey } from '@quern/testing/service/start-test-service';
import { describe, expect, it } from 'vitest';
import type { DashboardTest } from '../dashboard-test.ts';
import { signIn } from '../open-dashboard.ts';

/** Signing in and out. */
export function describeSignIn(dashboard: DashboardTest): void {
  describe('the dashboard in a browser', () => {
    const open = (locale = 'en-US') => dashboard.open('', { session: {}, locale });

    it('shows the balance after a sign-in with an API key, and forgets the key when signed out', async () => {
      const { page, problems } = await open();
      await signIn(page, testApiKey);
      const balance = new Intl.NumberFormat('en').format(await dashboard.service.balance());
      await page.locator('#balance').getByText(`${balance} credits`).waitFor();
      expect(page.url()).not.toContain(testApiKey);
      expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).not.toContain(testApiKey);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in to Quern' }).waitFor();
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
      expect(problems).toEqual([]);
    });

    it('accepts the admin token as well', async () => {
      const { page } = await open();
      await signIn(page, testAdminToken);
      await page.getByText('Admin token', { exact: true }).waitFor();
    });

    it('forgets the account of the key before, when someone signs in with the admin token', async () => {
      const { page } = await open();
      await signIn(page, testApiKey);
      await page.locator('.in-use').getByText('bootstrap').waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await signIn(page, testAdminToken);
      await page.getByText('Admin token', { exact: true }).waitFor();
      expect(await page.locator('.in-use, .balance').count()).toBe(0);
    });

    it('explains that a secret is wrong, in the language of the browser', async () => {
      const { page } = await open('pt-BR');
      await page.getByLabel('Chave de API ou token de administrador').fill('qn_live_wrong');
      await page.getByRole('button', { name: 'Entrar' }).click();
      await page.getByText('Isto não é uma chave').waitFor();
      expect(await page.evaluate('document.documentElement.lang')).toBe('pt');
    });

    it('loads at most 150 KB for the first view', async () => {
      const context = await dashboard.browser.newContext();
      const page = await context.newPage();
      const sizes: Promise<number>[] = [];
      page.on('response', (response) => {
        const size = response.headerValue('content-length').then(Number);
        if (!response.url().includes('/v0/')) sizes.push(size);
      });
      await page.goto(dashboard.service.url);
      await signIn(page, testApiKey);
      await page.getByRole('button', { name: /^Run/ }).waitFor();
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeGreaterThan(30_000);
      expect(bytes).toBeLessThan(150_000);
    });
  });
}

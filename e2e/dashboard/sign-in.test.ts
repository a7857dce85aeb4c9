import { launchTestBrowser } from '@quern/testing/browser/launch-test-browser';
import { isBrowserMissing } from '@quern/testing/browser/test-browser';
import {
  startTestService,
  type TestService,
  testAdminToken,
  testApiKey,
} from '@quern/testing/service/start-test-service';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDashboard, signIn } from './open-dashboard.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ QUERN_CHROMIUM: 'off' });
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { headers, redirect: 'manual' });

describe('the files of the dashboard', () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it('are a page for browsers, and a redirect to the reference for programs', async () => {
    const page = await get('/', html);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const other = await get('/', { accept: '*/*' });
    expect([other.status, other.headers.get('location')]).toEqual([302, '/docs']);
    expect([page.headers.get('vary'), other.headers.get('vary')]).toEqual([
      'Accept, Accept-Encoding',
      'Accept',
    ]);
  });

  it('load nothing from elsewhere, and have no inline script or style', async () => {
    const response = await get('/', html);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const text = await response.text();
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    for (const [, address = ''] of text.matchAll(/(?:src|href)="([^"]+)"/g)) expect(address).toMatch(/^\/\w/);
  });

  it('are cached by their hashes, and the page by its version', async () => {
    const response = await get('/', html);
    const etag = response.headers.get('etag') ?? '';
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const cached = await get('/', { ...html, 'if-none-match': `"other", W/${etag}` });
    expect([cached.status, await cached.text()]).toEqual([304, '']);
    expect((await get('/', { ...html, 'if-none-match': `"${etag}"` })).status).toBe(200);
    const plain = await get('/', { ...html, 'accept-encoding': 'gzip;q=0' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('etag')).not.toBe(etag);
    expect((await get('/', { ...html, 'accept-encoding': 'gzip;q=0', 'if-none-match': etag })).status).toBe(
      200,
    );
    const script = /src="([^"]+\.js)"/.exec(await response.text())?.[1] ?? '';
    const file = await get(script);
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await get('/dashboard/main-AAAAAAAA.js')).status).toBe(404);
  });
});

describe.skipIf(isBrowserMissing())('the dashboard in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchTestBrowser();
  });
  afterAll(() => browser.close());

  it('shows the balance after a sign-in with an API key, and forgets the key when signed out', async () => {
    const { page, problems } = await openDashboard(browser, { url: service.url });
    await signIn(page, testApiKey);
    const balance = new Intl.NumberFormat('en').format(await service.balance());
    await page.locator('#balance').getByText(`${balance} credits`).waitFor();
    expect(page.url()).not.toContain(testApiKey);
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).not.toContain(testApiKey);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Quern' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(problems).toEqual([]);
  });

  it('accepts the admin token as well', async () => {
    const { page } = await openDashboard(browser, { url: service.url });
    await signIn(page, testAdminToken);
    await page.getByText('Admin token', { exact: true }).waitFor();
  });

  it('forgets the account of the key before, when someone signs in with the admin token', async () => {
    const { page } = await openDashboard(browser, { url: service.url });
    await signIn(page, testApiKey);
    await page.locator('.in-use').getByText('bootstrap').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, testAdminToken);
    await page.getByText('Admin token', { exact: true }).waitFor();
    expect(await page.locator('.in-use, .balance').count()).toBe(0);
  });

  it('explains that a secret is wrong, in the language of the browser', async () => {
    const { page } = await openDashboard(browser, { url: service.url, locale: 'pt-BR' });
    await page.getByLabel('Chave de API ou token de administrador').fill('qn_live_wrong');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('Isto não é uma chave').waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('pt');
  });

  it('loads at most 150 KB for the first view', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      const size = response.headerValue('content-length').then(Number);
      if (!response.url().includes('/v0/')) sizes.push(size);
    });
    await page.goto(service.url);
    await signIn(page, testApiKey);
    await page.getByRole('button', { name: /^Run/ }).waitFor();
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(30_000);
    expect(bytes).toBeLessThan(150_000);
  });
});

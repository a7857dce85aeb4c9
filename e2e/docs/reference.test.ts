import { launchTestBrowser } from '@quern/testing/browser/launch-test-browser';
import { isBrowserMissing } from '@quern/testing/browser/test-browser';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../dashboard/find-violations.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ QUERN_CHROMIUM: 'off' });
});
afterAll(() => service?.stop());

describe('the files of the reference', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}`, { headers });

  it.each(['/docs', '/docs/errors', '/docs/errors/missing_key'])(
    'run no inline script or style at %s, and load nothing from elsewhere',
    async (path) => {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    },
  );

  it('are compressed, and cached by their content', async () => {
    const page = await get('/docs');
    expect(page.headers.get('content-encoding')).toBe('gzip');
    const etag = page.headers.get('etag') ?? '';
    expect((await get('/docs', { 'if-none-match': etag })).status).toBe(304);
    const text = await page.text();
    for (const [pattern, type] of [
      [/src="([^"]+\.js)"/, 'text/javascript; charset=utf-8'],
      [/href="([^"]+\.css)"/, 'text/css; charset=utf-8'],
    ] as const) {
      const file = await get(pattern.exec(text)?.[1] ?? '');
      expect([file.status, file.headers.get('content-type')]).toEqual([200, type]);
      expect(file.headers.get('cache-control')).toContain('immutable');
    }
    expect((await get('/docs/assets/reference.js')).status).toBe(404);
  });
});

describe.skipIf(isBrowserMissing())('the reference in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchTestBrowser();
  });
  afterAll(() => browser?.close());

  interface OpenOptions {
    readonly path?: string;
    readonly width?: number;
    readonly colorScheme?: 'light' | 'dark';
  }

  /** Opens a page; `problems` has the errors of its console. */
  async function open({ path = '/docs', width = 1280, colorScheme = 'light' }: OpenOptions = {}) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      // The response of a form may be an error that the test wants.
      if (message.type() === 'error' && !message.text().includes('Failed to load resource')) {
        problems.push(message.text());
      }
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !/^(?:data|blob):/.test(request.url())) {
        problems.push(`requested ${request.url()}`);
      }
    });
    await page.goto(`${service.url}${path}`);
    return { page, problems };
  }

  const openAll = (page: Page) =>
    page.evaluate('document.querySelectorAll("details").forEach((details) => { details.open = true; })');
  const section = (page: Page, name: string) => page.locator(`section[id="${name}"]`);
  const form = (page: Page, name: string) => page.locator(`form[data-operation="${name}"]`);
  const result = (page: Page, name: string) =>
    section(page, name).getByLabel(`Response of ${name}`, { exact: true });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('has no violation of WCAG AA in the %s theme at %i px', async (colorScheme, width) => {
    for (const path of ['/docs', '/docs/errors', '/docs/errors/missing_key']) {
      const { page, problems } = await open({ path, colorScheme, width });
      await openAll(page);
      expect(await findViolations(page)).toEqual([]);
      expect(problems).toEqual([]);
      await page.context().close();
    }
  });

  it.each([360, 390, 768, 1024])('fits a width of %i px, with everything unfolded', async (width) => {
    for (const path of ['/docs', '/docs/errors', '/docs/errors/missing_key']) {
      const { page } = await open({ path, width });
      await openAll(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.context().close();
    }
  });

  it('shows texts of recorded examples with their line breaks', async () => {
    const { page } = await open();
    await openAll(page);
    const example = section(page, 'convert').getByLabel('Example response of convert').first();
    expect(await example.locator('.lines').count()).toBeGreaterThan(0);
    expect(await example.textContent()).not.toContain('\\n');
    expect(await example.textContent()).toMatch(/^\{\n {2}"success": true,\n {2}"data": \{\n {4}"/);
  });

  it('copies commands and example responses as they are', async () => {
    const { page, problems } = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAll(page);
    const convert = section(page, 'convert');
    const copied = async (name: string): Promise<string> => {
      await convert.getByRole('button', { name }).first().click();
      await convert.getByText('Copied', { exact: true }).first().waitFor();
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    expect(await copied('Copy the command for convert')).toMatch(
      /^curl http\S+\/v0\/convert -H "Authorization/,
    );
    const response = JSON.parse(await copied('Copy the example response of convert')) as { success: boolean };
    expect(response.success).toBe(true);
    expect(problems).toEqual([]);
  });

  it('calls an operation, and shows the result, the credits and the price', async () => {
    const { page, problems } = await open();
    await openAll(page);
    const sentiment = form(page, 'sentiment');
    const send = sentiment.getByRole('button', { name: 'Send' });
    await send.click();
    await sentiment.getByText('Enter your API key').waitFor();
    await page.getByLabel('API key').fill(testApiKey);
    await sentiment.locator('[name=text]').fill('We love the new mill.');
    await sentiment.getByLabel('dry run: return the price only').check();
    await send.click();
    await result(page, 'sentiment').getByText('"dryRun": true').waitFor();
    await sentiment.getByLabel('dry run: return the price only').uncheck();
    const balance = await service.balance();
    await send.click();
    await sentiment.getByText(`Status 200 · credits used: 1 · credits left: ${balance - 1}`).waitFor();
    expect(await result(page, 'sentiment').textContent()).toMatch(/\n {4}"sentiment": "positive",\n/);
    const download = page.waitForEvent('download');
    await sentiment.getByRole('button', { name: 'Save' }).click();
    expect((await download).suggestedFilename()).toBe('sentiment.json');
    expect(problems).toEqual([]);
  });

  it('sends files, one or several, lists and choices', async () => {
    const { page } = await open();
    await openAll(page);
    await page.getByLabel('API key').fill(testApiKey);
    const file = (name: string, text: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    await form(page, 'convert')
      .getByLabel('file', { exact: true })
      .setInputFiles(file('a.md', '# Mill\n\nGrain.'));
    await form(page, 'convert').getByRole('button', { name: 'Send' }).click();
    await result(page, 'convert').locator('.lines').getByText('Grain.').waitFor();
    const sentences = 'The mill grinds grain all day. The grain comes from the fields. ';
    await form(page, 'summarize')
      .getByLabel('file', { exact: true })
      .setInputFiles([
        file('a.txt', sentences.repeat(5)),
        file('b.txt', 'The miller sells flour. '.repeat(5)),
      ]);
    await form(page, 'summarize').getByRole('button', { name: 'Send' }).click();
    await result(page, 'summarize').getByText('"summary"').waitFor();
    const entities = form(page, 'extract-entities');
    await entities.locator('[name=text]').fill('Ada of Example Mill: ada@example.org');
    await entities.getByLabel('EMAIL', { exact: true }).check();
    await entities.locator('[name=allow]').fill('Ada\nMill');
    await entities.getByRole('button', { name: 'Send' }).click();
    await result(page, 'extract-entities').getByText('"ada@example.org"').first().waitFor();
    expect(await result(page, 'extract-entities').textContent()).not.toContain('PERSON');
  });

  it('explains errors, and links their pages', async () => {
    const { page } = await open();
    await openAll(page);
    await page.getByLabel('API key').fill(testApiKey);
    const translate = form(page, 'translate');
    await translate.locator('[name=glossary]').fill('[');
    await translate.getByRole('button', { name: 'Send' }).click();
    await translate.getByText('glossary: ').waitFor();
    await translate.locator('[name=glossary]').fill('');
    await translate.getByLabel('targetLanguage').fill('xx');
    await translate.getByRole('button', { name: 'Send' }).click();
    await translate.getByRole('link', { name: 'unsupported_language' }).click();
    await page.getByRole('heading', { name: 'unsupported_language' }).waitFor();
  });
});

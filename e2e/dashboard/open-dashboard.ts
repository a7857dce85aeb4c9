import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A page of the dashboard, and what its browser reported. */
export interface OpenedDashboard {
  readonly page: Page;
  /** Messages of the console that are errors, failed requests, and requests to other origins. */
  readonly problems: string[];
}

/** How the dashboard is opened. */
export interface OpenOptions {
  readonly url: string;
  /** Fragment of the URL. */
  readonly hash?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly locale?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Content of the session storage of the first page. */
  readonly storage?: Readonly<Record<string, string>>;
}

/** Opens the dashboard in a new context: without anything that another page has stored or loaded. */
export async function openDashboard(browser: Browser, options: OpenOptions): Promise<OpenedDashboard> {
  const { locale = 'en-US' } = options;
  return openDashboardIn(await browser.newContext({ locale }), options);
}

/** Opens the dashboard in a context, whose pages share the files that were loaded, and nothing that was stored. */
export async function openDashboardIn(
  context: BrowserContext,
  options: OpenOptions,
): Promise<OpenedDashboard> {
  const { url, hash = '', colorScheme = 'light' } = options;
  const page = await context.newPage();
  await page.setViewportSize(options.viewport ?? { width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme });
  const items = JSON.stringify(Object.entries(options.storage ?? {}));
  // Once per page, so that a sign-out and a choice are kept after a reload.
  await page.addInitScript(`if (window === top && location.protocol !== 'about:' && !window.name) {
    window.name = 'opened';
    localStorage.clear();
    for (const [name, value] of ${items}) sessionStorage.setItem(name, value);
  }`);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    const address = request.url();
    if (!/^(?:data|blob):/.test(address) && new URL(address).origin !== url)
      problems.push(`requested ${address}`);
  });
  await page.goto(`${url}/${hash}`);
  return { page, problems };
}

/** Signs in with an API key or the admin token. */
export async function signIn(page: Page, secret: string): Promise<void> {
  await page.getByLabel('API key or admin token').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

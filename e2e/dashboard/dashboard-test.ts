import { createQuernAdmin } from '@quern/sdk';
import { launchTestBrowser } from '@quern/testing/browser/launch-test-browser';
import { isBrowserMissing } from '@quern/testing/browser/test-browser';
import {
  startTestService,
  type TestService,
  testAdminToken,
  testApiKey,
} from '@quern/testing/service/start-test-service';
import type { Browser, BrowserContext } from 'playwright-core';
import { type MockInstance, vi } from 'vitest';
import { type OpenedDashboard, type OpenOptions, openDashboardIn } from './open-dashboard.ts';

/** Secrets of a session; by default the key and the admin token of the test service. */
export interface TestSession {
  readonly apiKey?: string;
  readonly adminToken?: string;
}

/** The session of an administrator who also has a key. */
export const fullSession: TestSession = { apiKey: testApiKey, adminToken: testAdminToken };

/** An account that only one suite uses. */
export interface TestAccount {
  /** Name of the account and of its key. */
  readonly name: string;
  readonly apiKey: string;
  /** The key of the account, and the admin token. */
  readonly session: TestSession;
  /** Calls an operation with the key. */
  readonly post: (operation: string, body: object, headers?: Record<string, string>) => Promise<Response>;
}

/** The service and the browser of all suites. Each suite that looks at lists has its own account. */
export class DashboardTest {
  #service: TestService | undefined;
  #browser: Browser | undefined;
  #clock: MockInstance<typeof Date.now> | undefined;
  #passedMs = 0;
  /** By language; the pages of a context load the files of the dashboard once. */
  readonly #contexts = new Map<string, Promise<BrowserContext>>();

  get service(): TestService {
    if (this.#service === undefined) throw new Error('the service has not been started');
    return this.#service;
  }

  get browser(): Browser {
    if (this.#browser === undefined) throw new Error('the browser has not been started');
    return this.#browser;
  }

  async start(): Promise<void> {
    // clock: set forward by `passTime`, so that retries are due
    const now = Date.now.bind(Date);
    this.#clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + this.#passedMs);
    [this.#service, this.#browser] = await Promise.all([
      startTestService({ QUERN_CHROMIUM: 'off' }),
      isBrowserMissing() ? undefined : launchTestBrowser(),
    ]);
  }

  /** Sets the clock of the service forward; that of the browser is not changed. */
  passTime(ms: number): void {
    this.#passedMs += ms;
  }

  /** Creates an account with a key of the same name, and without any requests, jobs or webhooks. */
  async createAccount(name: string): Promise<TestAccount> {
    const { service } = this;
    const admin = createQuernAdmin({ baseUrl: service.url, adminToken: testAdminToken });
    const account = await admin.accounts.create({ name, credits: 10_000 });
    const { key: apiKey } = await admin.keys.create({ accountId: account.id, name });
    return {
      name,
      apiKey,
      session: { apiKey, adminToken: testAdminToken },
      post: (operation, body, headers = {}) =>
        service.post(operation, body, { authorization: `Bearer ${apiKey}`, ...headers }),
    };
  }

  /** Opens a page of the dashboard, signed in; by default with the bootstrap key and the admin token. */
  async open(
    hash: string,
    options: Omit<OpenOptions, 'url' | 'hash'> & { readonly session?: TestSession } = {},
  ): Promise<OpenedDashboard> {
    const { session = fullSession, locale = 'en-US', ...others } = options;
    const storage = { 'quern.session': JSON.stringify(session) };
    const context = this.#contexts.get(locale) ?? this.browser.newContext({ locale });
    this.#contexts.set(locale, context);
    return openDashboardIn(await context, { url: this.service.url, hash, storage, ...others });
  }

  /** Closes the pages that a test has opened. */
  async closePages(): Promise<void> {
    const contexts = await Promise.all(this.#contexts.values());
    await Promise.all(contexts.flatMap((context) => context.pages()).map((page) => page.close()));
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    await this.#service?.stop();
    this.#clock?.mockRestore();
  }
}

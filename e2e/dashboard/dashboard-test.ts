import { launchTestBrowser } from '@quern/testing/browser/launch-test-browser';
import {
  startTestService,
  type TestService,
  testAdminToken,
  testApiKey,
} from '@quern/testing/service/start-test-service';
import type { Browser } from 'playwright-core';
import { type OpenedDashboard, type OpenOptions, openDashboard } from './open-dashboard.ts';

/** Secrets of a session; by default the key and the admin token of the test service. */
export interface TestSession {
  readonly apiKey?: string;
  readonly adminToken?: string;
}

/** The session of an administrator who also has a key. */
export const fullSession: TestSession = { apiKey: testApiKey, adminToken: testAdminToken };

/** A service and a browser that the tests of a file share. */
export class DashboardTest {
  readonly service: TestService;
  readonly browser: Browser;

  private constructor(service: TestService, browser: Browser) {
    this.service = service;
    this.browser = browser;
  }

  static async start(): Promise<DashboardTest> {
    const [service, browser] = await Promise.all([
      startTestService({ QUERN_CHROMIUM: 'off' }),
      launchTestBrowser(),
    ]);
    return new DashboardTest(service, browser);
  }

  /** Opens a page of the dashboard, signed in. */
  open(
    hash: string,
    options: Omit<OpenOptions, 'url' | 'hash'> & { readonly session?: TestSession } = {},
  ): Promise<OpenedDashboard> {
    const { session = fullSession, ...others } = options;
    const storage = { 'quern.session': JSON.stringify(session) };
    return openDashboard(this.browser, { url: this.service.url, hash, storage, ...others });
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
  }
}

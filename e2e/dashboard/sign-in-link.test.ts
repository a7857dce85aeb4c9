import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchTestBrowser } from '@quern/testing/browser/launch-test-browser';
import { isBrowserMissing } from '@quern/testing/browser/test-browser';
import { type SpawnedService, spawnService } from '@quern/testing/service/spawn-service';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDashboard } from './open-dashboard.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'quern-data-'));
let service: SpawnedService;
let code: string;
beforeAll(async () => {
  const environment = { QUERN_DATA_DIR: dataDir, QUERN_CHROMIUM: 'off', QUERN_OFFLINE: '1' };
  service = await spawnService({ environment, launcher: 'node' });
  await service.untilPrinted(/#start=\w+\n/);
  code = /\/#start=(\w+)\n/.exec(service.output())?.[1] ?? '';
});
afterAll(async () => {
  await service.terminate('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

const redeem = (sentCode: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/dashboard/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ code: sentCode }),
  });

describe('the link of the first start', () => {
  it.each([
    ['that a proxy has forwarded', { 'x-forwarded-for': '192.0.2.1' }],
    ['of a page of another site', { origin: 'https://evil.example' }],
    ['of a page of another port', { origin: 'http://127.0.0.1:1' }],
  ])('is refused in a request %s', async (_case, headers) => {
    expect((await redeem(code, headers)).status).toBe(404);
  });

  it('is refused with a wrong code', async () => {
    expect((await redeem('wrong')).status).toBe(404);
  });

  describe.skipIf(isBrowserMissing())('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchTestBrowser();
    });
    afterAll(() => browser.close());

    it('signs in once, with key and admin token, and is removed from the URL', async () => {
      const first = await openDashboard(browser, { url: service.url, hash: `#start=${code}` });
      await first.page.locator('#balance').getByText('10,000 credits').waitFor();
      await first.page.getByText('Admin token', { exact: true }).waitFor();
      expect(first.page.url()).not.toContain(code);
      expect(first.problems).toEqual([]);
      const second = await openDashboard(browser, { url: service.url, hash: `#start=${code}` });
      await second.page.getByText('This link has been used').waitFor();
    });
  });
});

import { createDataDirWithBrowser, isBrowserMissing } from '@quern/testing/browser/test-browser';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import {
  plainText,
  recoveredShare,
  scriptSuite,
  scriptSuiteSite,
} from '@quern/testing/web/script-suite/script-suite';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** One page of each kind; `npm run bench:script-pages` measures all. */
const names = [
  'react-suspense',
  'angular-http',
  'sveltekit',
  'delay-10s',
  'slow-server',
  'css-spinner',
  'idle-rows',
  'scrolled-feed',
  'lazy-sections',
  'nested-shadow',
  'frame-static',
  'consent-hides',
  'consent-gate',
  'comments',
  'forever-loading',
  'forever-blank',
];
/** The heading of a page, which the block model may drop, is at most this share of its words. */
const shareMin = 0.95;

describe.skipIf(isBrowserMissing())('scrape of pages that scripts create', () => {
  let site: TestSite;
  let service: TestService;
  beforeAll(async () => {
    site = await serveSite(scriptSuiteSite);
    service = await startTestService({ QUERN_DATA_DIR: createDataDirWithBrowser() });
  });
  afterAll(async () => {
    await service?.stop();
    await site?.close();
  });

  it.concurrent.each(names)('%s', async (name) => {
    const page = scriptSuite.find((candidate) => candidate.name === name);
    if (page === undefined) throw new Error(`the suite has no page ${name}`);
    const response = await service.post('scrape', { url: `${site.origin}/${name}` });
    const { data } = (await response.json()) as { data?: { markdown: string } };
    const charged = response.headers.get('x-credits-used');
    if (page.expected === undefined) {
      expect({ status: response.status, charged }).toEqual({ status: 502, charged: '0' });
      return;
    }
    expect(response.status).toBe(200);
    const markdown = data?.markdown ?? '';
    expect(recoveredShare(markdown, page.expected), markdown).toBeGreaterThanOrEqual(shareMin);
    for (const text of page.unexpected ?? []) expect(plainText(markdown)).not.toContain(text);
  });
});

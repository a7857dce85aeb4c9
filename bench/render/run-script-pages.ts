/**
 * Scrapes all pages of the suite of script pages through the service: the share of the expected words that the Markdown
 * has, and whether pages without content are errors without a charge.
 *
 *     npm run bench:script-pages
 */
import { createDataDirWithBrowser } from '@quern/testing/browser/test-browser';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import {
  plainText,
  recoveredShare,
  scriptSuite,
  scriptSuiteSite,
} from '@quern/testing/web/script-suite/script-suite';
import type { SuitePage } from '@quern/testing/web/script-suite/suite-page';
import { serveSite } from '@quern/testing/web/serve-site';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';

interface PageResult {
  readonly page: string;
  readonly status: number;
  readonly charged: number;
  /** Share of the expected words; null for a page without content. */
  readonly recovered: number | null;
  /** Unexpected texts in the result, such as that of a consent banner. */
  readonly superfluous: number;
  readonly ms: number;
}

async function scrapePage(service: TestService, origin: string, page: SuitePage): Promise<PageResult> {
  const startedAt = performance.now();
  const response = await service.post('scrape', { url: `${origin}/${page.name}` });
  const { data } = (await response.json()) as { data?: { markdown: string } };
  const markdown = data?.markdown ?? '';
  const { expected, unexpected = [] } = page;
  return {
    page: page.name,
    status: response.status,
    charged: Number(response.headers.get('x-credits-used')),
    recovered: expected === undefined ? null : Number(recoveredShare(markdown, expected).toFixed(4)),
    superfluous: unexpected.filter((text) => plainText(markdown).includes(text)).length,
    ms: Math.round(performance.now() - startedAt),
  };
}

async function main(): Promise<void> {
  const site = await serveSite(scriptSuiteSite);
  const service = await startTestService({
    QUERN_DATA_DIR: createDataDirWithBrowser(),
    // The default of the service, which is longer in tests.
    QUERN_RENDER_TIME: '20s',
  });
  const pages = await Promise.all(scriptSuite.map((page) => scrapePage(service, site.origin, page)));
  await service.stop();
  await site.close();
  const shares = pages.flatMap(({ recovered }) => (recovered === null ? [] : [recovered]));
  const empty = pages.filter(({ recovered }) => recovered === null);
  const result = {
    ...describeRun(),
    pages: pages.length,
    pagesWithContent: shares.length,
    recovered: Number((shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(4)),
    recoveredMin: Math.min(...shares),
    superfluous: pages.reduce((sum, { superfluous }) => sum + superfluous, 0),
    pagesWithoutContent: empty.length,
    chargedWithoutContent: empty.filter(({ charged }) => charged > 0).length,
    results: pages,
  };
  console.table(pages);
  console.log({ ...result, results: undefined });
  writeBenchResult('script-pages', result);
}

await main();

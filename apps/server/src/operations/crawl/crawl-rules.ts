import type { CrawlRules } from '@quern/web/crawl/frontier/crawl-frontier';
import { PathPatterns } from '@quern/web/crawl/urls/path-patterns';
import type { CrawlInput } from './schema.ts';

/** URLs that are found for each page that may be returned: some fail, and robots.txt disallows others. */
const urlsPerPage = 5;
const urlsMin = 2000;
const urlsMax = 200_000;

/** Returns which pages of a site to crawl. */
export function createCrawlRules({ includePaths = [], excludePaths = [], ...input }: CrawlInput): CrawlRules {
  const { url, limit, maxDepth, includeSubdomains, allowBackwardLinks, ignoreQueryParameters } = input;
  const [included, excluded] = [new PathPatterns(includePaths), new PathPatterns(excludePaths)];
  return {
    startUrl: url,
    maxDepth,
    includeSubdomains,
    allowBackwardLinks,
    ignoreQueryParameters,
    urlsMax: Math.min(urlsMax, Math.max(urlsMin, limit * urlsPerPage)),
    accepts: ({ path }) => (included.isEmpty || included.match(path)) && !excluded.match(path),
  };
}

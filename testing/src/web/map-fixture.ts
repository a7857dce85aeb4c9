import { type MapContext, type MapInput, type MapResult, mapSite } from '@quern/web/crawl/map/map-site';
import { createGuardedClient } from '@quern/web/fetch/guarded-client';
import { serveSite, type TestPage, type TestSite } from './serve-site.ts';

const userAgent = 'Quern/0.1 (+https://example.org)';

const defaultInput: Omit<MapInput, 'url'> = {
  ignoreSitemap: false,
  includeSubdomains: false,
  limit: 5000,
  sitemapOnly: false,
  enrichLinks: false,
};

/** Serves test sites on loopback and maps them. Every host name except `*.invalid` resolves to loopback. */
export class MapFixture {
  readonly #opened: { close(): Promise<void> }[] = [];

  /** Serves a site until `close`. */
  async serve(pages: Parameters<typeof serveSite>[0]): Promise<TestSite> {
    const site = await serveSite(pages);
    this.#opened.push(site);
    return site;
  }

  /** Serves pages that need the origin of their site, such as sitemaps with absolute URLs. */
  async serveWith(build: (origin: string) => Record<string, TestPage>): Promise<TestSite> {
    const pages: Record<string, TestPage> = {};
    const site = await this.serve((path, host) => pages[`${host}${path}`] ?? pages[path]);
    Object.assign(pages, build(site.origin));
    return site;
  }

  /** Maps a site. Default: obeys robots.txt, with a time budget of 60 s. */
  async map(
    url: string,
    input: Partial<MapInput> = {},
    context: Partial<MapContext> = {},
  ): Promise<MapResult> {
    const client = createGuardedClient({
      allow: ['127.0.0.0/8'],
      userAgent,
      now: () => Date.now(),
      lookup: async (host) => {
        if (host.endsWith('.invalid')) throw new Error('ENOTFOUND');
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    this.#opened.push(client);
    return mapSite(
      { url, ...defaultInput, ...input },
      {
        fetch: client.fetch,
        open: client.open,
        now: () => Date.now(),
        timeBudgetMs: 60_000,
        robots: 'obey',
        userAgent,
        ...context,
      },
    );
  }

  /** Closes all sites and clients. */
  async close(): Promise<void> {
    for (const item of this.#opened.splice(0)) await item.close();
  }
}

/** Path and query of each link of a map. */
export function pathsOf(result: MapResult): string[] {
  return result.links.map(({ url }) => {
    const { pathname, search } = new URL(url);
    return pathname + search;
  });
}

import type { MapContext, MapInput, MapResult } from '@quern/web/crawl/map/map-site';
import { MapFixture } from './map-fixture.ts';
import { linkPage, type TestPage, type TestSite } from './serve-site.ts';
import { withPort } from './with-port.ts';

/** Pages by `host/path`; `:PORT` in them stands for the port. */
export type HostPages = Readonly<Record<string, TestPage>>;

/** A map of a site with several hosts. */
export interface HostMap {
  /** The listed URLs as `host/path`. */
  readonly urls: string[];
  /** The requests as `host/path`. */
  readonly hits: readonly string[];
  readonly result: MapResult;
}

/** Serves sites with several hosts on one port, and maps them. */
export class HostMapFixture {
  readonly #fixture = new MapFixture();

  /** Maps a site from the root of a host. */
  async map(
    pages: HostPages,
    host: string,
    input: Partial<MapInput> = {},
    context: Partial<MapContext> = {},
  ): Promise<HostMap> {
    const site: TestSite = await this.#fixture.serve((path, requestedHost) =>
      withPort(pages[`${requestedHost}${path}`], site.port),
    );
    const result = await this.#fixture.map(`http://${host}:${site.port}/`, input, context);
    const urls = result.links.map(({ url }) => {
      const { hostname, pathname, search } = new URL(url);
      return `${hostname}${pathname}${search}`;
    });
    return { urls, hits: site.hits, result };
  }

  /** Closes all sites and clients. */
  close(): Promise<void> {
    return this.#fixture.close();
  }
}

/**
 * The pages of a host whose home page links to them, each with its own content.
 *
 * @param name start of the titles
 * @param paths of the pages
 * @param more further links of the home page
 */
export function hostPages(
  host: string,
  name: string,
  paths: readonly string[],
  more: readonly string[] = [],
): HostPages {
  return Object.fromEntries([
    [`${host}/`, linkPage(name, [...paths, ...more])],
    ...paths.map((path) => [`${host}${path}`, linkPage(`${name} ${path}`, ['/'])]),
  ]);
}

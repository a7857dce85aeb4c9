import type { ServerResponse } from 'node:http';
import { serveSite, type TestSite } from '../web/serve-site.ts';

const page =
  '<main><h1>Mill</h1><p>The old mill by the river grinds the grain of the whole village.</p></main>';

/** Pages of a site to crawl: its start page, four that this links to, and one that each of those links to. */
export const crawledPages = 9;

/** Returns a page of a site to crawl; undefined for other paths. */
function crawlPage(
  path: string,
): { readonly links: readonly string[]; readonly isHeld: boolean } | undefined {
  const [, name, number, deep] = /^\/crawl\/([^/]+)\/(?:(\d)(\/deep)?)?$/.exec(path) ?? [];
  if (name === undefined) return undefined;
  if (number === undefined) return { links: [1, 2, 3, 4].map((page) => `${path}${page}`), isHeld: false };
  return { links: deep === undefined ? [`${path}/deep`] : [], isHeld: deep === undefined && number > '2' };
}

/**
 * A site with a page that it serves, sites to crawl, and pages that it serves only when they are requested a second time.
 * A request for one of these cannot end before its service is killed, and ends when it is repeated.
 */
export class HoldingSite {
  /** Number of requests by path. */
  readonly #requests = new Map<string, number>();
  /** Bodies of the responses that are held. */
  readonly #held = new Map<ServerResponse, string>();
  #site: TestSite | undefined;
  #isReleased = false;

  /** @param onHeld called when a request is held */
  static async serve(onHeld: () => void): Promise<HoldingSite> {
    const holding = new HoldingSite();
    holding.#site = await serveSite(
      (path) => (_request, response) => holding.#respond(path, response, onHeld),
    );
    return holding;
  }

  /** Requests that are held now. */
  get held(): number {
    return this.#held.size;
  }

  /** URL of the page that is served. */
  get url(): string {
    return `${this.#site?.origin}/`;
  }

  /** URL of a page that is held when it is first requested. */
  heldUrl(name: string): string {
    return `${this.#site?.origin}/${name}`;
  }

  /** URL of a site to crawl. */
  crawlUrl(name: string): string {
    return `${this.#site?.origin}/crawl/${name}/`;
  }

  /** Number of requests for pages of sites to crawl after the first one for each. */
  get repeatedCrawlRequests(): number {
    const crawled = [...this.#requests].filter(([path]) => crawlPage(path) !== undefined);
    return crawled.reduce((sum, [, count]) => sum + count - 1, 0);
  }

  /** Serves the pages that are held, and all others at once. */
  release(): void {
    this.#isReleased = true;
    for (const [response, body] of this.#held) response.end(body);
  }

  async close(): Promise<void> {
    await this.#site?.close();
  }

  #respond(path: string, response: ServerResponse, onHeld: () => void): void {
    response.setHeader('content-type', 'text/html');
    const count = (this.#requests.get(path) ?? 0) + 1;
    this.#requests.set(path, count);
    const { links = [], isHeld = path !== '/' } = crawlPage(path) ?? {};
    const body = page + links.map((link) => `<a href="${link}">page</a>`).join(' ');
    if (this.#isReleased || !isHeld || count > 1) {
      response.end(body);
      return;
    }
    this.#held.set(response, body);
    response.once('close', () => this.#held.delete(response));
    onHeld();
  }
}

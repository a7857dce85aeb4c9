import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of a test site: a body, a body with its status and headers, or a function that responds itself. */
export type TestPage =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      readonly delayMs?: number;
    }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** Pages by `/path?query` or `host/path`, or a function of both, which may describe endless sites. */
export type TestPages =
  | Readonly<Record<string, TestPage>>
  | ((path: string, host: string) => TestPage | undefined);

const loopback = '127.0.0.1';
const notFound: TestPage = { status: 404, body: '<h1>Not found</h1>' };

/** A website on loopback. */
export class TestSite {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  readonly port: number;
  /** Requested paths in order, prefixed with the host if it is not the loopback address. */
  readonly hits: string[] = [];
  readonly #server: Server;

  private constructor(pages: TestPages, server: Server) {
    const find =
      typeof pages === 'function'
        ? pages
        : (path: string, host: string) => pages[`${host}${path}`] ?? pages[path];
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    this.origin = `http://${loopback}:${this.port}`;
    server.on('request', (request, response) => {
      const path = request.url ?? '/';
      const host = (request.headers.host ?? '').replace(/:\d+$/, '');
      this.hits.push(host === loopback ? path : `${host}${path}`);
      respond(find(path, host) ?? notFound, request, response);
    });
  }

  /** Serves pages on a free port. */
  static async serve(pages: TestPages): Promise<TestSite> {
    const server = createServer().listen(0, loopback);
    await once(server, 'listening');
    return new TestSite(pages, server);
  }

  /** Closes the site and its connections. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Serves pages on a free loopback port; see TestSite. */
export const serveSite = (pages: TestPages): Promise<TestSite> => TestSite.serve(pages);

function respond(page: TestPage, request: IncomingMessage, response: ServerResponse): void {
  if (typeof page === 'function') {
    page(request, response);
    return;
  }
  const {
    status = 200,
    headers = {},
    body = '',
    delayMs = 0,
  } = typeof page === 'string' ? { body: page } : page;
  const send = () => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  if (delayMs > 0) setTimeout(send, delayMs);
  else send();
}

/** An HTML page with a list of links. */
export function linkPage(title: string, links: readonly string[], head = ''): string {
  const items = links.map((href) => `<li><a href="${href}">${href} link</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><ul>${items}</ul></body></html>`;
}

/** A sitemap (sitemaps.org 0.9) of URLs. */
export function sitemapXml(urls: readonly string[]): string {
  const entries = urls.map((url) => `<url><loc>${url}</loc><lastmod>2026-01-02</lastmod></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
}

/** A sitemap index (sitemaps.org 0.9) of sitemap URLs. */
export function sitemapIndexXml(urls: readonly string[]): string {
  const entries = urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</sitemapindex>`;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** One answer of a test site: a body with its status and headers, or a function that answers itself. */
export type TestPage =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      readonly delayMs?: number;
    }
  | ((request: IncomingMessage, response: ServerResponse) => void);

export interface TestSite {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  readonly port: number;
  /** Paths that were asked for, in order; with the host before them when it is not the loopback address. */
  readonly hits: string[];
  close(): Promise<void>;
}

/** Serves a small web on loopback. `pages` maps `/path?query` or `host/path` to answers; a function makes endless sites. */
export async function serveSite(
  pages: Readonly<Record<string, TestPage>> | ((path: string, host: string) => TestPage | undefined),
): Promise<TestSite> {
  const hits: string[] = [];
  const find =
    typeof pages === 'function'
      ? pages
      : (path: string, host: string) => pages[`${host}${path}`] ?? pages[path];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    hits.push(host === '127.0.0.1' ? path : `${host}${path}`);
    answer(find(path, host) ?? { status: 404, body: '<h1>Not found</h1>' }, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    hits,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(page: TestPage, request: IncomingMessage, response: ServerResponse): void {
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

/** A page with links. */
export function linkPage(title: string, links: readonly string[], head = ''): string {
  const items = links.map((href) => `<li><a href="${href}">${href} link</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><ul>${items}</ul></body></html>`;
}

export function sitemapXml(urls: readonly string[]): string {
  const entries = urls.map((url) => `<url><loc>${url}</loc><lastmod>2026-01-02</lastmod></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
}

export function sitemapIndexXml(urls: readonly string[]): string {
  const entries = urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</sitemapindex>`;
}

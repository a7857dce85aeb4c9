/**
 * Serves the sites that run.ts maps, selected by host: `pages.test` is a tree of 500 pages that each take 30 ms,
 * `links.test` a page of 60,000 links; `many.test`, `large.test` and `crowded.test` have a /sitemap.xml of 50,000 URLs,
 * of 50,000 long URLs (50 MB) and of 240,000 URLs, and any other host has an empty home page. Sends its port to the
 * parent process.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { linkPage } from '@quern/testing/web/serve-site';

const pages = 500;
const latencyMs = 30;
const linksOfPage = 8;
/** Makes the pages as long as real ones. */
const text = 'A description with enough words for a page of the usual length. '.repeat(50);

const manyLinks = linkPage(
  'Links',
  Array.from({ length: 60_000 }, (_, index) => `/list-${'abcdefghij'[index % 10]}/x${index}`),
);

function handleRequest(request: IncomingMessage, response: ServerResponse): void {
  const host = (request.headers.host ?? '').replace(/:.*/, '');
  const path = request.url ?? '/';
  if (host === 'pages.test') setTimeout(() => sendPage(path, response), latencyMs);
  else if (host === 'links.test' && path === '/') sendHtml(response, manyLinks);
  else if (path === '/') sendHtml(response, linkPage('Home', []));
  else if (path === '/sitemap.xml' && host === 'many.test') void sendSitemap(response, 50_000, 40);
  else if (path === '/sitemap.xml' && host === 'large.test') void sendSitemap(response, 50_000, 940);
  else if (path === '/sitemap.xml' && host === 'crowded.test') void sendSitemap(response, 240_000, 120);
  else response.writeHead(404).end();
}

function sendPage(path: string, response: ServerResponse): void {
  const number = path === '/' ? 0 : Number(/^\/page-(\d+)$/.exec(path)?.[1] ?? Number.NaN);
  if (Number.isNaN(number) || number >= pages) {
    response.writeHead(404).end();
    return;
  }
  const children = Array.from({ length: linksOfPage }, (_, index) => number * linksOfPage + index + 1);
  const links = children.filter((child) => child < pages).map((child) => `/page-${child}`);
  sendHtml(
    response,
    linkPage(`Page ${number}`, [...links, '/'], `<meta name="description" content="${text}">`),
  );
}

function sendHtml(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end(html);
}

/**
 * Writes a sitemap as fast as it is read.
 *
 * @param padding number of characters added to each URL
 */
async function sendSitemap(response: ServerResponse, count: number, padding: number): Promise<void> {
  const origin = `http://${response.req.headers.host}`;
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.write('<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n');
  const filler = 'a-longer-title-of-this-article-'.repeat(40).slice(0, padding);
  for (let index = 0; index < count; index++) {
    const entry = `<url><loc>${origin}/article/${index}/${filler}</loc><lastmod>2026-01-02T03:04:${String(index % 60).padStart(2, '0')}+00:00</lastmod></url>\n`;
    if (!response.write(entry)) await new Promise((resolve) => response.once('drain', resolve));
    if (response.destroyed) return;
  }
  response.end('</urlset>');
}

function main(): void {
  const server = createServer(handleRequest);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
  });
  process.on('disconnect', () => process.exit());
}

main();

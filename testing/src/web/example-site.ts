import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { exampleDocument } from './example-document.ts';
import { sitemapXml, type TestPage } from './serve-site.ts';

const page = (title: string, description: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:site_name" content="Hadley Mill">
</head>
<body>
<nav><a href="/">Home</a> <a href="/history">History</a> <a href="/bread">Bread</a></nav>
<main>${main}</main>
</body>
</html>
`;

const history = `<article><h1>History of the mill</h1>
<p>The water mill at Hadley was built in 1794 and ground wheat and rye for the farms of the valley until a flood destroyed its wheel in 1936. The building then stood empty for decades.</p>
<h2>The museum</h2>
<p>The town bought the mill in 2025 and reopened it as a <strong>working museum</strong>. Visitors can see how grain becomes flour, and buy <a href="/bread">bread</a> that is baked on Saturdays.</p>
<table><tr><th>Year</th><th>Event</th></tr><tr><td>1794</td><td>Mill built</td></tr><tr><td>1936</td><td>Wheel destroyed</td></tr></table></article>`;

const home = `<article><h1>Hadley Mill</h1><p>A working museum on River Street: read about its <a href="/history">history</a>, or try the <a href="/bread">bread</a>.</p></article>`;

const bread = `<article><h1>Bread</h1><p>Our bread is baked from flour that was ground in the mill on the same day.</p></article>`;

/** The website of the API examples: small, so that whole results fit into the documentation. */
export const exampleSite: Readonly<Record<string, TestPage>> = {
  '/': page('Hadley Mill', 'A working museum on River Street', home),
  '/history': page('History of the mill', 'From 1794 to today', history),
  '/bread': page('Bread', 'Baked on Saturdays', bread),
  '/sign.png': {
    headers: { 'content-type': 'image/png' },
    body: readFileSync(resolve(import.meta.dirname, '../../../packages/ocr/src/fixtures/fox.png')),
  },
  '/shop.pdf': { headers: { 'content-type': 'application/pdf' }, body: exampleDocument },
  '/sitemap.xml': (request, response) => {
    const origin = `http://${request.headers.host}`;
    response.setHeader('content-type', 'application/xml');
    response.end(sitemapXml([`${origin}/`, `${origin}/history`]));
  },
};

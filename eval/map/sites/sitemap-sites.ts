import { gzipSync } from 'node:zlib';
import { sitemapIndexXml, sitemapXml, type TestPage } from '@quern/testing/web/serve-site';
import { type EvalSite, range, SiteDraft } from './site-draft.ts';

const xml = (body: string | Uint8Array): TestPage => ({
  headers: { 'content-type': 'application/xml' },
  body,
});

/** A gzipped body cannot contain the placeholder of the port, so its URLs are relative. */
const gzipped = (paths: readonly string[]): TestPage => xml(gzipSync(sitemapXml(paths)));

function nestedSitemaps(): EvalSite {
  const host = 'nested.test';
  const draft = new SiteDraft(host, 21);
  const at = (path: string) => `http://${host}:PORT${path}`;
  const group = (name: string) => range(15).map((number) => `/${name}/${number}`);
  for (const path of ['gz', 'plain', 'broken', 'text'].flatMap(group)) draft.page(path, path, []);
  draft.page('/', 'home', ['/about']).page('/about', 'about', []);
  draft.text('/robots.txt', `User-agent: *\nDisallow:\nSitemap: ${at('/maps/index.xml')}`);
  draft.raw(
    '/maps/index.xml',
    xml(sitemapIndexXml([at('/maps/a.xml'), at('/maps/dead.xml'), at('/maps/b.xml')])),
  );
  draft.raw('/maps/a.xml', xml(sitemapIndexXml([at('/maps/gz.xml.gz'), at('/maps/broken.xml')])));
  draft.raw(
    '/maps/b.xml',
    xml(
      sitemapXml(group('plain').map(at))
        .replaceAll('</loc>', ' &nbsp; & </loc>')
        .replaceAll(' &nbsp; & ', ''),
    ),
  );
  draft.raw('/maps/gz.xml.gz', gzipped(group('gz')));
  draft.raw(
    '/maps/broken.xml',
    xml(`${sitemapXml(group('broken').map(at)).replace('</urlset>', '')}<url><loc>htt`),
  );
  draft.text('/sitemap.txt', group('text').map(at).join('\r\n'));
  draft.page('/about', 'about', ['/text/0'], { head: `<link rel="sitemap" href="/sitemap.txt">` });
  for (const number of range(15))
    draft.page(`/text/${number}`, `/text/${number}`, [`/text/${(number + 1) % 15}`]);
  return draft.build('nested, gzipped and broken sitemaps');
}

function newsFeeds(): EvalSite {
  const host = 'news.test';
  const draft = new SiteDraft(host, 22);
  const stories = range(40);
  const item = (story: number) =>
    `<item><title>${story}</title><link>http://${host}:PORT/story-${story}</link></item>`;
  draft.page(
    '/',
    'home',
    stories.slice(0, 10).map((story) => `/story-${story}`),
    {
      head: '<link rel="alternate" type="application/rss+xml" href="/feed"><link rel="alternate" type="application/atom+xml" href="/atom">',
    },
  );
  for (const story of stories) draft.page(`/story-${story}`, `story ${story}`, ['/', '/calendar/2026/1']);
  draft.text(
    '/feed',
    `<rss version="2.0"><channel>${stories.slice(10, 25).map(item).join('')}</channel></rss>`,
    'application/rss+xml',
  );
  const entry = (story: number) => `<entry><link href="/story-${story}"/></entry>`;
  draft.text(
    '/atom',
    `<feed xmlns="http://www.w3.org/2005/Atom">${stories.slice(25).map(entry).join('')}</feed>`,
    'application/atom+xml',
  );
  draft.otherwise((place) => {
    const month = Number(/\/calendar\/2026\/(\d+)$/.exec(place)?.[1] ?? 0);
    if (month === 0) return undefined;
    return { id: 'calendar', page: `<title>${month}</title><a href="/calendar/2026/${month + 1}">next</a>` };
  });
  return draft.build('news with feeds and an endless calendar');
}

function application(): EvalSite {
  const host = 'app.test';
  const draft = new SiteDraft(host, 23);
  const routes = range(20).map((number) => `/view/${number}`);
  const shell = (data: string) =>
    `<title>App</title><div id="root"></div><script id="__NEXT_DATA__" type="application/json">${data}</script>`;
  draft.raw('/', shell(JSON.stringify({ routes: routes.slice(0, 10) })), 'home');
  for (const route of routes) draft.raw(route, shell(JSON.stringify({ page: route })), route);
  draft.raw('/sitemap.xml', xml(sitemapXml(routes.slice(10).map((route) => `http://${host}:PORT${route}`))));
  return draft.build('application whose routes are in its data and sitemap');
}

function onlySitemap(): EvalSite {
  const host = 'www.listed.test';
  const draft = new SiteDraft(host, 24);
  const paths = range(60).map((number) => `/p${number}`);
  draft.page('/', 'home', ['/unlisted']).page('/unlisted', 'unlisted', [], { isExpected: false });
  for (const path of paths) draft.page(path, path, []).alias(`listed.test${path}`, path);
  draft.alias('listed.test/', '/');
  draft.raw(
    '/sitemap.xml',
    xml(sitemapXml(paths.map((path, index) => `http://${index % 2 ? '' : 'www.'}listed.test:PORT${path}`))),
  );
  return draft.build('sitemap with URLs of www and apex, sitemapOnly', { sitemapOnly: true });
}

/** Sites whose difficulty is in their sitemaps and feeds. */
export const sitemapSites: readonly EvalSite[] = [
  nestedSitemaps(),
  newsFeeds(),
  application(),
  onlySitemap(),
];

import type { TestPage } from '@quern/testing/web/serve-site';
import { sitemapXml } from '@quern/testing/web/serve-site';
import { type EvalSite, range, SiteDraft } from './site-draft.ts';

function sessions(): EvalSite {
  const draft = new SiteDraft('forum.test', 31);
  const topics = range(30);
  let session = 0;
  const topicPage = (topic: number): string => {
    session++;
    const links = [topic + 1, topic + 2].map(
      (next) => `/viewtopic.php?t=${next % 30}&amp;sid=${session.toString(16).padStart(32, 'a')}`,
    );
    const path = [`/thread/${topic};jsessionid=${session}`, `/thread/${topic}`];
    return `<title>Topic ${topic}</title><p>Topic number ${topic}</p>${[...links, ...path].map((href) => `<a href="${href}">next</a>`).join('')}`;
  };
  for (const topic of topics) {
    draft.page(`/thread/${topic}`, `thread ${topic}`, []);
    draft.page(`/viewtopic.php?t=${topic}`, `topic ${topic}`, []);
  }
  draft.page('/', 'home', ['/viewtopic.php?t=0']);
  const site = draft.build('forum with session ids in all links');
  return {
    ...site,
    respond: (place) => {
      const topic = /viewtopic\.php\?t=(\d+)/.exec(place)?.[1];
      if (topic !== undefined) return { id: `topic ${topic}`, page: topicPage(Number(topic)) };
      return site.respond(place.replace(/;jsessionid=\d+/, ''));
    },
  };
}

function rateLimited(): EvalSite {
  const draft = new SiteDraft('limited.test', 32);
  const refusals = new Map<string, number>();
  const once = (path: string, refusal: TestPage, id: string, body: string): void => {
    draft.raw(
      path,
      (request, response) => {
        const count = refusals.get(path) ?? 0;
        refusals.set(path, count + 1);
        const { status = 200, headers = {} } = count === 0 && typeof refusal === 'object' ? refusal : {};
        response.writeHead(status, { 'content-type': 'text/html', ...headers });
        response.end(request.method === 'HEAD' ? undefined : body);
      },
      id,
    );
  };
  draft.page(
    '/',
    'home',
    range(20).map((number) => `/p${number}`),
  );
  for (const number of range(20)) {
    const body = `<title>${number}</title><p>Page ${number}</p><a href="/p${number}/more">more</a>`;
    const refusal: TestPage = { status: number % 2 ? 503 : 429, headers: { 'retry-after': '1' } };
    if (number % 7 === 3) once(`/p${number}`, refusal, `page ${number}`, body);
    else draft.raw(`/p${number}`, body, `page ${number}`);
    draft.page(`/p${number}/more`, `more ${number}`, []);
  }
  return draft.build('pages that first return 429 or 503 with Retry-After');
}

function slowPages(): EvalSite {
  const draft = new SiteDraft('slow.test', 33);
  draft.page(
    '/',
    'home',
    range(40).map((number) => `/p${number}`),
  );
  for (const number of range(40)) {
    const body = `<title>${number}</title><p>Slow page ${number}</p><a href="/p${number}/x">x</a>`;
    draft.raw(`/p${number}`, { delayMs: number % 10 === 0 ? 3000 : 20, body }, `page ${number}`);
    draft.page(`/p${number}/x`, `child ${number}`, []);
  }
  return draft.build('a tenth of the pages takes 3 s');
}

function robotsRules(): EvalSite {
  const host = 'rules.test';
  const draft = new SiteDraft(host, 34);
  draft.text(
    '/robots.txt',
    'User-agent: *\nDisallow: /private/\nAllow: /private/open$\nDisallow: /*?print=\nCrawl-delay: 0.02\nSitemap: /map.xml',
  );
  draft.text(
    '/map.xml',
    sitemapXml([`http://${host}:PORT/private/mapped`, `http://${host}:PORT/mapped`]),
    'application/xml',
  );
  draft.page('/', 'home', [
    '/private/a',
    '/private/open',
    ...range(20).map((number) => `/p${number}`),
    '/p0?print=1',
  ]);
  for (const number of range(20)) draft.page(`/p${number}`, `page ${number}`, ['/']);
  draft.page('/private/a', 'private', ['/private/never-seen']).page('/private/open', 'open', ['/from-open']);
  draft
    .page('/from-open', 'from open', [])
    .page('/private/mapped', 'private in sitemap', [])
    .page('/mapped', 'mapped', []);
  draft
    .page('/p0?print=1', 'print version', [])
    .page('/private/never-seen', 'never seen', [], { isExpected: false });
  return draft.build('robots rules, a delay and a sitemap');
}

function canonicals(): EvalSite {
  const draft = new SiteDraft('canonical.test', 35);
  const ids = range(25);
  draft.page(
    '/',
    'home',
    ids.flatMap((id) => [`/item?id=${id}&amp;from=home`, `/item?id=${id}`]),
  );
  const link = (id: number) => `<link rel="canonical" href="http://canonical.test:PORT/item?id=${id}">`;
  for (const id of ids) {
    draft.page(`/item?id=${id}`, `item ${id}`, [`/item?id=${id}&amp;from=self`], { head: link(id) });
    draft
      .alias(`/item?id=${id}&from=home`, `/item?id=${id}`)
      .alias(`/item?id=${id}&from=self`, `/item?id=${id}`);
  }
  draft.page('/wrong', 'wrong canonical', [], { head: '<link rel="canonical" href="/">' });
  draft.page('/', 'home', [
    ...ids.flatMap((id) => [`/item?id=${id}&amp;from=home`, `/item?id=${id}`]),
    '/wrong',
    '/gone',
  ]);
  return draft.build('canonical URLs of query variants');
}

/** Sites whose difficulty is in how they respond. */
export const behaviorSites: readonly EvalSite[] = [
  sessions(),
  rateLimited(),
  slowPages(),
  robotsRules(),
  canonicals(),
];

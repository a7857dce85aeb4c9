import { type EvalSite, range, SiteDraft } from './site-draft.ts';

function twoHosts(): EvalSite {
  const draft = new SiteDraft('twohosts.test', 11);
  const paths = range(20).map((number) => `/p${number}`);
  for (const host of ['twohosts.test', 'www.twohosts.test']) {
    draft.page(`${host}/`, `home of ${host}`, [
      ...paths,
      'http://twohosts.test:PORT/',
      'http://www.twohosts.test:PORT/',
    ]);
    for (const path of paths) draft.page(`${host}${path}`, `${host}${path}`, ['/']);
  }
  return draft.build('www and apex with different pages', { includeSubdomains: true });
}

function oneSite(): EvalSite {
  const draft = new SiteDraft('onesite.test', 12);
  const paths = range(30).map((number) => `/p${number}`);
  const links = paths.map((path, index) => `http://${index % 2 === 0 ? 'www.' : ''}onesite.test:PORT${path}`);
  draft.page('/', 'home', [...links, ...paths]).alias('www.onesite.test/', '/');
  for (const path of paths)
    draft.page(path, path, ['/', 'http://www.onesite.test:PORT/']).alias(`www.onesite.test${path}`, path);
  return draft.build('www and apex with the same pages', { includeSubdomains: true });
}

function redirectingApex(): EvalSite {
  const draft = new SiteDraft('moved.co.uk', 13);
  const www = 'www.moved.co.uk';
  const paths = range(25).map((number) => `/p${number}`);
  draft.page(
    `${www}/`,
    'home',
    paths.map((path) => `http://moved.co.uk:PORT${path}`),
  );
  for (const path of paths)
    draft.page(`${www}${path}`, path, ['/', 'http://other.co.uk:PORT/', `http://shop.moved.co.uk:PORT/`]);
  draft.page('other.co.uk/', 'other site', [], { isExpected: false });
  draft.page('shop.moved.co.uk/', 'shop', [], { isExpected: false });
  draft.otherwise((place) =>
    place.startsWith('moved.co.uk/')
      ? {
          page: {
            status: 301,
            headers: { location: `http://${www}:PORT${place.slice('moved.co.uk'.length)}` },
          },
        }
      : undefined,
  );
  return draft.build('apex under a public suffix of two labels that redirects to www');
}

function subdomains(): EvalSite {
  const draft = new SiteDraft('www.group.co.uk', 14);
  const brands = range(6).map((number) => `brand${number}.group.co.uk`);
  draft.page('/', 'home', [
    ...brands.map((brand) => `http://${brand}:PORT/`),
    '/about',
    'http://rival.co.uk:PORT/',
  ]);
  draft.page('/about', 'about', []);
  for (const brand of brands) {
    draft.page(
      `${brand}/`,
      brand,
      range(5).map((number) => `/item-${number}`),
    );
    for (const number of range(5)) draft.page(`${brand}/item-${number}`, `${brand} ${number}`, ['/']);
    draft.page(`${brand}/hidden`, `${brand} hidden`, []);
    draft.text(`${brand}/robots.txt`, `Sitemap: http://${brand}:PORT/map.txt`);
    draft.text(`${brand}/map.txt`, `http://${brand}:PORT/hidden\n`);
  }
  draft.page('rival.co.uk/', 'rival', [], { isExpected: false });
  return draft.build('subdomains with their own sitemaps', { includeSubdomains: true });
}

function legacyDomain(): EvalSite {
  const draft = new SiteDraft('old-name.test', 15);
  const fresh = 'new-name.test';
  draft.raw('/', `<meta http-equiv="refresh" content="0; url=http://${fresh}:PORT/en/">`);
  const paths = range(15).map((number) => `/en/p${number}`);
  draft.page(`${fresh}/en/`, 'home', [...paths, ...paths.map((path) => path.replace('/en/', '/'))], {
    head: '<link rel="alternate" hreflang="de" href="/de/"><link rel="alternate" hreflang="en" href="/en/">',
  });
  for (const path of paths) {
    draft.page(`${fresh}${path}`, path, [], { head: '<base href="/en/extra/">' });
    draft.redirect(`${fresh}${path.replace('/en/', '/')}`, path);
  }
  draft.page(`${fresh}/de/`, 'German', ['seite']).page(`${fresh}/de/seite`, 'German page', []);
  return draft.build('start page with a refresh to another domain, and translations');
}

/** Sites whose difficulty is in their hosts. */
export const hostSites: readonly EvalSite[] = [
  twoHosts(),
  oneSite(),
  redirectingApex(),
  subdomains(),
  legacyDomain(),
];

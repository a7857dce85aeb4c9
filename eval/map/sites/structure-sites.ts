import { type EvalSite, range, SiteDraft } from './site-draft.ts';

function blog(): EvalSite {
  const draft = new SiteDraft('blog.test', 1);
  const posts = range(80);
  const pageCount = 8;
  const pageLink = (page: number) => (page === 0 ? '/' : `/page/${page + 1}/`);
  for (const page of range(pageCount)) {
    const links = posts
      .filter((post) => post % pageCount === page)
      .map((post) => `/2026/0${(post % 9) + 1}/post-${post}`);
    const next = page + 1 < pageCount ? [pageLink(page + 1)] : [];
    draft.page(pageLink(page), `list ${page}`, [...links, ...next, pageLink(Math.max(0, page - 1))]);
  }
  for (const post of posts) {
    const path = `/2026/0${(post % 9) + 1}/post-${post}`;
    draft.page(path, `post ${post}`, [
      '/',
      `${path}#comments`,
      `${path}?utm_source=feed`,
      `/tag/t${post % 6}/`,
    ]);
    draft.alias(`${path}?utm_source=feed`, path);
  }
  for (const tag of range(6)) {
    draft.page(`/tag/t${tag}/`, `tag ${tag}`, []).alias(`/tag/t${tag}`, `/tag/t${tag}/`);
  }
  return draft.build('blog with pagination, tags and tracking links');
}

function shop(): EvalSite {
  const draft = new SiteDraft('shop.test', 2);
  const sorts = ['price', 'name', 'newest', 'rating'];
  for (const category of range(6)) {
    const path = `/c/${category}`;
    const facets = sorts.flatMap((sort) =>
      range(8).map((color) => `${path}?sort=${sort}&amp;color=${color}`),
    );
    const products = range(10).map((product) => `/p/${category}-${product}?sku=${category}${product}`);
    draft.page(path, `category ${category}`, [...facets, ...products]);
    for (const product of products)
      draft.page(product, `product ${product}`, ['/', `/cart?add=${product.slice(3)}`]);
  }
  draft.page(
    '/',
    'home',
    range(6).map((category) => `/c/${category}`),
  );
  draft.otherwise((place) => {
    const category = /^shop\.test\/c\/(\d)\?/.exec(place)?.[1];
    if (category !== undefined)
      return { id: `category ${category}`, page: `<title>Sorted</title><p>${place}</p>` };
    return place.startsWith('shop.test/cart?')
      ? { page: { status: 302, headers: { location: '/' } } }
      : undefined;
  });
  return draft.build('shop with sorting and facets');
}

function documentation(): EvalSite {
  const draft = new SiteDraft('docs.test', 3);
  const folders = range(25);
  draft.page('/', 'home', ['/index.html', ...folders.map((folder) => `/guide-${folder}/`)]);
  draft.alias('/index.html', '/');
  for (const folder of folders) {
    const path = `/guide-${folder}`;
    const other = `/guide-${(folder + 1) % 25}`;
    draft.page(`${path}/`, `guide ${folder}`, [
      '../index.html',
      'index.html',
      'setup.html',
      other,
      `${other}/index.html`,
    ]);
    draft.alias(path, `${path}/`).alias(`${path}/index.html`, `${path}/`);
    draft.page(`${path}/setup.html`, `setup ${folder}`, ['./', '../']);
  }
  return draft.build('documentation with default documents and trailing slashes');
}

function framework(): EvalSite {
  const draft = new SiteDraft('front.test', 4);
  draft.page(
    '/',
    'home',
    range(12).map((number) => `/app/${number}/`),
  );
  for (const number of range(12)) {
    // The front controller shows another page than its folder.
    draft.page(`/app/${number}/`, `app ${number}`, [
      `/app/${number}/index.php`,
      `/app/${number}/default.html`,
    ]);
    draft.page(`/app/${number}/index.php`, `login ${number}`, []);
    draft.alias(`/app/${number}/default.html`, `/app/${number}/`);
  }
  return draft.build('default documents, half of which are other pages');
}

function sloppyLinks(): EvalSite {
  const draft = new SiteDraft('sloppy.test', 5);
  const names = range(30);
  draft.page(
    '/',
    'home',
    names.flatMap((name) => [`//sloppy.test:PORT/a/${name}`, `/x/../a/${name}`, `/a//${name}`]),
  );
  for (const name of names) {
    const next = (name + 1) % names.length;
    draft.page(`/a/${name}`, `a ${name}`, [
      `./${next}`,
      `/%61/${next}`,
      `http://SLOPPY.test:PORT/a/${next}?`,
      `/a/${next}#top`,
    ]);
    draft.alias(`/a//${name}`, `/a/${name}`).alias(`/%61/${name}`, `/a/${name}`);
    draft.alias(`/a/${name}?`, `/a/${name}`);
  }
  return draft.build('links with dot segments, double slashes and encoded letters');
}

function unicode(): EvalSite {
  const draft = new SiteDraft('xn--mnchen-3ya.test', 6);
  const slugs = [
    'stra\u00dfe',
    'caf\u00e9',
    '\u6771\u4eac',
    '\u041c\u043e\u0441\u043a\u0432\u0430',
    'na\u00efve',
    '\u0623\u062e\u0628\u0627\u0631',
  ];
  const encoded = (slug: string) => encodeURIComponent(slug);
  draft.page(
    '/',
    'home',
    slugs.flatMap((slug) => [`/${slug}`, `/${encoded(slug)}`, `/${encoded(slug).toLowerCase()}`]),
  );
  for (const slug of slugs) {
    draft.page(`/${encoded(slug)}`, slug, [`http://m\u00fcnchen.test:PORT/${slug}/\u00e4`, '/Case', '/case']);
    draft.alias(`/${encoded(slug).toLowerCase()}`, `/${encoded(slug)}`);
    draft.page(`/${encoded(slug)}/%C3%A4`, `${slug} child`, []);
  }
  draft.page('/Case', 'upper case', []).page('/case', 'lower case', []);
  return draft.build('international host and paths');
}

/** Sites whose difficulty is in their links. */
export const structureSites: readonly EvalSite[] = [
  blog(),
  shop(),
  documentation(),
  framework(),
  sloppyLinks(),
  unicode(),
];

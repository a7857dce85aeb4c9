import { linkPage, sitemapXml } from '../serve-site.ts';
import { type SiteCase, textPage } from '../site-case.ts';

const head = (html: string) => linkPage('Home', [], html);

/** Sites whose links are hard to find or to read. */
export const linkCases: readonly SiteCase[] = [
  {
    name: 'relative links with two base elements, of which the first counts',
    pages: () => ({
      '/': '<head><base href="/sub/"><base href="/wrong/"></head><a href="b">b</a><a href="../c">c</a><a href="?q=1">q</a>',
      '/sub/b': 'B',
      '/c': 'C',
      '/sub/?q=1': 'Q',
    }),
    expectedUrls: ['/', '/sub/b', '/c', '/sub/?q=1'],
  },
  {
    name: 'links without a scheme, with other schemes, and malformed links',
    pages: (at) => ({
      '/': linkPage('Home', [
        at('/a').replace('http:', ''),
        'javascript:void(0)',
        'mailto:a@example.test',
        'tel:+123',
        'data:text/html,x',
        'blob:http://example.test/1',
        'about:blank',
        'http://',
        'http://[::1',
        '#top',
        '',
        ' /b\n',
        'http://user:word@example.test/c',
      ]),
      '/a': 'A',
      '/b': 'B',
    }),
    expectedUrls: ['/', '/a', '/b'],
  },
  {
    name: 'image maps, frames and embedded pages',
    pages: (at) => ({
      '/': `<map><area href="/area"></map><iframe src="/inner"></iframe><iframe src="${at('video.test/x')}"></iframe><svg><a xlink:href="/drawn"></a></svg><frameset><frame src="/framed"></frameset>`,
      '/area': 'x',
      '/inner': 'x',
      '/drawn': 'x',
      '/framed': linkPage('Framed', ['/behind-frame']),
      '/behind-frame': 'x',
    }),
    expectedUrls: ['/', '/area', '/inner', '/drawn', '/framed', '/behind-frame'],
  },
  {
    name: 'pagination by rel next and prev, and translations by hreflang',
    pages: () => ({
      '/': head(
        '<link rel="next" href="/page/2"><link rel="alternate" hreflang="de" href="/de/"><link rel="alternate" hreflang="x-default" href="/">',
      ),
      '/page/2': head('<link rel="prev" href="/"><link rel="next" href="/page/3">'),
      '/page/3': 'x',
      '/de/': 'x',
    }),
    expectedUrls: ['/', '/page/2', '/de/', '/page/3'],
  },
  {
    name: 'Link and Refresh headers',
    pages: () => ({
      '/': {
        headers: {
          link: '</two>; rel="next"; title="a, b", </fr>; rel=alternate; hreflang=fr, </x.css>; rel=preload',
        },
        body: '<p>Home',
      },
      '/two': { headers: { refresh: '3; url=/three' }, body: 'x' },
      '/three': 'x',
      '/fr': 'x',
    }),
    expectedUrls: ['/', '/two', '/fr', '/three'],
  },
  {
    name: 'meta refresh in all syntax variants',
    pages: () => ({
      '/': linkPage('Home', ['/1', '/2', '/3']),
      '/1': '<meta http-equiv=refresh content="0; URL=/to-1">',
      '/2': `<meta content="5;url='/to-2'" http-equiv="REFRESH">`,
      '/3': '<meta http-equiv="refresh" content="30">',
      '/to-1': 'x',
      '/to-2': 'x',
    }),
    expectedUrls: ['/', '/1', '/2', '/3', '/to-1', '/to-2'],
  },
  {
    name: 'links in comments, scripts, styles and text areas are ignored',
    pages: () => ({
      '/': `<!-- <a href="/comment"> --><script>document.write('<a href="/script">')</script><style>a{}/*<a href="/style">*/</style><textarea><a href="/area"></textarea><noscript><a href="/plain">x</a></noscript><a href="/real">x</a>`,
      '/plain': 'x',
      '/real': 'x',
    }),
    expectedUrls: ['/', '/plain', '/real'],
  },
  {
    name: 'malformed markup',
    pages: () => ({
      '/': `<a href=/a>a<a href='/b'>b<div></a></p><A HREF = "/c" >c<a href="/d"href="/wrong">d</a></div><a title="x>y" href="/e">e<table><a href=/f/>f</table><a href="/g`,
      '/a': 'x',
      '/b': 'x',
      '/c': 'x',
      '/d': 'x',
      '/e': 'x',
      '/f/': 'x',
    }),
    expectedUrls: ['/', '/a', '/b', '/c', '/d', '/e', '/f/'],
  },
  {
    name: 'character references in URLs',
    pages: () => ({
      '/': '<a href="/a?x=1&amp;y=2">1</a><a href="/b?x=1&y=2">2</a><a href="&#47;c&#x2f;d">3</a>',
      '/a?x=1&y=2': 'x',
      '/b?x=1&y=2': 'x',
      '/c/d': 'x',
    }),
    expectedUrls: ['/', '/a?x=1&y=2', '/b?x=1&y=2', '/c/d'],
  },
  {
    name: 'a page in windows-1251 and one in UTF-16',
    pages: () => ({
      '/': {
        headers: { 'content-type': 'text/html; charset=windows-1251' },
        body: Buffer.concat([
          Buffer.from('<a href="/'),
          Buffer.from([0xe4, 0xee, 0xec]),
          Buffer.from('">x</a>'),
        ]),
      },
      '/%D0%B4%D0%BE%D0%BC': {
        headers: { 'content-type': 'text/html' },
        body: Buffer.from('\uFEFF<a href="/wide">x</a>', 'utf16le'),
      },
      '/wide': 'x',
    }),
    expectedUrls: ['/', '/%D0%B4%D0%BE%D0%BC', '/wide'],
  },
  {
    name: 'pages in JSON-LD',
    pages: () => ({
      '/': `<script type="application/ld+json">{"@graph":[{"@type":"ItemList","itemListElement":[{"@type":"ListItem","url":"/a"},{"@type":"ListItem","item":{"@id":"/b","name":"B"}}]},{"@type":"Article","image":{"url":"/pic"},"mainEntityOfPage":{"@id":"/c"}},{"potentialAction":{"target":"/find?q={q}","url":"/x/{id}"}}]}</script><script type="application/ld+json">{broken</script>`,
      '/a': 'x',
      '/b': 'x',
      '/c': 'x',
    }),
    expectedUrls: ['/', '/a', '/b', '/c'],
  },
  {
    name: 'an app without markup and with routes in its data',
    pages: () => ({
      '/': `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"menu":[{"href":"/a"},{"path":"\\/b"},{"path":"/user/:id"},{"route":"/*"},{"url":"/logo.png"},{"label":"/no"}]}}</script>`,
      '/a': '<div id="__next"></div>',
      '/b': '<div id="__next"></div>',
    }),
    expectedUrls: ['/', '/a', '/b'],
  },
  {
    name: 'an app without markup and data, with a sitemap',
    pages: (at) => ({
      '/': '<div id="root"></div><script src="/app.js"></script>',
      '/sitemap.xml': sitemapXml([at('/app/one'), at('/app/two')]),
    }),
    expectedUrls: ['/', '/app/one', '/app/two'],
  },
  {
    name: 'fragment routes are the same page',
    pages: () => ({
      '/': linkPage('App', ['#!/one', '#/two', '/app#!/three', '/app#four']),
      '/app': linkPage('App', ['#!/five']),
    }),
    expectedUrls: ['/', '/app'],
  },
  {
    name: 'documents are listed but not fetched; images, styles, scripts and fonts are not listed',
    pages: () => ({
      '/': linkPage('Home', [
        '/report.pdf',
        '/table.XLSX?v=2',
        '/photo.JPG',
        '/style.css?v=1',
        '/app.js',
        '/font.woff2',
        '/archive.zip',
        '/film.mp4',
        '/download',
      ]),
      '/download': { headers: { 'content-type': 'image/png' }, body: 'x' },
    }),
    expectedUrls: ['/', '/report.pdf', '/table.XLSX?v=2'],
    neverFetched: ['/report.pdf', '/table.XLSX?v=2', '/photo.JPG'],
  },
  {
    name: 'non-HTML resources that contain links, and HTML without a content type',
    pages: () => ({
      '/': linkPage('Home', ['/plain', '/json', '/xhtml', '/untyped']),
      '/plain': textPage('<a href="/from-plain">x</a>'),
      '/json': { headers: { 'content-type': 'application/json' }, body: '{"a":"<a href=/from-json>"}' },
      '/xhtml': { headers: { 'content-type': 'application/xhtml+xml' }, body: '<a href="/from-xhtml"/>' },
      '/untyped': { headers: { 'content-type': '' }, body: '<a href="/from-untyped">x</a>' },
      '/from-xhtml': 'x',
      '/from-untyped': 'x',
    }),
    expectedUrls: ['/', '/plain', '/json', '/xhtml', '/untyped', '/from-xhtml', '/from-untyped'],
  },
  {
    name: 'feeds in link elements and links to feeds, which are read but not listed',
    pages: (at) => ({
      '/': linkPage('Home', ['/feed/'], '<link rel="alternate" type="application/atom+xml" href="/feed/">'),
      '/feed/': {
        headers: { 'content-type': 'application/atom+xml' },
        body: `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="${at('/post')}"/></entry></feed>`,
      },
      '/post': linkPage('Post', ['/behind-post']),
      '/behind-post': 'x',
    }),
    expectedUrls: ['/', '/post', '/behind-post'],
  },
  {
    name: 'pages that are only in a sitemap are visited for their links',
    pages: (at) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': sitemapXml([at('/island')]),
      '/island': linkPage('Island', ['/cave']),
      '/cave': 'x',
    }),
    expectedUrls: ['/', '/island', '/cave'],
  },
];

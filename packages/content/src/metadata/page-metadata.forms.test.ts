import { describe, expect, it } from 'vitest';
import { readMetadata, statedLd } from './fixtures/read-metadata.ts';
import type { PageMetadata } from './page-metadata.ts';

const prose =
  'The council met on Tuesday evening and decided to keep the old bridge open for cyclists until the autumn. ';
const b = (inner: string): string =>
  `<title>Bridge</title></head><body><header><nav><a href=/>Home</a></nav></header><main><article><h1>Bridge stays open</h1>${inner}<p>${prose.repeat(5)}</p></article></main>`;
const m = (name: string, ...values: string[]): string =>
  values.map((value) => `<meta name="${name}" content="${value}">`).join('');

const pages: readonly (readonly [keyof PageMetadata, string, string, string?])[] = [
  ['author', m('author', 'Ana Sol / Ben Roe'), 'Ana Sol, Ben Roe'],
  ['author', m('author', 'Ana Sol | Ben Roe'), 'Ana Sol, Ben Roe'],
  ['author', m('author', 'Ana Sol;Ben Roe'), 'Ana Sol, Ben Roe'],
  ['author', m('authors', 'Ana Sol, Ben Roe'), 'Ana Sol, Ben Roe'],
  ['author', '<link rel="author" title="Ana Sol" href="/a">', 'Ana Sol'],
  ['author', m('creator', 'Ana Sol'), 'Ana Sol'],
  ['author', m('bepress_citation_author', 'Sol, Ana', 'Roe, Ben'), 'Ana Sol, Ben Roe'],
  ['author', m('eprints.creators_name', 'Sol, Ana', 'Roe, Ben'), 'Ana Sol, Ben Roe'],
  ['author', statedLd({ '@type': 'NewsArticle', author: 'Ana Sol and Ben Roe' }), 'Ana Sol, Ben Roe'],
  [
    'author',
    statedLd({
      '@type': 'NewsArticle',
      author: [
        { '@type': 'Person', givenName: 'Ana', familyName: 'Sol' },
        { '@type': 'Person', name: 'Ben Roe' },
      ],
    }),
    'Ana Sol, Ben Roe',
  ],
  [
    'author',
    statedLd({ '@type': 'Article', author: { '@list': [{ name: 'Ana Sol' }, { name: 'Ben Roe' }] } }),
    'Ana Sol, Ben Roe',
  ],
  [
    'author',
    statedLd({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'WebPage',
          mainEntity: {
            '@type': 'Article',
            'schema:author': { name: 'x' },
            author: { '@id': 'https://s/#p' },
          },
        },
        { '@type': ['Person', 'Organization'], '@id': 'https://s/#p', name: 'Ana Sol' },
      ],
    }),
    'Ana Sol',
  ],
  ['author', b('<p class="byline">Words: <a href=/a>Ana Sol</a></p>'), 'Ana Sol'],
  ['author', b('<div class="h-card p-author"><a class="u-url p-name" href=/a>Ana Sol</a></div>'), 'Ana Sol'],
  [
    'author',
    b(
      '<ul class="contributors"><li><a rel="author" href=/a>Ana Sol</a></li><li><a rel="author" href=/b>Ben Roe</a></li></ul>',
    ),
    'Ana Sol, Ben Roe',
  ],
  ['author', b('<address>By <a rel="author" href=/a>Ana Sol</a></address>'), 'Ana Sol'],
  [
    'author',
    b(
      '<div itemprop="author" itemscope itemtype="https://schema.org/Person"><meta itemprop="givenName" content="Ana"><meta itemprop="familyName" content="Sol"></div>',
    ),
    'Ana Sol',
  ],
  ['author', b('<p><em>By Ana Sol, Ben Roe and Cleo Mint</em></p>'), 'Ana Sol, Ben Roe, Cleo Mint'],
  [
    'author',
    b('<div class="meta"><span>By</span> <strong>Ana Sol</strong> &amp; <strong>Ben Roe</strong></div>'),
    'Ana Sol, Ben Roe',
  ],
  ['author', b('<p class="article-byline">Ana Sol and Ben Roe, Staff Writers</p>'), 'Ana Sol, Ben Roe'],
  [
    'author',
    b('<span class="author">Ana Sol</span>, <span class="author">Ben Roe</span>'),
    'Ana Sol, Ben Roe',
  ],
  ['author', b('<p class="byline">BY ANA SOL AND BEN ROE</p>'), 'ANA SOL, BEN ROE'],
  ['author', b('<p class="byline">Text: Ana Sol, Fotos: Ben Roe</p>'), 'Ana Sol', '<html lang="de">'],
  ['author', b('<p>Von Ana Sol</p>'), 'Ana Sol', '<html lang="de">'],
  ['author', b('<p class="firma">Por Ana Sol</p>'), 'Ana Sol', '<html lang="es">'],
  [
    'author',
    b('<p class="byline">Af Søren Ø. Ågård og Ida Bæk</p>'),
    'Søren Ø. Ågård, Ida Bæk',
    '<html lang="da">',
  ],
  ['author', m('author', '&lt;a href=&quot;/a&quot;&gt;Ana Sol&lt;/a&gt;'), 'Ana Sol'],
  [
    'author',
    '<meta property="article:author" content="https://www.facebook.com/anasol"><meta property="article:author" content="Ben Roe">',
    'Ben Roe',
  ],
  ['author', m('author', 'Posted by Ana Sol'), 'Ana Sol'],
  ['author', m('author', 'by Ana Sol'), 'Ana Sol'],
  ['author', m('author', 'Ana Sol, Ana Sol'), 'Ana Sol'],
  ['author', m('author', 'Ana Sol, Ph.D.'), 'Ana Sol, Ph.D.'],
  ['author', m('author', '山田太郎、鈴木花子'), '山田太郎, 鈴木花子', '<html lang="ja">'],
  [
    'author',
    b(
      '<div vocab="http://schema.org/" typeof="NewsArticle"><p property="author" typeof="Person"><span property="givenName">Ana</span> <span property="familyName">Sol</span></p></div>',
    ),
    'Ana Sol',
  ],
  ['publishedTime', b('<span itemprop="datePublished" content="soon">1 May 2024</span>'), '2024-05-01'],
  [
    'publishedTime',
    b(
      '<meta itemprop="datePublished" content="TBD"><time itemprop="datePublished" datetime="2024-05-01">x</time>',
    ),
    '2024-05-01',
  ],
  [
    'publishedTime',
    m('date', 'n.d.') +
      statedLd({ '@type': 'Article', datePublished: 'sometime' }) +
      b('<time datetime="2024-05-01T09:30+02:00">x</time>'),
    '2024-05-01T09:30+02:00',
  ],
  [
    'publishedTime',
    b('<p class="dateline">Published on Wednesday 1st May 2024 at 9.30am</p>'),
    '2024-05-01T09:30',
  ],
  ['publishedTime', b('<div class="post-meta"><span class="date">May 1, 2024</span></div>'), '2024-05-01'],
  ['publishedTime', m('article:published_time', 'Wed May 01 09:30:00 PDT 2024'), '2024-05-01T09:30:00-07:00'],
  ['publishedTime', m('pubdate', '2024-05-01 09:30 PM'), '2024-05-01T21:30'],
  ['publishedTime', m('date', '1.5.2024'), '2024-05-01'],
  ['publishedTime', m('date', '5/1/24'), '2024-05-01', '<html lang="en-US">'],
  ['publishedTime', m('date', '05/01/2024 9:30 PM EDT'), '2024-05-01T21:30-04:00', '<html lang="en-US">'],
  ['publishedTime', m('DC.date.published', '2024-05-01'), '2024-05-01'],
  ['publishedTime', '<meta property="dcterms:issued" content="2024-05-01">', '2024-05-01'],
  ['publishedTime', m('bepress_citation_date', '2024/05'), '2024-05'],
  ['publishedTime', m('citation_publication_date', '2024/5/1'), '2024-05-01'],
  ['publishedTime', m('originalPublicationDate', '2024-05-01'), '2024-05-01'],
  ['publishedTime', m('publication_date', '2024-05-01'), '2024-05-01'],
  ['publishedTime', '<meta itemprop="datePublished" content="1714555800">', '2024-05-01T09:30:00Z'],
  ['publishedTime', b('<time pubdate datetime="2024-05-01">x</time>'), '2024-05-01'],
  ['publishedTime', b('<p><span property="dc:date" content="2024-05-01">x</span></p>'), '2024-05-01'],
  ['publishedTime', b('<p class="fecha">1 de mayo de 2024</p>'), '2024-05-01', '<html lang="es">'],
  ['publishedTime', b('<p class="datum">Mittwoch, 01.05.2024</p>'), '2024-05-01', '<html lang="de">'],
  ['publishedTime', b('<time>2024年5月1日（水）</time>'), '2024-05-01', '<html lang="ja">'],
  [
    'publishedTime',
    statedLd({ '@type': 'NewsArticle', datePublished: '1 мая 2024, 09:30' }),
    '2024-05-01T09:30',
    '<html lang="ru">',
  ],
  [
    'publishedTime',
    statedLd({ '@type': 'NewsArticle', datePublished: { '@value': '2024-05-01T09:30:00Z' } }),
    '2024-05-01T09:30:00Z',
  ],
  [
    'publishedTime',
    statedLd([[{ '@type': 'BlogPosting', datePublished: ['bad', '2024-05-01'] }]]),
    '2024-05-01',
  ],
  ['modifiedTime', b('<p>Last updated: <time itemprop="dateModified">3 May 2024</time></p>'), '2024-05-03'],
  ['modifiedTime', m('revised', 'Friday, May 3rd, 2024, 9:30 pm'), '2024-05-03T21:30'],
  ['modifiedTime', m('last-modified', '2024-05-03@09:30:00 UTC'), '2024-05-03T09:30:00Z'],
  ['modifiedTime', '<meta property="og:updated_time" content="1714728600000">', '2024-05-03T09:30:00Z'],
  [
    'description',
    m('description', '&amp;lt;p&amp;gt;The bridge &amp;amp;amp; the river&amp;lt;/p&amp;gt;'),
    'The bridge & the river',
  ],
  [
    'description',
    m('description', '[vc_row][vc_column]The bridge stays[/vc_column][/vc_row]'),
    'The bridge stays',
  ],
  [
    'description',
    statedLd({ '@type': 'Article', description: '\\u003cp\\u003eThe bridge\\u003c/p\\u003e' }),
    'The bridge',
  ],
  ['description', m('description', 'The bridge, it\\&#39;s open &lt;3'), "The bridge, it's open <3"],
  [
    'description',
    m('description', '&lt;h2&gt;Bridge&lt;/h2&gt;Open until autumn'),
    'Bridge Open until autumn',
  ],
  ['description', m('description', 'Open&lt;br&gt;until&lt;br/&gt;autumn'), 'Open until autumn'],
  [
    'title',
    '<meta property="og:title" content="&lt;i&gt;Bridge&lt;/i&gt; stays &amp;mdash; open">',
    'Bridge stays — open',
  ],
  ['title', '<title>Bridge &amp;raquo; News &amp;#8211; Town</title>', 'Bridge » News – Town'],
  ['title', '<meta property="og:title" content="%title%"><title>Bridge</title>', 'Bridge'],
  [
    'title',
    '<title>Using &lt;picture&gt; and &lt;source&gt; well</title>',
    'Using <picture> and <source> well',
  ],
  ['title', '<title>if x &lt; 5 &amp;&amp; y &gt; 3</title>', 'if x < 5 && y > 3'],
  ['siteName', '<meta property="og:site_name" content="Town &amp;amp; Country">', 'Town & Country'],
  [
    'siteName',
    statedLd({ '@type': 'Article', publisher: { name: 'Town &#038; Country' } }),
    'Town & Country',
  ],
  ['language', '', 'en-US', '<html lang="EN-us">'],
  ['language', '<meta http-equiv="content-language" content="de-AT">', 'de-AT', '<html>'],
  ['language', '', 'es', '<html lang="Spanish">'],
  ['language', '', 'pt-BR', '<html lang="pt_BR.utf8">'],
];

describe('metadata in further forms', () => {
  const cases = pages.map(([key, head, expected, html = '<html lang="en">']) => ({
    key,
    head,
    expected,
    html,
  }));
  it.each(cases)('$key of $head is $expected', async ({ key, head, expected, html }) => {
    expect((await readMetadata(head, html))[key]).toBe(expected);
  });
});

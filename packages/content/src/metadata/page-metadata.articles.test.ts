import { describe, expect, it } from 'vitest';
import { readMetadata, statedLd } from './fixtures/read-metadata.ts';
import type { PageMetadata } from './page-metadata.ts';

const prose =
  'Lobster boats leave the harbour before dawn and come back when the tide allows it, mostly around noon. ';
const related =
  '<section class="related"><h3>More</h3><article><h4>Other</h4><span class="author">Not Me</span><time datetime="2001-01-01">x</time></article></section>';
const b = (inner: string): string =>
  `<title>Harbour</title></head><body><header><a href=/>Home</a></header><main><article><h1>Before dawn</h1>${inner}<p>${prose.repeat(5)}</p><h2>More</h2><p>${prose.repeat(5)}</p></article>${related}</main>`;

const pages: readonly (readonly [keyof PageMetadata, string, string, string?])[] = [
  [
    'author',
    b(
      '<div class="entry-meta">Posted on <time datetime="2022-08-09">August 9, 2022</time> by <span class="author vcard"><a class="url fn n" href="/author/lea">Lea Brandt</a></span></div>',
    ),
    'Lea Brandt',
  ],
  [
    'publishedTime',
    b(
      '<div class="entry-meta">Posted on <time class="entry-date" datetime="2022-08-09T06:00:00+00:00">August 9, 2022</time></div>',
    ),
    '2022-08-09T06:00:00+00:00',
  ],
  [
    'author',
    b(
      '<div itemprop="author" itemscope itemtype="http://schema.org/Person"><span itemprop="givenName">Lea</span> <span itemprop="familyName">Brandt</span></div><div itemprop="author" itemscope itemtype="http://schema.org/Person"><span itemprop="name">Omar Diallo</span></div>',
    ),
    'Lea Brandt, Omar Diallo',
  ],
  [
    'author',
    b(
      '<p class="c-article-author-list"><a rel="author" href=1>Lea Brandt</a>, <a rel="author" href=2>Omar Diallo</a> &amp; <a rel="author" href=3>Wei Chen</a></p>',
    ),
    'Lea Brandt, Omar Diallo, Wei Chen',
  ],
  [
    'author',
    b('<p class="byline">by <b>Lea Brandt</b> with <b>Omar Diallo</b></p>'),
    'Lea Brandt, Omar Diallo',
  ],
  [
    'author',
    '<meta name="author" content="Lea Brandt"><meta property="article:author" content="Lea Brandt"><meta property="article:author" content="Omar Diallo">',
    'Lea Brandt, Omar Diallo',
  ],
  [
    'author',
    `<meta name="author" content="lea.brandt@harbour.example">${b('<p>By Lea Brandt</p>')}`,
    'Lea Brandt',
  ],
  [
    'author',
    statedLd({ '@type': 'BlogPosting', author: { '@type': 'Person', name: '&Eacute;lodie &amp; Lea' } }),
    'Élodie & Lea',
  ],
  [
    'author',
    statedLd({
      '@type': 'BlogPosting',
      author: { '@type': 'Person', givenName: ['Lea'], familyName: 'Brandt', url: 'https://x' },
    }),
    'Lea Brandt',
  ],
  [
    'author',
    statedLd({
      '@type': 'NewsArticle',
      author: [
        { '@type': 'Organization', name: 'Harbour Post' },
        { '@type': 'Organization', name: 'Harbour Post' },
      ],
      publisher: { name: 'Harbour Post' },
    }),
    'Harbour Post',
  ],
  [
    'author',
    statedLd({ '@type': 'NewsArticle', author: 'https://www.facebook.com/lea', creator: ['Lea Brandt'] }),
    'Lea Brandt',
  ],
  ['author', b('<span class="reporter">Lea Brandt</span>'), 'Lea Brandt'],
  ['author', b('<div class="writer-name">Lea Brandt</div>'), 'Lea Brandt'],
  ['author', b('<p>Texte&nbsp;: Lea Brandt</p>'), 'Lea Brandt', '<html lang="fr">'],
  ['author', b('<p class="autor">Autor: Łukasz Żak</p>'), 'Łukasz Żak', '<html lang="pl">'],
  ['publishedTime', b('<span itemprop="datePublished">9 août 2022</span>'), '2022-08-09', '<html lang="fr">'],
  [
    'publishedTime',
    b('<span itemprop="datePublished" content="">9. august 2022</span>'),
    '2022-08-09',
    '<html lang="nb">',
  ],
  [
    'publishedTime',
    b('<time itemprop="datePublished" datetime="09.08.2022 06:15">x</time>'),
    '2022-08-09T06:15',
    '<html lang="de">',
  ],
  ['publishedTime', b('<p class="post-date">August 9th, 2022 | 6:15 am</p>'), '2022-08-09T06:15'],
  [
    'publishedTime',
    '<meta property="article:published_time" content="yesterday"><meta name="dc.date" content="9 Aug 2022 06:15:00 -0400">',
    '2022-08-09T06:15:00-04:00',
  ],
  [
    'publishedTime',
    statedLd({ '@type': 'NewsArticle', datePublished: '', dateCreated: '2022-08-09' }),
    '2022-08-09',
  ],
  [
    'publishedTime',
    statedLd({ '@type': 'NewsArticle', datePublished: 'unknown' }) +
      b('<time datetime="2022-08-09">x</time>'),
    '2022-08-09',
  ],
  ['publishedTime', statedLd({ '@type': 'Recipe', datePublished: 1660025700000 }), '2022-08-09T06:15:00Z'],
  ['publishedTime', b('<abbr class="dt-published" title="2022-08-09">9 Aug</abbr>'), '2022-08-09'],
  [
    'modifiedTime',
    b('<p>Updated <span property="schema:dateModified" content="2022-08-10">10 Aug</span></p>'),
    '2022-08-10',
  ],
  [
    'description',
    '<meta name="description" content="&amp;lt;strong&amp;gt;Lobster&amp;lt;/strong&amp;gt; at dawn &amp;amp;#8212; noon">',
    'Lobster at dawn — noon',
  ],
  [
    'description',
    statedLd({ '@type': 'Article', description: '<p>Lobster &eacute;tude</p>\n<p>Second &amp; last</p>' }),
    'Lobster étude Second & last',
  ],
  [
    'description',
    '<meta name="description" content=" "><meta property="og:description" content="&lt;br&gt;"><meta name="twitter:description" content="Lobster">',
    'Lobster',
  ],
  ['title', '<title>&lt;h1&gt;Lobster&lt;/h1&gt;</title>', 'Lobster'],
  [
    'title',
    '<meta property="og:title" content="C&amp;ocirc;te d&amp;rsquo;Azur &amp;lt;3">',
    'Côte d’Azur <3',
  ],
  ['title', statedLd({ '@type': 'NewsArticle', headline: 'Fish &amp; ships' }), 'Fish & ships'],
  [
    'siteName',
    statedLd({ '@type': 'WebPage', publisher: { '@type': 'Organization', name: '<b>Harbour</b> Post' } }),
    'Harbour Post',
  ],
  ['language', statedLd({ '@type': 'Article', inLanguage: ['fi'] }), 'fi', '<html>'],
];

describe('metadata of articles', () => {
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

import { describe, expect, it } from 'vitest';
import { readMetadata, statedLd } from './fixtures/read-metadata.ts';

const body = (inner: string): string =>
  `</head><body><main><h1>Ropewalk</h1>${inner}<p>${'The machines in the long shed stand still after many years of work. '.repeat(6)}</p></main>`;

describe('metadata of pages of many generators', () => {
  it.each([
    [
      'Ghost',
      statedLd({
        '@type': 'Article',
        author: { '@type': 'Person', name: 'Mira O&#x27;Hara', url: 'https://x.example/author/mira/' },
        contributor: [],
        headline: 'Rope &amp;amp; tar',
        datePublished: '2023-11-05T06:30:00.000Z',
      }),
      'en',
      { author: "Mira O'Hara", title: 'Rope & tar', publishedTime: '2023-11-05T06:30:00.000Z' },
    ],
    [
      'Medium',
      '<meta property="article:author" content="https://medium.com/@mira"><meta name="author" content="Mira Hale"><meta property="article:published_time" content="2023-11-05T06:30:00.000Z">',
      'en',
      { author: 'Mira Hale', publishedTime: '2023-11-05T06:30:00.000Z' },
    ],
    [
      'Substack',
      statedLd({
        '@type': 'NewsArticle',
        author: [
          { '@type': 'Person', name: 'Mira Hale' },
          { '@type': 'Person', name: 'Tom Ek' },
        ],
        publisher: { '@type': 'Organization', name: 'Tarred &amp; Twisted' },
      }),
      'en',
      { author: 'Mira Hale, Tom Ek', siteName: 'Tarred & Twisted' },
    ],
    [
      'Blogger',
      body(
        `<div class="post-footer"><span class="post-author vcard">Posted by <span class="fn" itemprop="author" itemscope itemtype="http://schema.org/Person"><meta itemprop="url" content="https://www.blogger.com/profile/1"><a class="g-profile" href="https://www.blogger.com/profile/1" rel="author"><span itemprop="name">Mira Hale</span></a></span></span> at <a class="timestamp-link" href="/1"><abbr class="published" itemprop="datePublished" title="2013-11-05T06:30:00-08:00">6:30 AM</abbr></a></div>`,
      ),
      'en',
      { author: 'Mira Hale', publishedTime: '2013-11-05T06:30:00-08:00' },
    ],
    [
      'Typo3',
      '<meta name="description" content="Die Reeperbahn &amp;ndash; &amp;uuml;ber 200 Jahre"><meta name="date" content="05.11.2023">',
      'de',
      { description: 'Die Reeperbahn – über 200 Jahre', publishedTime: '2023-11-05' },
    ],
    [
      'Joomla',
      `<meta name="author" content="Super User">${body('<dl class="article-info"><dd class="createdby" itemprop="author" itemscope itemtype="https://schema.org/Person">Written by: <span itemprop="name">Mira Hale</span></dd><dd class="published">Published: <time datetime="2023-11-05T06:30:00+00:00" itemprop="datePublished">05 November 2023</time></dd></dl>')}`,
      'en',
      { author: 'Mira Hale', publishedTime: '2023-11-05T06:30:00+00:00' },
    ],
    [
      'Drupal 9',
      body(
        '<footer><div class="node__submitted">Submitted by <span rel="schema:author"><span about="/user/5" typeof="schema:Person" property="schema:name" datatype="">mhale</span></span> on <span property="schema:dateCreated" content="2023-11-05T06:30:00+00:00">Sun, 11/05/2023</span></div></footer>',
      ),
      'en',
      { author: 'mhale', publishedTime: '2023-11-05T06:30:00+00:00' },
    ],
    [
      'DSpace',
      '<meta name="DC.creator" content="Hale, Mira"><meta name="DC.creator" content="Ek, Tom J."><meta name="DCTERMS.dateAccepted" content="2023-11-05T06:30:00Z" scheme="DCTERMS.W3CDTF"><meta name="DCTERMS.issued" content="2023-11"><meta name="DC.language" content="eng" scheme="DCTERMS.RFC1766">',
      '',
      { author: 'Mira Hale, Tom J. Ek', publishedTime: '2023-11', language: 'en' },
    ],
    [
      'Open Journal Systems',
      '<meta name="citation_author" content="Mira Hale"><meta name="citation_author_institution" content="Rope School"><meta name="citation_author" content="Tom Ek"><meta name="citation_date" content="2023/11/05"><meta name="citation_language" content="es">',
      '',
      { author: 'Mira Hale, Tom Ek', publishedTime: '2023-11-05', language: 'es' },
    ],
    [
      'PubMed Central',
      '<meta name="citation_author" content="Hale M"><meta name="citation_author" content="Ek TJ"><meta name="citation_publication_date" content="2023 Nov 5">',
      'en',
      { author: 'Hale M, Ek TJ', publishedTime: '2023-11-05' },
    ],
    [
      'a newspaper with Arc',
      '<meta name="author" content="By Mira Hale"><meta property="article:published_time" content="Nov. 5, 2023 6:30 a.m. EST">',
      'en',
      { author: 'Mira Hale', publishedTime: '2023-11-05T06:30-05:00' },
    ],
    [
      'a newspaper with a list of authors',
      statedLd({
        '@type': ['NewsArticle', 'ReportageNewsArticle'],
        author: ['Mira Hale', 'Tom Ek', 'mira hale'],
        dateModified: 'Sun Nov 05 2023 06:30:00 GMT+0000 (Coordinated Universal Time)',
      }),
      'en',
      { author: 'Mira Hale, Tom Ek', modifiedTime: '2023-11-05T06:30:00+00:00' },
    ],
    [
      'Squarespace',
      `<meta itemprop="name" content="Ropewalk"><meta itemprop="author" content="Mira Hale"><meta itemprop="datePublished" content="2023-11-05T06:30:00-0500"><meta itemprop="dateModified" content="2023-11-06T06:30:00-0500"><meta itemprop="headline" content="Ropewalk">`,
      'en',
      {
        author: 'Mira Hale',
        publishedTime: '2023-11-05T06:30:00-05:00',
        modifiedTime: '2023-11-06T06:30:00-05:00',
      },
    ],
    [
      'Wix',
      '<meta property="og:description" content="Hemp, tar &amp;amp; patience. [&amp;hellip;]"><meta property="article:published_time" content="2023-11-05T06:30:00.000Z">',
      'en',
      { description: 'Hemp, tar & patience. […]' },
    ],
    [
      'Shopify',
      '<meta name="description" content="&lt;span data-mce-fragment=&quot;1&quot;&gt;Braided by hand.&lt;/span&gt;&lt;br data-mce-fragment=&quot;1&quot;&gt;12&amp;nbsp;mm">',
      'en',
      { description: 'Braided by hand. 12 mm' },
    ],
    [
      'a Japanese newspaper',
      body('<p class="article-date">公開日：2023年11月5日 6時30分</p><p class="author">文・写真：高橋海</p>'),
      'ja',
      { author: '高橋海', publishedTime: '2023-11-05T06:30' },
    ],
    [
      'a Chinese portal',
      '<meta name="publishdate" content="2023年11月05日 06:30"><meta name="author" content="作者：王芳">',
      'zh-CN',
      { author: '王芳', publishedTime: '2023-11-05T06:30' },
    ],
    [
      'a Korean newspaper',
      `<meta property="article:published_time" content="2023-11-05T06:30:00+09:00">${body('<span class="byline">김하늘 기자</span>')}`,
      'ko',
      { author: '김하늘', publishedTime: '2023-11-05T06:30:00+09:00' },
    ],
    [
      'an Arabic newspaper',
      body('<span itemprop="datePublished">5 نوفمبر 2023</span><span class="author">كتب: سامي نصر</span>'),
      'ar',
      { author: 'سامي نصر', publishedTime: '2023-11-05' },
    ],
    [
      'a Persian page with western digits',
      body('<time datetime="2023-11-05">۱۴ آبان ۱۴۰۲</time>'),
      'fa',
      { publishedTime: '2023-11-05' },
    ],
    [
      'a French magazine',
      body(
        '<p class="signature">Par Mira Hale et Tom Ek</p><p class="date-publication">Publié le 5 novembre 2023 à 06h30</p>',
      ),
      'fr',
      { author: 'Mira Hale, Tom Ek', publishedTime: '2023-11-05T06:30' },
    ],
    [
      'a German newspaper',
      body(
        '<div class="article-author">Von Mira Hale, Tom Ek</div><span class="publish-date">5. Nov. 2023, 6:30 Uhr</span>',
      ),
      'de',
      { author: 'Mira Hale, Tom Ek', publishedTime: '2023-11-05T06:30' },
    ],
    [
      'a Polish page',
      '<meta name="article:published_time" content="5 listopada 2023, 06:30">',
      'pl',
      { publishedTime: '2023-11-05T06:30' },
    ],
    [
      'a Brazilian page',
      '<meta name="dc.date.created" content="05/11/2023 06h30"><meta property="og:locale" content="pt_BR">',
      '',
      { publishedTime: '2023-11-05T06:30', language: 'pt-BR' },
    ],
    [
      'eZ Publish',
      '<meta name="Content-language" content="swe-SE"><meta name="author" content="eZ Systems"><meta name="author" content="Mira Hale">',
      '',
      { language: 'sv-SE', author: 'eZ Systems, Mira Hale' },
    ],
    [
      'a wiki',
      statedLd({
        '@type': 'Article',
        author: { '@type': 'Organization', name: 'Contributors to the Rope Wiki' },
        publisher: { '@type': 'Organization', name: 'Rope Foundation' },
        datePublished: '2004-11-05T06:30:00Z',
      }),
      'en',
      { author: 'Contributors to the Rope Wiki', siteName: 'Rope Foundation' },
    ],
    [
      'an academic book',
      '<meta name="citation_author" content="van der Berg, Ida"><meta name="citation_author" content="O’Brien, Seán P."><meta name="citation_publication_date" content="2019">',
      'en',
      { author: 'Ida van der Berg, Seán P. O’Brien', publishedTime: '2019' },
    ],
    [
      'a page about code',
      '<meta property="og:title" content="Why &lt;center&gt; is gone &amp;amp; what replaced it"><meta name="description" content="The &lt;b&gt; and &lt;strong&gt; elements differ.">',
      'en',
      {
        title: 'Why <center> is gone & what replaced it',
        description: 'The <b> and <strong> elements differ.',
      },
    ],
    [
      'a page with generics',
      '<meta property="og:title" content="Result&lt;T, E&gt; versus Option&lt;T&gt;"><meta name="description" content="if (i&lt;n &amp;&amp; j&gt;0) return;">',
      'en',
      { title: 'Result<T, E> versus Option<T>', description: 'if (i<n && j>0) return;' },
    ],
    [
      'a page of a government',
      '<meta name="dcterms.created" content="5/11/2023"><meta name="dcterms.creator" content="corporateName=Rope Office"><meta name="dcterms.language" scheme="dcterms.RFC4646" content="en-au">',
      '',
      { publishedTime: '2023-11-05', language: 'en-AU' },
    ],
    [
      'a page whose settings are missing',
      '<meta name="author" content="%author%"><meta name="description" content="[description]"><meta property="og:locale" content="en_"><meta name="date" content="Invalid date">',
      '',
      { author: '', publishedTime: '' },
    ],
    [
      'a podcast',
      statedLd({
        '@type': 'PodcastEpisode',
        name: 'Rope',
        datePublished: '2023-11-05',
        creator: { name: 'Mira Hale' },
      }),
      'en',
      { author: 'Mira Hale', publishedTime: '2023-11-05' },
    ],
  ])('%s', async (_name, head, language, expected) => {
    const html = language === '' ? '<html>' : `<html lang="${language}">`;
    expect(await readMetadata(head, html)).toMatchObject(expected);
  });
});

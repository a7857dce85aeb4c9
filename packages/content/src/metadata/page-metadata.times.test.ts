import { describe, expect, it } from 'vitest';
import { readMetadata, statedLd } from './fixtures/read-metadata.ts';

const published = async (head: string, language = 'en') =>
  (await readMetadata(head, `<html lang="${language}">`)).publishedTime;
const article = (inner: string): string =>
  `</head><body><article><h1>Herons</h1>${inner}<p>They nest.</p></article>`;

describe('the time of publication', () => {
  it.each([
    [
      'Open Graph',
      '<meta property="article:published_time" content="2024-03-03T10:15:00+01:00">',
      '2024-03-03T10:15:00+01:00',
    ],
    ['Parsely', '<meta name="parsely-pub-date" content="2024-03-03T10:15:00Z">', '2024-03-03T10:15:00Z'],
    ['Sailthru', '<meta name="sailthru.date" content="2024-03-03 10:15:00">', '2024-03-03T10:15:00'],
    ['Highwire', '<meta name="citation_publication_date" content="2024/03/03">', '2024-03-03'],
    ['terms of Dublin Core', '<meta name="DCTERMS.issued" content="2024-03-03">', '2024-03-03'],
    ['Dublin Core', '<meta name="DC.date.issued" content="3 March 2024">', '2024-03-03'],
    ['PRISM', '<meta name="prism.publicationDate" content="2024-03-03">', '2024-03-03'],
    [
      'a list of JSON-LD',
      statedLd([
        { '@type': 'WebSite' },
        { '@type': ['Thing', 'NewsArticle'], datePublished: ['2024-03-03'] },
      ]),
      '2024-03-03',
    ],
    [
      'a value object of JSON-LD',
      statedLd({ '@type': 'Article', datePublished: { '@type': 'Date', '@value': '2024-03-03' } }),
      '2024-03-03',
    ],
    [
      'the page of a graph whose article has none',
      statedLd({
        '@graph': [
          { '@type': 'Article', headline: 'x' },
          { '@type': 'WebPage', datePublished: '2024-03-03' },
        ],
      }),
      '2024-03-03',
    ],
    [
      'a video',
      statedLd({ '@type': 'VideoObject', uploadDate: '2024-03-03T10:15:00Z' }),
      '2024-03-03T10:15:00Z',
    ],
    [
      'microdata as an attribute',
      article('<meta itemprop="datePublished" content="2024-03-03">'),
      '2024-03-03',
    ],
    ['microdata as text', article('<span itemprop="datePublished">March 3, 2024</span>'), '2024-03-03'],
    [
      'microdata with a readable attribute',
      article('<time itemprop="datePublished" datetime="2024-03-03T10:15">yesterday</time>'),
      '2024-03-03T10:15',
    ],
    [
      'RDFa',
      article('<span property="schema:datePublished" content="2024-03-03T10:15:00+00:00">3 March</span>'),
      '2024-03-03T10:15:00+00:00',
    ],
    [
      'RDFa of Drupal',
      article(
        '<span property="dc:date dc:created" content="2012-05-01T10:00:00+02:00" datatype="xsd:dateTime">Tue</span>',
      ),
      '2012-05-01T10:00:00+02:00',
    ],
    ['a time element without an attribute', article('<time>3 March 2024</time>'), '2024-03-03'],
    [
      'hAtom',
      article('<abbr class="published" title="2024-03-03T10:15:00-0500">Sunday</abbr>'),
      '2024-03-03T10:15:00-05:00',
    ],
    [
      'an element of a class',
      article('<span class="entry-date">Posted on March 3, 2024</span>'),
      '2024-03-03',
    ],
    [
      'the next one after an unreadable one',
      '<meta property="article:published_time" content="today"><meta name="date" content="n/a"><meta name="pubdate" content="20240303">',
      '2024-03-03',
    ],
    [
      'the next element after an unreadable one',
      article(
        '<time itemprop="datePublished" datetime="">soon</time><span itemprop="datePublished">03.03.2024</span>',
      ),
      '2024-03-03',
    ],
    [
      'the next one after a default of a program',
      '<meta property="article:published_time" content="0001-01-01T00:00:00Z"><meta name="date" content="-0001-11-30T00:00:00+00:00"><meta name="pubdate" content="2024-03-03">',
      '2024-03-03',
    ],
    [
      'a full date before a year',
      '<meta name="citation_publication_date" content="2024"><meta name="citation_online_date" content="2024/03/03">',
      '2024-03-03',
    ],
    [
      'nothing without a date',
      '<meta name="date" content="32 March 2024"><meta name="pubdate" content="{{date}}">',
      '',
    ],
  ])('comes from %s', async (_name, head, time) => {
    expect(await published(head)).toBe(time);
  });

  it('is not that of a comment', async () => {
    const comment =
      '<div itemprop="comment" itemscope itemtype="https://schema.org/Comment"><time itemprop="datePublished" datetime="2024-03-05">x</time></div>';
    expect(await published(`${article('')}${comment}`)).toBe('');
  });
});

describe('the time of modification', () => {
  it.each([
    ['<meta property="og:updated_time" content="1709460900">', '2024-03-03T10:15:00Z'],
    ['<meta http-equiv="last-modified" content="Sun, 03 Mar 2024 10:15:00 GMT">', '2024-03-03T10:15:00Z'],
    [article('<time class="updated" datetime="2024-03-03">x</time>'), '2024-03-03'],
    [article('<span itemprop="dateModified">3 March 2024</span>'), '2024-03-03'],
    [
      `<meta property="article:modified_time" content="recently">${statedLd({ '@type': 'Article', dateModified: '2024-03-03' })}`,
      '2024-03-03',
    ],
  ])('comes from %s', async (head, time) => {
    expect((await readMetadata(head)).modifiedTime).toBe(time);
  });
});

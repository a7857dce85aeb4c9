import { describe, expect, it } from 'vitest';
import { readMetadata, statedLd } from './fixtures/read-metadata.ts';

const meta = (name: string, ...values: string[]): string =>
  values.map((value) => `<meta name="${name}" content="${value}">`).join('');

describe('the authors of a page are all of them, by name', () => {
  it.each([
    ['several meta elements', meta('author', 'Ida Moe', 'Per Lund'), 'Ida Moe, Per Lund'],
    [
      'a list in one meta element',
      meta('author', 'Ida Moe, Per Lund and Åse Vik'),
      'Ida Moe, Per Lund, Åse Vik',
    ],
    ['repeated names', meta('author', 'Ida Moe', 'IDA MOE', 'Per Lund'), 'Ida Moe, Per Lund'],
    [
      'Highwire tags of a journal',
      meta('citation_author', 'Moe, Ida K.', 'Lund, Per'),
      'Ida K. Moe, Per Lund',
    ],
    ['one Highwire tag', meta('citation_authors', 'Moe, Ida; Lund, Per'), 'Ida Moe, Per Lund'],
    ['Dublin Core', meta('DC.Creator', 'Moe, Ida', 'Lund, Per'), 'Ida Moe, Per Lund'],
    ['terms of Dublin Core', meta('DCTERMS.creator', 'Ida Moe'), 'Ida Moe'],
    ['Parsely', meta('parsely-author', 'Ida Moe', 'Per Lund'), 'Ida Moe, Per Lund'],
    ['Sailthru', meta('sailthru.author', 'Ida Moe'), 'Ida Moe'],
    ['a byline for search', meta('byl', 'By IDA MOE and PER LUND'), 'IDA MOE, PER LUND'],
    [
      'a list of JSON-LD',
      statedLd({ '@type': 'NewsArticle', author: [{ name: 'Ida Moe' }, 'Per Lund', { name: ['Åse Vik'] }] }),
      'Ida Moe, Per Lund, Åse Vik',
    ],
    [
      'given and family names apart',
      statedLd({
        '@type': 'Article',
        author: [
          { '@type': 'Person', givenName: 'Ida', familyName: 'Moe' },
          { givenName: 'Per', additionalName: 'O.', familyName: 'Lund' },
        ],
      }),
      'Ida Moe, Per O. Lund',
    ],
    [
      'people that a graph refers to',
      statedLd({
        '@graph': [
          { '@type': 'Article', author: [{ '@id': '#a' }, { '@id': '#b' }] },
          { '@id': '#b', '@type': 'Person', name: 'Per Lund' },
          { '@id': '#a', '@type': 'Person', name: 'Ida Moe' },
        ],
      }),
      'Ida Moe, Per Lund',
    ],
    [
      'no addresses',
      `<meta property="article:author" content="https://www.facebook.com/ida.moe">${meta('author', 'www.facebook.com/ida', 'Ida Moe')}`,
      'Ida Moe',
    ],
    ['no placeholders', meta('author', '{{ author }}', 'null', 'Ida Moe'), 'Ida Moe'],
    [
      'no handles where there is a name',
      `${meta('twitter:creator', '@idamoe')}${meta('author', 'Ida Moe')}`,
      'Ida Moe',
    ],
    ['encoded names', meta('author', 'Se&amp;aacute;n O&amp;#39;Neill'), "Seán O'Neill"],
    [
      'an organization once',
      statedLd({
        '@type': 'Article',
        author: [{ '@type': 'Organization', name: 'The Courier' }, { name: 'The Courier' }],
      }),
      'The Courier',
    ],
    [
      'people without the organization that publishes them',
      `<meta property="og:site_name" content="The Courier">${statedLd({ '@type': 'Article', author: [{ name: 'Ida Moe' }, { '@type': 'Organization', name: 'The Courier' }] })}`,
      'Ida Moe',
    ],
    ['names that contain a conjunction', meta('author', 'Johnson and Johnson'), 'Johnson and Johnson'],
    ['degrees', meta('author', 'Jillian Kubala, MS, RD'), 'Jillian Kubala, MS, RD'],
    ['an address for mail and a name', meta('author', 'ida@courier.example (Ida Moe)'), 'Ida Moe'],
  ])('%s', async (_name, head, author) => {
    expect((await readMetadata(head)).author).toBe(author);
  });

  const body = (byline: string, rest = ''): string =>
    `</head><body><article><h1>Herons</h1>${byline}<p>${'The herons came back in March and built their nests. '.repeat(8)}</p></article>${rest}`;

  it.each([
    [
      'microdata',
      '<span itemprop="author" itemscope itemtype="https://schema.org/Person"><a href="/u/1" itemprop="url"><span itemprop="name">Ida Moe</span></a></span>',
      'Ida Moe',
    ],
    [
      'several properties of microdata',
      '<p>By <span itemprop="author">Ida Moe</span>, <span itemprop="author">Per Lund</span></p>',
      'Ida Moe, Per Lund',
    ],
    [
      'microdata in a meta element',
      '<meta itemprop="author" content="Ida Moe"><meta itemprop="author" content="Per Lund">',
      'Ida Moe, Per Lund',
    ],
    [
      'microdata with given and family names',
      '<div itemprop="author" itemscope><b itemprop="givenName">Ida</b> <b itemprop="familyName">Moe</b></div>',
      'Ida Moe',
    ],
    [
      'RDFa',
      '<div vocab="https://schema.org/" typeof="Article"><span property="author" typeof="Person"><span property="name">Ida Moe</span></span> <span property="author">Per Lund</span></div>',
      'Ida Moe, Per Lund',
    ],
    [
      'RDFa of Drupal 7',
      '<span property="dc:date" content="2012-05-01T10:00:00+02:00" rel="sioc:has_creator">Submitted by <span typeof="sioc:UserAccount" property="foaf:name">Ida Moe</span></span>',
      'Ida Moe',
    ],
    [
      'links to profiles',
      '<p>By <a rel="author" href="/a/1">Ida Moe</a> and <a rel="nofollow author" href="/a/2">Per Lund</a></p>',
      'Ida Moe, Per Lund',
    ],
    ['hAtom', '<p class="byline author vcard">by <a class="url fn n" href="/a/1">Ida Moe</a></p>', 'Ida Moe'],
    [
      'an element of a class',
      '<div class="article__byline">By Ida Moe and Per Lund | 3 March 2024</div>',
      'Ida Moe, Per Lund',
    ],
    ['an element of a class without a preposition', '<span class="author-name">Ida Moe</span>', 'Ida Moe'],
    ['a line below the heading', '<p>By Ida Moe and Per Lund</p>', 'Ida Moe, Per Lund'],
    ['a sentence that begins with a preposition', '<p>By March the herons had returned.</p>', ''],
    [
      'a box that names no author',
      '<div class="author-bio">Our authors walk along the river every day and write about it.</div>',
      '',
    ],
  ])('in the text: %s', async (_name, byline, author) => {
    expect((await readMetadata(body(byline))).author).toBe(author);
  });

  it.each([
    ['de', '<p class="autor">Von Jörg Größing und Änne Öhler</p>', 'Jörg Größing, Änne Öhler'],
    ['fr', '<span class="article-author">Par Élodie Roux et Luc Noël</span>', 'Élodie Roux, Luc Noël'],
    ['es', '<div class="byline">Por Íñigo Peña y Ana Ruiz</div>', 'Íñigo Peña, Ana Ruiz'],
    ['it', '<span class="autore">di Chiara Neri</span>', 'Chiara Neri'],
    ['nl', '<p class="auteur">Door Sanne de Wit</p>', 'Sanne de Wit'],
    ['ru', '<div class="author">Автор: Анна Лебедева</div>', 'Анна Лебедева'],
    ['ja', '<span class="author">著者：田中花子</span>', '田中花子'],
    ['zh', '<span class="author">作者：李明</span>', '李明'],
    ['ar', '<span class="author">بقلم: ليلى حداد</span>', 'ليلى حداد'],
  ])('in the language %s', async (language, byline, author) => {
    expect((await readMetadata(body(byline), `<html lang="${language}">`)).author).toBe(author);
  });

  it('does not take the authors of comments and of other articles', async () => {
    const comments =
      '<section id="comments"><div itemprop="comment" itemscope itemtype="https://schema.org/Comment"><span itemprop="author">Troll</span></div></section>';
    const teasers =
      '<aside><div class="card"><a rel="author" href="/a/9">Someone Else</a></div><div class="card"><a rel="author" href="/a/8">Another One</a></div></aside>';
    const { author } = await readMetadata(
      body('<a rel="author" href="/a/1">Ida Moe</a>', comments + teasers),
    );
    expect(author).toBe('Ida Moe');
    expect((await readMetadata(body('', comments))).author).toBe('');
  });
});

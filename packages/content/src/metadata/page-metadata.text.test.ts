import { describe, expect, it } from 'vitest';
import { readMetadata, statedLd } from './fixtures/read-metadata.ts';

describe('texts that a page states are plain text', () => {
  it.each([
    [
      'a title that WordPress encoded twice',
      '<title>Tea &amp;amp; Scones &amp;#8211; The Larder</title>',
      { title: 'Tea & Scones – The Larder' },
    ],
    [
      'a description that Drupal took from the editor',
      '<meta name="description" content="&lt;p&gt;The mill of Saint-&amp;Eacute;tienne turns&amp;nbsp;again.&lt;/p&gt;&#10;">',
      { description: 'The mill of Saint-Étienne turns again.' },
    ],
    [
      'paragraphs and lists of a shop',
      '<meta property="og:description" content="&lt;div class=&quot;rte&quot;&gt;&lt;p&gt;Oak table.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Solid&lt;/li&gt;&lt;li&gt;Oiled&lt;/li&gt;&lt;/ul&gt;&lt;/div&gt;">',
      { description: 'Oak table. Solid Oiled' },
    ],
    [
      'line breaks of a shop',
      '<meta property="og:description" content="Hand-forged.&lt;br&gt;&lt;br /&gt;Ships in two days.">',
      { description: 'Hand-forged. Ships in two days.' },
    ],
    [
      'a headline of JSON-LD',
      statedLd({ '@type': 'NewsArticle', headline: 'The town&#8217;s <em>last</em> ropewalk' }),
      { title: 'The town’s last ropewalk' },
    ],
    [
      'hexadecimal references of Blogger',
      '<meta property="og:title" content="It&amp;#x27;s a &amp;quot;quiet&amp;quot; year">',
      { title: `It's a "quiet" year` },
    ],
    [
      'a text that was encoded three times',
      '<meta property="og:site_name" content="Kestrel &amp;amp;amp; Sons">',
      { siteName: 'Kestrel & Sons' },
    ],
    [
      'comments, scripts and styles with their text',
      '<meta name="description" content="&lt;!-- wp:paragraph --&gt;&lt;p&gt;Eleven boats.&lt;/p&gt;&lt;style&gt;p{color:red}&lt;/style&gt;&lt;script&gt;track()&lt;/script&gt;">',
      { description: 'Eleven boats.' },
    ],
    [
      'a CDATA section in JSON-LD',
      statedLd({ '@type': 'Article', description: '<![CDATA[Rain until <b>Friday</b>]]>' }),
      { description: 'Rain until Friday' },
    ],
    [
      'an opening tag whose end was cut off',
      '<meta name="description" content="&lt;p&gt;We walk along the dyke and count the herons that &lt;strong&gt;nest in…">',
      { description: 'We walk along the dyke and count the herons that nest in…' },
    ],
    [
      'a tag that was cut off itself',
      '<meta name="description" content="&lt;p style=&quot;margin:0&quot;&gt;The bread is baked twice a week. &lt;a href=&quot;https://exam">',
      { description: 'The bread is baked twice a week.' },
    ],
    [
      'escapes of JSON that were written into an attribute',
      '<meta property="og:title" content="Caf\\u00e9 L\\u2019Horizon">',
      { title: 'Café L’Horizon' },
    ],
    [
      'the next description where the first has only tags',
      '<meta property="og:description" content="&lt;p&gt;&amp;nbsp;&lt;/p&gt;"><meta name="description" content="Nets and floats.">',
      { description: 'Nets and floats.' },
    ],
    [
      'the next description where the first is a placeholder',
      '<meta property="og:description" content="{{ page.description }}"><meta name="description" content="undefined"><meta name="twitter:description" content="Nets and floats.">',
      { description: 'Nets and floats.' },
    ],
    [
      'one meta element with two names',
      '<meta name="description" property="og:description" content="Nets and floats."><meta name="author" property="article:author" content="Ida Moe">',
      { description: 'Nets and floats.', author: 'Ida Moe' },
    ],
    [
      'a publisher of JSON-LD that is referred to',
      statedLd({
        '@graph': [
          { '@type': 'Article', publisher: { '@id': '#org' } },
          { '@id': '#org', '@type': 'Organization', name: 'Fjord &amp; Fjell' },
        ],
      }),
      { siteName: 'Fjord & Fjell' },
    ],
    [
      'the title of the page, not that of a drawing',
      '<title></title></head><body><svg><title>Menu</title></svg><h1>Herons</h1>',
      { title: 'Herons' },
    ],
    [
      'a script of JSON-LD that was encoded itself',
      '<script type="application/ld+json">{&quot;@type&quot;:&quot;Article&quot;,&quot;description&quot;:&quot;Nets &amp;amp; floats&quot;,}</script>',
      { description: 'Nets & floats' },
    ],
  ])('%s', async (_name, head, expected) => {
    expect(await readMetadata(head)).toMatchObject(expected);
  });

  it.each([
    ['How to use the <br> tag', 'How to use the &lt;br&gt; tag'],
    ['<table>: The Table element - HTML', '&lt;table&gt;: The Table element - HTML'],
    ['Replace <br> with a newline in JavaScript', 'Replace &lt;br&gt; with a newline in JavaScript'],
    ['Centering a <div> with CSS', 'Centering a &lt;div&gt; with CSS'],
    ['Proof that a < b and b > c', 'Proof that a &lt; b and b &gt; c'],
    ['x<y && y>z', 'x&lt;y &amp;&amp; y&gt;z'],
    ['List<String> and Map<K, V> in Java', 'List&lt;String&gt; and Map&lt;K, V&gt; in Java'],
    ['R&D at AT&T', 'R&amp;D at AT&amp;T'],
    ['How to escape &amp; in XML', 'How to escape &amp;amp; in XML'],
    ['What is the &nbsp; entity?', 'What is the &amp;nbsp; entity?'],
    ['Fish & Chips; Peas', 'Fish &amp; Chips; Peas'],
    ['5 < 6 <3', '5 &lt; 6 &lt;3'],
    ['Mail to Vinay <vinay at example dot com>', 'Mail to Vinay &lt;vinay at example dot com&gt;'],
    ['C++ templates: vector<int>', 'C++ templates: vector&lt;int&gt;'],
    ['The <head> and the <body> of a document', 'The &lt;head&gt; and the &lt;body&gt; of a document'],
    ['100% & more?copy=1&copy=2', '100% &amp; more?copy=1&amp;copy=2'],
  ])('keeps %s', async (title, encoded) => {
    expect((await readMetadata(`<title>${encoded}</title>`)).title).toBe(title);
  });
});

import { describe, expect, it } from 'vitest';
import { writeMarkdown } from '../../markdown/blocks/write-markdown.ts';
import { writeText } from '../../plain-text/write-text.ts';
import { parsePage } from '../parse-page.ts';
import { readComposedBlocks } from '../read-html-blocks.ts';
import { composePage } from './compose-page.ts';
import { dropHidden } from './drop-hidden.ts';

const base = 'https://farm.example/herd/';

async function blocksOf(html: string) {
  const { body } = await parsePage(html);
  const resolve = (address: string) => URL.parse(address, base)?.href ?? '';
  return readComposedBlocks(dropHidden(composePage(body, { resolveLink: resolve, resolveMedia: resolve })));
}

const markdownOf = async (html: string) => writeMarkdown(await blocksOf(html)).markdown;
const textOf = async (html: string) => writeText(await blocksOf(html));
const image = (path: string, alt = 'Hen') => `![${alt}](${base}${path})`;

describe('images', () => {
  it.each([
    ['<img src="hen.jpg" alt="Hen">', image('hen.jpg')],
    ['<img src="grey.gif" data-src="hen.jpg" alt="Hen">', image('hen.jpg')],
    ['<img src="/img/loading-spinner.svg" data-echo="hen.webp?w=800" alt="Hen">', image('hen.webp?w=800')],
    [
      '<img src="data:image/gif;base64,R0" data-delayed-url="//cdn.example/i/77" alt="Hen">',
      '![Hen](https://cdn.example/i/77)',
    ],
    ['<img alt="Hen" srcset="hen-300.jpg 300w,hen-900.jpg 900w">', image('hen-900.jpg')],
    ['<img alt="Hen" srcset="hen.jpg, hen@2x.jpg 2x">', image('hen@2x.jpg')],
    [
      '<picture><source srcset="hen.avif 1x"><source srcset="hen.webp"><img alt="Hen"></picture>',
      image('hen.avif'),
    ],
    ['<picture><source data-srcset="hen.webp"><img src="blank.gif" alt="Hen"></picture>', image('hen.webp')],
    ['<amp-img src="hen.jpg" alt="Hen" width="4" height="3"></amp-img>', image('hen.jpg')],
    ['<img src="spacer.gif" alt="Hen"><noscript><img src="hen.png"></noscript>', image('hen.png')],
    ['<img src="hen%20house (2).jpg" alt="Hen">', `![Hen](${base}hen%20house%20(2).jpg)`],
  ])('reads the address that is shown in the end of %s', async (html, expected) => {
    expect(await markdownOf(html)).toBe(expected);
  });

  it.each([
    ['no address', '<img alt="Hen">', '![Hen]()'],
    ['placeholders', '<img src="/lazy-placeholder.png" alt="Hen"><img src="trans.gif" alt="">', '![Hen]()'],
    [
      'addresses that lead nowhere',
      '<picture><source srcset="#, # 2x"><img alt="Hen"></picture>',
      '![Hen]()',
    ],
    [
      'thumbnails and pages',
      '<img alt="Hen" data-thumb-url="https://x.example/t" data-share-url="https://x.example/p">',
      '![Hen]()',
    ],
    ['links around them', '<a href="hen"><img alt="Hen"></a>', `[![Hen]()](${base}hen)`],
    ['counting pixels', '<p>Eggs</p><img src="https://stats.example/c" width="1" height="1">', 'Eggs'],
  ])('has only its description for %s', async (_, html, expected) => {
    expect(await markdownOf(html)).toBe(expected);
  });

  it('keeps images whose names have words of placeholders among others', async () => {
    for (const name of ['grey-heron.jpg', 'pixel-8.png', 'loading-dock-3.webp', 'white.house.jpg'])
      expect(await markdownOf(`<img src="${name}" alt="Hen">`)).toBe(image(name));
  });
});

describe('embedded media', () => {
  it.each([
    [
      '<iframe src="https://www.youtube.com/embed/abc123xyz" title="Hatching"></iframe>',
      '[Hatching](https://www.youtube.com/watch?v=abc123xyz)',
    ],
    ['<audio controls><source src="crow.ogg">Your browser is old.</audio>', `[Audio](${base}crow.ogg)`],
    ['<video aria-label="Feeding"><source src="feed.mp4"></video>', `[Feeding](${base}feed.mp4)`],
    ['<object data="rules.pdf" type="application/pdf">No plugin</object>', `[Document](${base}rules.pdf)`],
    ['<object data="hen.svg" type="image/svg+xml">A hen</object>', `![A hen](${base}hen.svg)`],
    ['<object data="game.swf"><p>The <b>game</b> is over.</p></object>', 'The **game** is over.'],
    ['<embed src="plan.pdf" type="application/pdf" title="Plan">', `[Plan](${base}plan.pdf)`],
    [
      '<iframe src="https://www.openstreetmap.org/export/embed.html?bbox=1"></iframe>',
      '[Map](https://www.openstreetmap.org/export/embed.html?bbox=1)',
    ],
    [
      '<iframe src="https://maps.google.de/maps?q=Farm&output=embed" title="The farm"></iframe>',
      '[The farm](https://maps.google.de/maps?q=Farm&output=embed)',
    ],
    ['<iframe src="https://ads.example/frame"></iframe><video autoplay src="sky.mp4"></video>', ''],
    [
      '<p>Before</p><iframe srcdoc="&lt;p&gt;Inside &lt;i&gt;it&lt;/i&gt;&lt;/p&gt;"></iframe>',
      'Before\n\nInside *it*',
    ],
    ['<dialog>Closed</dialog><dialog open>Open</dialog>', 'Open'],
  ])('shows %s', async (html, expected) => {
    expect(await markdownOf(html)).toBe(expected);
  });
});

describe('links without text', () => {
  it.each([
    ['<a href="feed" aria-label="News feed"><svg><path d="M0"/></svg></a>', `[News feed](${base}feed)`],
    ['<a href="feed" title="News feed"><i class="icon"></i></a>', `[News feed](${base}feed)`],
    ['<a href="feed"><svg><title>News feed</title></svg></a>', `[News feed](${base}feed)`],
    ['<a href="feed" aria-label="News feed">All news</a>', `[All news](${base}feed)`],
    ['<h2>Eggs <a href="#eggs" aria-label="Permalink to eggs"><svg></svg></a></h2>', '## Eggs'],
    [
      '<div><p>Ada lays well</p><a href="ada" class="overlay" aria-label="View page of Ada"></a></div>',
      'Ada lays well',
    ],
  ])('have the name of %s', async (html, expected) => {
    expect(await markdownOf(html)).toBe(expected);
  });
});

describe('declarative shadow roots', () => {
  const host = (root: string, light: string) =>
    `<hen-card><template shadowrootmode="open"><style>p{}</style>${root}</template>${light}</hen-card>`;

  it.each([
    [
      'the slots by name',
      host(
        '<h2><slot name="name"></slot></h2><slot></slot>',
        '<p>Lays well.</p><span slot="name">Ada</span>',
      ),
      '## Ada\n\nLays well.',
    ],
    ['fallbacks', host('<p><slot name="breed">Unknown breed</slot></p>', ' '), 'Unknown breed'],
    ['only what has a slot', host('<p>Shadow</p>', '<p>Light</p>'), 'Shadow'],
    [
      'hosts inside of hosts',
      host(
        `${host('<b><slot></slot></b>', '<slot name="a"></slot>')}<slot></slot>`,
        '<i slot="a">x</i><p>y</p>',
      ),
      '***x***\n\ny',
    ],
    ['a closed root', '<x-a><template shadowrootmode="closed"><p>In</p></template></x-a>', 'In'],
    ['no other template', '<template><p>Hidden</p></template><p>Shown</p>', 'Shown'],
  ])('show %s', async (_, html, expected) => {
    expect(await markdownOf(html)).toBe(expected);
  });

  it('are part of the page for selectors and links', async () => {
    const document = await parsePage(host('<a href="/x">x</a>', ''));
    expect(document.elementsByTag.get('a')).toHaveLength(1);
  });

  it('do not overflow the stack', async () => {
    const html = '<x-a><template shadowrootmode="open"><p><slot></slot></p></template>'.repeat(5000);
    expect(await markdownOf(`${html}end`)).toContain('end');
  });
});

describe('white space of inline styles', () => {
  it.each([
    ['<div style="white-space: pre-line">Barn 4\nNorth Road</div>', 'Barn 4\\\nNorth Road'],
    [
      '<p style="color:red;white-space:pre-wrap;">One <b>two\nthree</b>\n\nfour</p>',
      'One **two\\\nthree**\n\nfour',
    ],
    [
      '<section style="white-space:break-spaces"><p>a\nb</p><p style="white-space:normal">c\nd</p></section>',
      'a\\\nb\n\nc d',
    ],
    ['<p>Run <code style="white-space: pre">if a:\n    b</code></p>', 'Run\n\n```\nif a:\n    b\n```'],
    ['<div style="font-family:monospace;white-space:pre">a  1\nb  2</div>', '```\na  1\nb  2\n```'],
    ['<td style="white-space:nowrap">a\nb</td>', 'a b'],
    ['<listing>a\n  b</listing>', '```\na\n  b\n```'],
  ])('of %s', async (html, expected) => {
    expect(await markdownOf(html)).toBe(expected);
  });
});

describe('listings', () => {
  it.each([
    ['<pre lang="js">a</pre>', 'js'],
    ['<pre lang="en">a</pre>', ''],
    ['<pre class="brush: ruby; gutter: false">a</pre>', 'ruby'],
    ['<pre class="lang:c decode:true">a</pre>', 'c'],
    ['<pre data-enlighter-language="php">a</pre>', 'php'],
    ['<pre class="highlight-height language-swift"><code>\n\t\n<xmp>a</xmp></code></pre>', 'swift'],
    ['<pre data-code-language="go">a</pre>', 'go'],
    ['<figure class="highlight yaml"><pre>a</pre></figure>', 'yaml'],
    [
      '<div class="language-python highlighter-rouge"><div class="highlight"><pre>a</pre></div></div>',
      'python',
    ],
    ['<pre><code class="Kotlin">a</code></pre>', 'kotlin'],
  ])('state their language in %s', async (html, language) => {
    expect(await blocksOf(html)).toEqual([{ kind: 'code', text: 'a', ...(language && { language }) }]);
  });

  it.each([
    '<pre><span style="display:block">a</span><span style="display: block">b</span></pre>',
    '<pre><code><span class="line">a</span><span class="line">b</span></code></pre>',
    '<pre><span class="code-line">a</span>\n<span class="code-line">b</span></pre>',
    '<pre><div class="token-line">a</div><div class="token-line">b</div></pre>',
  ])('keep the lines of %s', async (html) => {
    expect(await textOf(html)).toBe('a\nb');
  });
});

describe('blocks', () => {
  it.each([
    [
      'the numbers of items',
      '<ol start="3"><li>a<li value="9">b<li>c</ol>',
      '3. a\n9. b\n10. c',
      '3. a\n9. b\n10. c',
    ],
    ['reversed lists', '<ol reversed><li>a<li>b</ol>', '2. a\n1. b', '2. a\n1. b'],
    ['letters as markers of text', '<ol type="a" start="26"><li>a<li>b</ol>', '26. a\n27. b', 'z. a\naa. b'],
    [
      'Roman numerals',
      '<ol style="list-style: upper-roman inside"><li>a<li value="44">b</ol>',
      '1. a\n44. b',
      'I. a\nXLIV. b',
    ],
    [
      'the source of a quotation',
      '<figure><blockquote><p>Eat.</p></blockquote><figcaption>Ada</figcaption></figure>',
      '> Eat.\n>\n> Ada',
      'Eat.\n\nAda',
    ],
    [
      'all captions',
      '<table><caption>A</caption><caption>B</caption><tr><th>x<th>y<tr><td>1<td>2</table>',
      'A\n\nB\n\n| x | y |\n| --- | --- |\n| 1 | 2 |',
      'A\n\nB\n\nx | y\n1 | 2',
    ],
    [
      'cells of several rows',
      '<table><tr><th>x<th>y<tr><td rowspan=2>a<td>1<tr><td>2</table>',
      '| x | y |\n| --- | --- |\n| a | 1 |\n| a | 2 |',
      'x | y\na | 1\na | 2',
    ],
    [
      'checkboxes of tasks',
      '<ul><li><input type="checkbox" checked> a<li><input type="checkbox"> b</ul>',
      '- [x] a\n- [ ] b',
      '- [x] a\n- [ ] b',
    ],
    [
      'checkboxes of forms',
      '<p>Sent <input type="checkbox" checked> Paid <input type="CHECKBOX"></p>',
      'Sent [x] Paid [ ]',
      'Sent [x] Paid [ ]',
    ],
    [
      'no checkboxes of filters and menus',
      '<input type="checkbox"><ul><li><label><input type="checkbox"> Red</label></ul>',
      '- Red',
      '- Red',
    ],
    [
      'adjacent runs of emphasis as one',
      '<p><b>Learning</b> <b>algorithms</b>, <i>one</i><i>two</i>, <b>a</b><br><b>b</b></p>',
      '**Learning algorithms**, *onetwo*, **a**\\\n**b**',
      'Learning algorithms, onetwo, a\nb',
    ],
    [
      'a collapsed answer',
      '<details><summary>Why?</summary>Because.</details>',
      'Why?\n\nBecause.',
      'Why?\n\nBecause.',
    ],
  ])('keep %s', async (_, html, markdown, text) => {
    expect(await markdownOf(html)).toBe(markdown);
    expect(await textOf(html)).toBe(text);
  });
});

it('reads elements whose names are properties of all objects', async () => {
  const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => /^[a-z]/i.test(name));
  expect(names).toContain('constructor');
  for (const name of names) expect(await markdownOf(`<${name} ${name}="x">Hen</${name}>`)).toBe('Hen');
});

describe('form fields', () => {
  it.each([
    [
      '<p>Name <input value="Ada Hen"> <input type="hidden" value="7"> <input type="submit" value="Go"></p>',
      'Name Ada Hen',
    ],
    ['<p>Size <select><option>S<option selected>L</select></p>', 'Size L'],
    ['<p>Size <select><option selected value="">Please choose<option>L</select></p>', 'Size'],
    ['<p>Note <textarea>two\nlines</textarea></p>', 'Note two\nlines'],
    ['<p>Day <input type=date value="2024-05-01" hidden></p>', 'Day'],
  ])('show the value of %s', async (html, expected) => {
    expect(await textOf(html)).toBe(expected);
  });
});

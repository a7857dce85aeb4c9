import { type HostileGenerator, repeat } from './hostile-generator.ts';

/** Elements that open and never close, or close `depth` levels later. */
function nest(depth: number, open: string, inner: string, close: string): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

/** Groups of nested elements just below the depth at which nesting is cut. */
function nests(size: number, open: string, inner: string, close: string, depth = 120): string {
  return nest(depth, open, inner, close).repeat(Math.max(1, Math.round(size / depth)));
}

function page(body: string, head = ''): string {
  return `<!doctype html><html><head><title>Report</title>${head}</head><body><h1>Report</h1>${body}</body></html>`;
}

function jsonLd(text: string): string {
  return `<script type="application/ld+json">${text}</script>`;
}

const prose = 'The committee met on Tuesday, and the members agreed on the budget for the coming year. ';

type Table = Readonly<Record<string, readonly [size: number, make: (size: number) => string]>>;

const nesting: Table = {
  'nested-math': [
    20_000,
    (n) =>
      page(
        nests(n, '<msup><mi>x</mi>', '<mn>2</mn>', '</msup>').replaceAll(
          /(?:<msup><mi>x<\/mi>){120}/g,
          '<math>$&',
        ),
      ),
  ],
  'deep-math': [20_000, (n) => page(`<math>${nest(n, '<mrow>', '<mi>x</mi>', '</mrow>')}</math>`)],
  'math-without-arguments': [20_000, (n) => page(repeat(n, '<math><mfrac><msup></msup></mfrac></math>'))],
  'math-style-wrapper': [
    20_000,
    (n) => page(`<p>a<math alttext="{\\displaystyle${' '.repeat(n)}x">y</math></p>`),
  ],
  'math-in-wrappers': [
    20_000,
    (n) =>
      page(nest(140, '<span class="katex">', `<math>${repeat(n, '<mspace></mspace>')}</math>`, '</span>')),
  ],
  'deep-div': [100_000, (n) => page(nest(n, '<div>', prose, '</div>'))],
  'deep-bold': [100_000, (n) => page(nest(n, '<b>', prose, '</b>'))],
  'deep-list': [50_000, (n) => page(nest(n, '<ul><li>', prose, '</li></ul>'))],
  'deep-quote': [50_000, (n) => page(nest(n, '<blockquote>', prose, '</blockquote>'))],
  'deep-link': [50_000, (n) => page(nest(n, '<a href="/a">', prose, '</a>'))],
  'deep-table': [20_000, (n) => page(nest(n, '<table><tr><td>', prose, '</td></tr></table>'))],
  'deep-colgroup': [50_000, (n) => page(nest(n, '<colgroup><option><rt>', prose, ''))],
  'many-nested-div': [60_000, (n) => page(nests(n, '<div>a', prose, '</div>'))],
  'many-nested-list': [30_000, (n) => page(nests(n, '<ul><li>a', prose, '</li></ul>', 18))],
  'many-nested-quote': [30_000, (n) => page(nests(n, '<blockquote>a', prose, '</blockquote>', 18))],
  'many-nested-table': [
    20_000,
    (n) => page(nests(n, '<table><tr><th>a</th><td>b<tr><td>c</td><td>', prose, '</table>', 60)),
  ],
  'many-nested-inline': [
    40_000,
    (n) => page(`<p>${nests(n, '<i>a <s>b <u>', 'word ', '</u></s></i>', 40)}</p>`),
  ],
  'wide-below-deep': [
    60_000,
    (n) => page(nest(140, '<div><span>', repeat(n, '<i>a</i> b <code>c</code>'), '</span></div>')),
  ],
  'deep-link-above-wide': [
    60_000,
    (n) => page(nest(140, '<h2><a href="/a">', repeat(n, '<i>a</i> b '), '</a></h2>')),
  ],
  'deep-cell-above-wide': [
    60_000,
    (n) =>
      page(
        `<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>${nest(130, '<i><u>', repeat(n, 'a<br>'), '</u></i>')}</td></tr></table>`,
      ),
  ],
  'misnested-formatting': [50_000, (n) => page(repeat(n, '<b><i><p>a</b>b</i>'))],
  'unclosed-formatting': [50_000, (n) => page(repeat(n, (i) => `<p><b class=c${i}><i>word `))],
  'unclosed-items': [100_000, (n) => page(`<ul>${repeat(n, '<li>a')}<table>${repeat(n, '<tr><td>b')}`)],
  'unmatched-end-tags': [
    100_000,
    (n) => page(repeat(100, '<html><body><div>') + repeat(n, '</section></em>a')),
  ],
  'nested-frames-of-page': [50_000, (n) => page(repeat(n, '<html><body><head>a') + repeat(n, '</x>'))],
};

const tables: Table = {
  'colspan-rowspan-table': [
    2000,
    (n) =>
      page(
        `<table><tr><th>a</th></tr>${repeat(n, '<tr><td colspan="1000" rowspan="65534">x</td><td>y</td></tr>')}</table>`,
      ),
  ],
  'rowspan-staircase': [
    3000,
    (n) => page(`<table>${repeat(n, (i) => `<tr><td rowspan="${n - i}">${i}</td><td>x</td></tr>`)}</table>`),
  ],
  'wide-row-many-rows': [
    30_000,
    (n) => page(`<table><tr>${repeat(n, '<th>h</th>')}</tr>${repeat(n, '<tr><td>x</td></tr>')}</table>`),
  ],
  'long-cell-spans': [
    200,
    (n) =>
      page(
        `<table><tr><th>a</th><th>b</th></tr>${repeat(n, `<tr><td colspan="100">${prose.repeat(3)}</td><td>y</td></tr>`)}</table>`,
      ),
  ],
  'long-table': [
    20_000,
    (n) =>
      page(
        `<table><tr><th>a</th><th>b</th></tr>${repeat(n, '<tr><td>x <b>y</b></td><td>z</td></tr>')}</table>`,
      ),
  ],
  'many-small-tables': [
    5000,
    (n) =>
      page(
        repeat(n, '<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td colspan=100>d</td></tr></table>'),
      ),
  ],
  'many-cells-of-blocks': [
    10_000,
    (n) =>
      page(
        `<table><tr><th>a</th><th>b</th></tr>${repeat(n, '<tr><td><p>a<br>b<pre>c\nd</pre></td><td><ul><li>x<li>y</ul></td></tr>')}</table>`,
      ),
  ],
};

const blocks: Table = {
  'definition-list': [30_000, (n) => page(`<dl>${repeat(n, '<dt>term<dd>a <b>b</b>')}</dl>`)],
  'definitions-of-one-term': [30_000, (n) => page(`<dl><dt>term${repeat(n, '<dd>a <b>b</b></dd>')}</dl>`)],
  footnotes: [
    10_000,
    (n) =>
      page(
        `<p>${repeat(n, (i) => `word<a href="#fn${i}">${i % 9999}</a> `)}</p>${repeat(n, (i) => `<p id="fn${i}">note ${i} <a href="#r${i}">↩</a></p>`)}`,
      ),
  ],
  'nested-footnotes': [20_000, (n) => page(nests(n, '<a href="#fn1"><i id="fn1">', '1', '</i></a>', 60))],
  'many-links': [
    40_000,
    (n) => page(`<p>${prose}</p>${repeat(n, (i) => `<a href="/page/${i}?q=${i}">link ${i}</a> `)}`),
  ],
  'many-list-items': [
    40_000,
    (n) => page(`<ul>${repeat(n, (i) => `<li>item <a href="/p${i}">${i}</a>, and more</li>`)}</ul>`),
  ],
  'one-item-of-blocks': [20_000, (n) => page(`<ul><li>${repeat(n, '<p>a <b>b</b></p>')}</li></ul>`)],
  'one-long-paragraph': [
    60_000,
    (n) => page(`<p>${repeat(n, (i) => `word <b>bold${i}</b>, <i>it</i> `)}</p>`),
  ],
  'adjacent-emphasis': [40_000, (n) => page(`<p>${repeat(n, '<b>a</b><i>b</i><code>c</code>')}</p>`)],
  'line-breaks': [60_000, (n) => page(`<p>${repeat(n, 'a<br>')}</p>`)],
  headings: [20_000, (n) => page(repeat(n, '<h2>Head <i>ing</i></h2>'))],
  'empty-blocks': [100_000, (n) => page(`<p>${prose}</p>${repeat(n, '<p><b></b></p>')}`)],
  details: [20_000, (n) => page(repeat(n, '<details><summary>More <b>x</b></summary><p>a</p></details>'))],
  images: [30_000, (n) => page(`<p>${repeat(n, '<img src="/a.png" alt="A *picture*"> text ')}</p>`)],
  options: [100_000, (n) => page(`<p>${prose}</p><select>${repeat(n, '<option>one')}</select>`)],
  svg: [50_000, (n) => page(`<p>${prose}</p><svg>${repeat(n, '<g><path d="M0 0"/><title>a</title>')}</svg>`)],
  'tag-cloud': [
    40_000,
    (n) => page(repeat(n, (i) => `<span class="tag-${i} size${i % 7}"><a href="/t/${i}">tag${i}</a></span>`)),
  ],
  microdata: [
    30_000,
    (n) =>
      page(
        repeat(
          n,
          '<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">a</span></div>',
        ),
      ),
  ],
  'hidden-parts': [
    40_000,
    (n) => page(repeat(n, (i) => `<template id="B:${i}"></template><div hidden id="S:${i}">a${i}</div>`)),
  ],
  'code-lines': [30_000, (n) => page(`<pre><code>${repeat(n, '<div><span>a</span></div>')}</code></pre>`)],
  'deep-code': [
    60_000,
    (n) => page(`<pre>${nest(140, '<div><td>1', repeat(n, '2\n<i>3</i>'), '</div>')}</pre>`),
  ],
};

const characters: Table = {
  'text-asterisks': [40_000, (n) => page(`<p>${'*'.repeat(n)}</p><p>${'* a'.repeat(n)}</p>`)],
  'text-underscores': [40_000, (n) => page(`<p>${'_'.repeat(n)}</p><p>${'_a'.repeat(n)}</p>`)],
  'text-brackets': [40_000, (n) => page(`<p>${'['.repeat(n)}</p><p>${'[a]('.repeat(n)}</p>`)],
  'text-backslashes': [40_000, (n) => page(`<p>${'\\'.repeat(n)}</p><p>${'\\*'.repeat(n)}</p>`)],
  'text-backticks': [
    40_000,
    (n) => page(`<p>${'`'.repeat(n)}</p><p><code>${'` '.repeat(n)}</code></p><pre>${'`'.repeat(n)}</pre>`),
  ],
  // Each run is one longer than the one before: together they have n.
  'backtick-runs': [
    180_000,
    (n) => page(`<p><code>${repeat(Math.floor(Math.sqrt(2 * n)), (i) => `${'`'.repeat(i)} `)}</code></p>`),
  ],
  'text-ampersands': [40_000, (n) => page(`<p>${'&'.repeat(n)}</p><p>${'&amp;lt;'.repeat(n)}</p>`)],
  'text-entities': [
    60_000,
    (n) => page(`<p>${'&notin;&lt;&CounterClockwiseContourIntegral;&#x1F600;'.repeat(n)}</p>`),
  ],
  'text-comments': [60_000, (n) => page('<!--a-->'.repeat(n) + '<!--'.repeat(n))],
  'text-cdata': [60_000, (n) => page('<![CDATA[a]]>'.repeat(n) + ']]>'.repeat(n) + '<?a'.repeat(n))],
  'text-angle-brackets': [60_000, (n) => page('<'.repeat(n) + '<a '.repeat(n))],
  'text-tildes': [40_000, (n) => page(`<p>${'~'.repeat(n)}</p><p>${'~a~ '.repeat(n)}</p>`)],
  'text-pipes': [
    40_000,
    (n) => page(`<table><tr><th>a</th><th>b</th></tr><tr><td>${'|'.repeat(n)}</td><td>x</td></tr></table>`),
  ],
  'text-hashes': [40_000, (n) => page(`<p>${'# '.repeat(n)}</p><p>${'#\n'.repeat(n)}</p>`)],
  'text-addresses': [
    40_000,
    (n) =>
      page(`<p>${'www.a@b.c http://x.y '.repeat(n)}</p><p>${'a@'.repeat(n)}</p><p>${'www.'.repeat(n)}</p>`),
  ],
  'text-local-parts': [
    40_000,
    (n) => page(`<p>a <b>${'a.'.repeat(n)}</b>${'a'.repeat(n)} ${'.-_+'.repeat(n)}@</p>`),
  ],
  'text-white-space': [
    100_000,
    (n) => page(`<p>a${' '.repeat(n)}b</p><p>${' \u00a0'.repeat(n)}x</p><pre>${' '.repeat(n)}x</pre>`),
  ],
  'text-line-breaks': [100_000, (n) => page(`<pre>a${'\n'.repeat(n)}b</pre><p>${'1.\n'.repeat(n)}</p>`)],
  'no-markup': [2_000_000, (n) => page(prose.repeat(n / prose.length))],
  'one-word': [1_000_000, (n) => page(`<p>${'a'.repeat(n)}</p>`)],
  'combining-marks': [100_000, (n) => page(`<p>a${'\u0301'.repeat(n)} ${'\u200d'.repeat(n)}</p>`)],
};

const attributes: Table = {
  'attributes-of-page': [
    400_000,
    (n) =>
      `<!doctype html><html ${repeat(n, (i) => `a${i} `)}><body ${repeat(n, (i) => `b${i} `)}><p>${prose}`,
  ],
  'elements-of-attributes': [
    20_000,
    (n) => page(repeat(n, (i) => `<p ${repeat(30, (at) => `a${at}-${i} `)}>${prose}`)),
  ],
  'long-base': [
    40_000,
    (n) => page(`<p>${prose}${'<a href=x>x</a> '.repeat(n)}`, `<base href="/${'b'.repeat(n)}/">`),
  ],
  'many-attributes': [60_000, (n) => page(`<p ${repeat(n, (i) => `a${i}=b `)}>${prose}</p>`)],
  'long-attribute': [
    2_000_000,
    (n) =>
      page(`<p class="${'a '.repeat(n / 2)}" id="${'x'.repeat(n)}" style="${';'.repeat(n)}">${prose}</p>`),
  ],
  'style-white-space': [
    20_000,
    (n) => page(`<p style=";${' '.repeat(n)}x" class="${' '.repeat(n)}x">${prose}</p>`),
  ],
  'long-address': [
    300_000,
    (n) => page(`<p><a href="/${'../a'.repeat(n / 4)}">x</a> <img src="${'%'.repeat(n)}"></p>`),
  ],
  'unclosed-quote': [100_000, (n) => page(repeat(n, '<a href="'))],
  'unclosed-quotes-alternating': [100_000, (n) => page(repeat(n, `<a b='c" d=">`))],
  'class-names': [40_000, (n) => page(repeat(n, (i) => `<p class="n${i} skip-${'link'.repeat(3)}">a</p>`))],
  'many-base-and-meta': [
    60_000,
    (n) =>
      page(
        `<p>${prose}</p>`,
        repeat(n, (i) => `<base href="/${i}"><meta name="m${i}" content="x"><link rel=icon>`),
      ),
  ],
  srcset: [
    100_000,
    (n) => page(`<p>${prose}<img src="data:," srcset="${repeat(n, (i) => `/a${i}.png ${i}w, `)}"></p>`),
  ],
  'srcset-white-space': [
    40_000,
    (n) => page(`<p>${prose}<img srcset="a${' '.repeat(n)},${' ,'.repeat(n)}"></p>`),
  ],
  'lazy-images-and-noscript': [
    10_000,
    (n) =>
      page(
        `<p>${prose}${repeat(n, '<img data-src=x class=lazy> ')}</p><img>${'<noscript>'.repeat(n)}&lt;img ${'&lt;img '.repeat(n)}</noscript>`,
      ),
  ],
  'image-followers': [20_000, (n) => page(`<p>${repeat(n, '<img> ')}</p>`)],
};

const scripts: Table = {
  'json-ld-wide': [
    60_000,
    (n) => page(`<p>${prose}</p>`, jsonLd(`[${repeat(n, '{"@type":"Article","headline":"a"},')}1]`)),
  ],
  'json-ld-deep': [
    4000,
    (n) => page(`<p>${prose}</p>`, jsonLd(`${'{"@type":"Article","author":['.repeat(n)}1${']}'.repeat(n)}`)),
  ],
  'json-ld-deep-array': [
    100_000,
    (n) => page(`<p>${prose}</p>`, jsonLd(`{"@type":"Article","author":${'['.repeat(n)}1${']'.repeat(n)}}`)),
  ],
  'json-ld-long-text': [
    2_000_000,
    (n) =>
      page(
        `<p>${prose}</p>`,
        jsonLd(`{"@type":"Article","articleBody":"${'<'.repeat(n / 2)}${'a b '.repeat(n / 8)}"}`),
      ),
  ],
  'json-ld-many': [
    20_000,
    (n) => page(`<p>${prose}</p>`, repeat(n, jsonLd('{"@type":"Article","author":{"name":"x"}}'))),
  ],
  'json-ld-broken': [
    100_000,
    (n) => page(`<p>${prose}</p>`, jsonLd(`{${' '.repeat(n)};${';'.repeat(n)}${' '.repeat(n)}x`)),
  ],
  'json-ld-wide-objects': [
    300_000,
    (n) => page(`<p>${prose}</p>`, jsonLd(`{${repeat(n, (i) => `"k${i}":{},`)}"a":1}`)),
  ],
  'script-shells': [
    60_000,
    (n) => page(`<div id=root></div>${repeat(n, '<script src=/app.js></script><script>a</script>')}`),
  ],
  'unclosed-script': [60_000, (n) => page(`${repeat(n, '<script>a<style>')}`)],
  'unclosed-textarea': [20_000, (n) => page(repeat(n, '<textarea></x><title></y>'))],
  'raw-text-switching': [
    30_000,
    (n) => page(repeat(n, '<xmp>a</xmp><iframe>b</iframe><noembed>c</noembed>')),
  ],
  'style-rules': [200_000, (n) => page(`<p>${prose}</p>`, `<style>${'a>b{c:d}'.repeat(n)}</style>`)],
  'script-notice': [
    50_000,
    (n) =>
      page(
        `<div id=root>${'enable '.repeat(n)}</div><noscript>${'need '.repeat(n)}</noscript><script>${'location = '.repeat(n)}</script>`,
      ),
  ],
  'login-inputs': [100_000, (n) => page(repeat(n, '<input a'))],
  'wall-signs': [
    50_000,
    (n) =>
      page(
        `<script>${'window._pxAppId akam-sw.js _Incapsula_Resource?CWUDNSAI awsWafCookieDomainList '.repeat(n)}</script>`,
      ),
  ],
  'title-and-headings': [
    100_000,
    (n) => `<title>${'<title '.repeat(n)}<h1 ${'<h1>'.repeat(n)}<H1>Access Denied</H1>`,
  ],
  'captcha-classes': [100_000, (n) => page(`<p ${'class="'.repeat(n)}>`)],
  'page-title-separators': [
    100_000,
    (n) =>
      `<title>${' '.repeat(n)}x${' |'.repeat(n)}</title><meta property="og:title" content="${' '.repeat(n)}x${' |'.repeat(n)}"><p>${prose}`,
  ],
};

const groups: readonly Table[] = [nesting, tables, blocks, characters, attributes, scripts];

/** Pages that made parsers, extraction or the writing of Markdown slow, or could. */
export const htmlGenerators: readonly HostileGenerator[] = groups.flatMap((group) =>
  Object.entries(group).map(([name, [size, make]]) => ({
    name,
    kind: 'html' as const,
    size,
    generate: make,
  })),
);

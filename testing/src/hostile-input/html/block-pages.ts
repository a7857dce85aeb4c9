import { repeat } from '../generator/hostile-generator.ts';
import { htmlPage, nest, nestGroups, type PageMakers, prose } from './html-page.ts';

/** Pages with many blocks of one kind, such as list items, footnotes or definitions. */
export const blockPages: PageMakers = {
  'definition-list': [30_000, (n) => htmlPage(`<dl>${repeat(n, '<dt>term<dd>a <b>b</b>')}</dl>`)],
  'definitions-of-one-term': [
    30_000,
    (n) => htmlPage(`<dl><dt>term${repeat(n, '<dd>a <b>b</b></dd>')}</dl>`),
  ],
  footnotes: [
    10_000,
    (n) =>
      htmlPage(
        `<p>${repeat(n, (i) => `word<a href="#fn${i}">${i % 9999}</a> `)}</p>${repeat(n, (i) => `<p id="fn${i}">note ${i} <a href="#r${i}">↩</a></p>`)}`,
      ),
  ],
  'nested-footnotes': [
    20_000,
    (n) => htmlPage(nestGroups(n, '<a href="#fn1"><i id="fn1">', '1', '</i></a>', 60)),
  ],
  'many-links': [
    40_000,
    (n) => htmlPage(`<p>${prose}</p>${repeat(n, (i) => `<a href="/page/${i}?q=${i}">link ${i}</a> `)}`),
  ],
  'many-list-items': [
    40_000,
    (n) => htmlPage(`<ul>${repeat(n, (i) => `<li>item <a href="/p${i}">${i}</a>, and more</li>`)}</ul>`),
  ],
  'one-item-of-blocks': [20_000, (n) => htmlPage(`<ul><li>${repeat(n, '<p>a <b>b</b></p>')}</li></ul>`)],
  'one-long-paragraph': [
    60_000,
    (n) => htmlPage(`<p>${repeat(n, (i) => `word <b>bold${i}</b>, <i>it</i> `)}</p>`),
  ],
  'adjacent-emphasis': [40_000, (n) => htmlPage(`<p>${repeat(n, '<b>a</b><i>b</i><code>c</code>')}</p>`)],
  'line-breaks': [60_000, (n) => htmlPage(`<p>${repeat(n, 'a<br>')}</p>`)],
  headings: [20_000, (n) => htmlPage(repeat(n, '<h2>Head <i>ing</i></h2>'))],
  'empty-blocks': [100_000, (n) => htmlPage(`<p>${prose}</p>${repeat(n, '<p><b></b></p>')}`)],
  details: [
    20_000,
    (n) => htmlPage(repeat(n, '<details><summary>More <b>x</b></summary><p>a</p></details>')),
  ],
  images: [30_000, (n) => htmlPage(`<p>${repeat(n, '<img src="/a.png" alt="A *picture*"> text ')}</p>`)],
  options: [100_000, (n) => htmlPage(`<p>${prose}</p><select>${repeat(n, '<option>one')}</select>`)],
  svg: [
    50_000,
    (n) => htmlPage(`<p>${prose}</p><svg>${repeat(n, '<g><path d="M0 0"/><title>a</title>')}</svg>`),
  ],
  'tag-cloud': [
    40_000,
    (n) =>
      htmlPage(repeat(n, (i) => `<span class="tag-${i} size${i % 7}"><a href="/t/${i}">tag${i}</a></span>`)),
  ],
  microdata: [
    30_000,
    (n) =>
      htmlPage(
        repeat(
          n,
          '<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">a</span></div>',
        ),
      ),
  ],
  'hidden-parts': [
    40_000,
    (n) => htmlPage(repeat(n, (i) => `<template id="B:${i}"></template><div hidden id="S:${i}">a${i}</div>`)),
  ],
  'code-lines': [
    30_000,
    (n) => htmlPage(`<pre><code>${repeat(n, '<div><span>a</span></div>')}</code></pre>`),
  ],
  'deep-code': [
    60_000,
    (n) => htmlPage(`<pre>${nest(140, '<div><td>1', repeat(n, '2\n<i>3</i>'), '</div>')}</pre>`),
  ],
};

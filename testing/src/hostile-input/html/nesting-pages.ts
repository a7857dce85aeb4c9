import { repeat } from '../generator/hostile-generator.ts';
import { htmlPage, nest, nestGroups, type PageMakers, prose } from './html-page.ts';

/** Pages with deeply nested, misnested or unclosed elements. */
export const nestingPages: PageMakers = {
  'nested-math': [
    20_000,
    (n) =>
      htmlPage(
        nestGroups(n, '<msup><mi>x</mi>', '<mn>2</mn>', '</msup>').replaceAll(
          /(?:<msup><mi>x<\/mi>){120}/g,
          '<math>$&',
        ),
      ),
  ],
  'deep-math': [20_000, (n) => htmlPage(`<math>${nest(n, '<mrow>', '<mi>x</mi>', '</mrow>')}</math>`)],
  'math-without-arguments': [20_000, (n) => htmlPage(repeat(n, '<math><mfrac><msup></msup></mfrac></math>'))],
  'math-style-wrapper': [
    20_000,
    (n) => htmlPage(`<p>a<math alttext="{\\displaystyle${' '.repeat(n)}x">y</math></p>`),
  ],
  'math-in-wrappers': [
    20_000,
    (n) =>
      htmlPage(
        nest(140, '<span class="katex">', `<math>${repeat(n, '<mspace></mspace>')}</math>`, '</span>'),
      ),
  ],
  'deep-div': [100_000, (n) => htmlPage(nest(n, '<div>', prose, '</div>'))],
  'deep-bold': [100_000, (n) => htmlPage(nest(n, '<b>', prose, '</b>'))],
  'deep-list': [50_000, (n) => htmlPage(nest(n, '<ul><li>', prose, '</li></ul>'))],
  'deep-quote': [50_000, (n) => htmlPage(nest(n, '<blockquote>', prose, '</blockquote>'))],
  'deep-link': [50_000, (n) => htmlPage(nest(n, '<a href="/a">', prose, '</a>'))],
  'deep-table': [20_000, (n) => htmlPage(nest(n, '<table><tr><td>', prose, '</td></tr></table>'))],
  'deep-colgroup': [50_000, (n) => htmlPage(nest(n, '<colgroup><option><rt>', prose, ''))],
  'many-nested-div': [60_000, (n) => htmlPage(nestGroups(n, '<div>a', prose, '</div>'))],
  'many-nested-list': [30_000, (n) => htmlPage(nestGroups(n, '<ul><li>a', prose, '</li></ul>', 18))],
  'many-nested-quote': [30_000, (n) => htmlPage(nestGroups(n, '<blockquote>a', prose, '</blockquote>', 18))],
  'many-nested-table': [
    20_000,
    (n) => htmlPage(nestGroups(n, '<table><tr><th>a</th><td>b<tr><td>c</td><td>', prose, '</table>', 60)),
  ],
  'many-nested-inline': [
    40_000,
    (n) => htmlPage(`<p>${nestGroups(n, '<i>a <s>b <u>', 'word ', '</u></s></i>', 40)}</p>`),
  ],
  'wide-below-deep': [
    60_000,
    (n) => htmlPage(nest(140, '<div><span>', repeat(n, '<i>a</i> b <code>c</code>'), '</span></div>')),
  ],
  'deep-link-above-wide': [
    60_000,
    (n) => htmlPage(nest(140, '<h2><a href="/a">', repeat(n, '<i>a</i> b '), '</a></h2>')),
  ],
  'deep-cell-above-wide': [
    60_000,
    (n) =>
      htmlPage(
        `<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>${nest(130, '<i><u>', repeat(n, 'a<br>'), '</u></i>')}</td></tr></table>`,
      ),
  ],
  'misnested-formatting': [50_000, (n) => htmlPage(repeat(n, '<b><i><p>a</b>b</i>'))],
  'unclosed-formatting': [50_000, (n) => htmlPage(repeat(n, (i) => `<p><b class=c${i}><i>word `))],
  'unclosed-items': [100_000, (n) => htmlPage(`<ul>${repeat(n, '<li>a')}<table>${repeat(n, '<tr><td>b')}`)],
  'unmatched-end-tags': [
    100_000,
    (n) => htmlPage(repeat(100, '<html><body><div>') + repeat(n, '</section></em>a')),
  ],
  'nested-frames-of-page': [50_000, (n) => htmlPage(repeat(n, '<html><body><head>a') + repeat(n, '</x>'))],
};

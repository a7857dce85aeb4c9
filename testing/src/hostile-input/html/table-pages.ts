import { repeat } from '../generator/hostile-generator.ts';
import { htmlPage, type PageMakers, prose } from './html-page.ts';

/** Pages with large tables, or with cells that span many rows and columns. */
export const tablePages: PageMakers = {
  'colspan-rowspan-table': [
    2000,
    (n) =>
      htmlPage(
        `<table><tr><th>a</th></tr>${repeat(n, '<tr><td colspan="1000" rowspan="65534">x</td><td>y</td></tr>')}</table>`,
      ),
  ],
  'rowspan-staircase': [
    3000,
    (n) =>
      htmlPage(`<table>${repeat(n, (i) => `<tr><td rowspan="${n - i}">${i}</td><td>x</td></tr>`)}</table>`),
  ],
  'wide-row-many-rows': [
    30_000,
    (n) => htmlPage(`<table><tr>${repeat(n, '<th>h</th>')}</tr>${repeat(n, '<tr><td>x</td></tr>')}</table>`),
  ],
  'long-cell-spans': [
    200,
    (n) =>
      htmlPage(
        `<table><tr><th>a</th><th>b</th></tr>${repeat(n, `<tr><td colspan="100">${prose.repeat(3)}</td><td>y</td></tr>`)}</table>`,
      ),
  ],
  'long-table': [
    20_000,
    (n) =>
      htmlPage(
        `<table><tr><th>a</th><th>b</th></tr>${repeat(n, '<tr><td>x <b>y</b></td><td>z</td></tr>')}</table>`,
      ),
  ],
  'many-small-tables': [
    5000,
    (n) =>
      htmlPage(
        repeat(n, '<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td colspan=100>d</td></tr></table>'),
      ),
  ],
  'many-cells-of-blocks': [
    10_000,
    (n) =>
      htmlPage(
        `<table><tr><th>a</th><th>b</th></tr>${repeat(n, '<tr><td><p>a<br>b<pre>c\nd</pre></td><td><ul><li>x<li>y</ul></td></tr>')}</table>`,
      ),
  ],
};

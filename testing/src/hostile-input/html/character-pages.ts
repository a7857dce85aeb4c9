import { repeat } from '../generator/hostile-generator.ts';
import { htmlPage, type PageMakers, prose } from './html-page.ts';

/** Pages with long runs of characters that Markdown, HTML or a pattern gives a meaning. */
export const characterPages: PageMakers = {
  'text-asterisks': [40_000, (n) => htmlPage(`<p>${'*'.repeat(n)}</p><p>${'* a'.repeat(n)}</p>`)],
  'text-underscores': [40_000, (n) => htmlPage(`<p>${'_'.repeat(n)}</p><p>${'_a'.repeat(n)}</p>`)],
  'text-brackets': [40_000, (n) => htmlPage(`<p>${'['.repeat(n)}</p><p>${'[a]('.repeat(n)}</p>`)],
  'text-backslashes': [40_000, (n) => htmlPage(`<p>${'\\'.repeat(n)}</p><p>${'\\*'.repeat(n)}</p>`)],
  'text-backticks': [
    40_000,
    (n) =>
      htmlPage(`<p>${'`'.repeat(n)}</p><p><code>${'` '.repeat(n)}</code></p><pre>${'`'.repeat(n)}</pre>`),
  ],
  // Each run is one longer than the one before: together they have n.
  'backtick-runs': [
    180_000,
    (n) =>
      htmlPage(`<p><code>${repeat(Math.floor(Math.sqrt(2 * n)), (i) => `${'`'.repeat(i)} `)}</code></p>`),
  ],
  'text-ampersands': [40_000, (n) => htmlPage(`<p>${'&'.repeat(n)}</p><p>${'&amp;lt;'.repeat(n)}</p>`)],
  'text-entities': [
    60_000,
    (n) => htmlPage(`<p>${'&notin;&lt;&CounterClockwiseContourIntegral;&#x1F600;'.repeat(n)}</p>`),
  ],
  'text-comments': [60_000, (n) => htmlPage('<!--a-->'.repeat(n) + '<!--'.repeat(n))],
  'text-cdata': [60_000, (n) => htmlPage('<![CDATA[a]]>'.repeat(n) + ']]>'.repeat(n) + '<?a'.repeat(n))],
  'text-angle-brackets': [60_000, (n) => htmlPage('<'.repeat(n) + '<a '.repeat(n))],
  'text-tildes': [40_000, (n) => htmlPage(`<p>${'~'.repeat(n)}</p><p>${'~a~ '.repeat(n)}</p>`)],
  'text-pipes': [
    40_000,
    (n) =>
      htmlPage(`<table><tr><th>a</th><th>b</th></tr><tr><td>${'|'.repeat(n)}</td><td>x</td></tr></table>`),
  ],
  'text-hashes': [40_000, (n) => htmlPage(`<p>${'# '.repeat(n)}</p><p>${'#\n'.repeat(n)}</p>`)],
  'text-addresses': [
    40_000,
    (n) =>
      htmlPage(
        `<p>${'www.a@b.c http://x.y '.repeat(n)}</p><p>${'a@'.repeat(n)}</p><p>${'www.'.repeat(n)}</p>`,
      ),
  ],
  'text-local-parts': [
    40_000,
    (n) => htmlPage(`<p>a <b>${'a.'.repeat(n)}</b>${'a'.repeat(n)} ${'.-_+'.repeat(n)}@</p>`),
  ],
  'text-white-space': [
    100_000,
    (n) => htmlPage(`<p>a${' '.repeat(n)}b</p><p>${' \u00a0'.repeat(n)}x</p><pre>${' '.repeat(n)}x</pre>`),
  ],
  'text-line-breaks': [100_000, (n) => htmlPage(`<pre>a${'\n'.repeat(n)}b</pre><p>${'1.\n'.repeat(n)}</p>`)],
  'no-markup': [2_000_000, (n) => htmlPage(prose.repeat(n / prose.length))],
  'one-word': [1_000_000, (n) => htmlPage(`<p>${'a'.repeat(n)}</p>`)],
  'combining-marks': [100_000, (n) => htmlPage(`<p>a${'\u0301'.repeat(n)} ${'\u200d'.repeat(n)}</p>`)],
};

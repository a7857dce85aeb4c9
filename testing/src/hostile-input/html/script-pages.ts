import { repeat } from '../generator/hostile-generator.ts';
import { htmlPage, jsonLd, type PageMakers, prose } from './html-page.ts';

/** Pages with structured data, scripts and signatures of block pages. */
export const scriptPages: PageMakers = {
  'json-ld-wide': [
    60_000,
    (n) => htmlPage(`<p>${prose}</p>`, jsonLd(`[${repeat(n, '{"@type":"Article","headline":"a"},')}1]`)),
  ],
  'json-ld-deep': [
    4000,
    (n) =>
      htmlPage(`<p>${prose}</p>`, jsonLd(`${'{"@type":"Article","author":['.repeat(n)}1${']}'.repeat(n)}`)),
  ],
  'json-ld-deep-array': [
    100_000,
    (n) =>
      htmlPage(`<p>${prose}</p>`, jsonLd(`{"@type":"Article","author":${'['.repeat(n)}1${']'.repeat(n)}}`)),
  ],
  'json-ld-long-text': [
    2_000_000,
    (n) =>
      htmlPage(
        `<p>${prose}</p>`,
        jsonLd(`{"@type":"Article","articleBody":"${'<'.repeat(n / 2)}${'a b '.repeat(n / 8)}"}`),
      ),
  ],
  'json-ld-many': [
    20_000,
    (n) => htmlPage(`<p>${prose}</p>`, repeat(n, jsonLd('{"@type":"Article","author":{"name":"x"}}'))),
  ],
  'json-ld-broken': [
    100_000,
    (n) => htmlPage(`<p>${prose}</p>`, jsonLd(`{${' '.repeat(n)};${';'.repeat(n)}${' '.repeat(n)}x`)),
  ],
  'json-ld-wide-objects': [
    300_000,
    (n) => htmlPage(`<p>${prose}</p>`, jsonLd(`{${repeat(n, (i) => `"k${i}":{},`)}"a":1}`)),
  ],
  'script-shells': [
    60_000,
    (n) => htmlPage(`<div id=root></div>${repeat(n, '<script src=/app.js></script><script>a</script>')}`),
  ],
  'unclosed-script': [60_000, (n) => htmlPage(`${repeat(n, '<script>a<style>')}`)],
  'unclosed-textarea': [20_000, (n) => htmlPage(repeat(n, '<textarea></x><title></y>'))],
  'raw-text-switching': [
    30_000,
    (n) => htmlPage(repeat(n, '<xmp>a</xmp><iframe>b</iframe><noembed>c</noembed>')),
  ],
  'style-rules': [200_000, (n) => htmlPage(`<p>${prose}</p>`, `<style>${'a>b{c:d}'.repeat(n)}</style>`)],
  'script-notice': [
    50_000,
    (n) =>
      htmlPage(
        `<div id=root>${'enable '.repeat(n)}</div><noscript>${'need '.repeat(n)}</noscript><script>${'location = '.repeat(n)}</script>`,
      ),
  ],
  'login-inputs': [100_000, (n) => htmlPage(repeat(n, '<input a'))],
  'block-page-signatures': [
    50_000,
    (n) =>
      htmlPage(
        `<script>${'window._pxAppId akam-sw.js _Incapsula_Resource?CWUDNSAI awsWafCookieDomainList '.repeat(n)}</script>`,
      ),
  ],
  'title-and-headings': [
    100_000,
    (n) => `<title>${'<title '.repeat(n)}<h1 ${'<h1>'.repeat(n)}<H1>Access Denied</H1>`,
  ],
  'captcha-classes': [100_000, (n) => htmlPage(`<p ${'class="'.repeat(n)}>`)],
  'page-title-separators': [
    100_000,
    (n) =>
      `<title>${' '.repeat(n)}x${' |'.repeat(n)}</title><meta property="og:title" content="${' '.repeat(n)}x${' |'.repeat(n)}"><p>${prose}`,
  ],
};

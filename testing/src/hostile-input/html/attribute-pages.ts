import { repeat } from '../generator/hostile-generator.ts';
import { htmlPage, type PageMakers, prose } from './html-page.ts';

/** Pages with many, long or malformed attributes. */
export const attributePages: PageMakers = {
  'attributes-of-page': [
    400_000,
    (n) =>
      `<!doctype html><html ${repeat(n, (i) => `a${i} `)}><body ${repeat(n, (i) => `b${i} `)}><p>${prose}`,
  ],
  'elements-of-attributes': [
    20_000,
    (n) => htmlPage(repeat(n, (i) => `<p ${repeat(30, (at) => `a${at}-${i} `)}>${prose}`)),
  ],
  'long-base': [
    40_000,
    (n) => htmlPage(`<p>${prose}${'<a href=x>x</a> '.repeat(n)}`, `<base href="/${'b'.repeat(n)}/">`),
  ],
  'many-attributes': [60_000, (n) => htmlPage(`<p ${repeat(n, (i) => `a${i}=b `)}>${prose}</p>`)],
  'long-attribute': [
    2_000_000,
    (n) =>
      htmlPage(
        `<p class="${'a '.repeat(n / 2)}" id="${'x'.repeat(n)}" style="${';'.repeat(n)}">${prose}</p>`,
      ),
  ],
  'style-white-space': [
    20_000,
    (n) => htmlPage(`<p style=";${' '.repeat(n)}x" class="${' '.repeat(n)}x">${prose}</p>`),
  ],
  'long-address': [
    300_000,
    (n) => htmlPage(`<p><a href="/${'../a'.repeat(n / 4)}">x</a> <img src="${'%'.repeat(n)}"></p>`),
  ],
  'unclosed-quote': [100_000, (n) => htmlPage(repeat(n, '<a href="'))],
  'unclosed-quotes-alternating': [100_000, (n) => htmlPage(repeat(n, `<a b='c" d=">`))],
  'class-names': [
    40_000,
    (n) => htmlPage(repeat(n, (i) => `<p class="n${i} skip-${'link'.repeat(3)}">a</p>`)),
  ],
  'many-base-and-meta': [
    60_000,
    (n) =>
      htmlPage(
        `<p>${prose}</p>`,
        repeat(n, (i) => `<base href="/${i}"><meta name="m${i}" content="x"><link rel=icon>`),
      ),
  ],
  srcset: [
    100_000,
    (n) => htmlPage(`<p>${prose}<img src="data:," srcset="${repeat(n, (i) => `/a${i}.png ${i}w, `)}"></p>`),
  ],
  'srcset-white-space': [
    40_000,
    (n) => htmlPage(`<p>${prose}<img srcset="a${' '.repeat(n)},${' ,'.repeat(n)}"></p>`),
  ],
  'lazy-images-and-noscript': [
    10_000,
    (n) =>
      htmlPage(
        `<p>${prose}${repeat(n, '<img data-src=x class=lazy> ')}</p><img>${'<noscript>'.repeat(n)}&lt;img ${'&lt;img '.repeat(n)}</noscript>`,
      ),
  ],
  'image-followers': [20_000, (n) => htmlPage(`<p>${repeat(n, '<img> ')}</p>`)],
};

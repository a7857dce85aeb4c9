import { toArticleHtml, toListItems } from './sample-text.ts';
import {
  defineEmptyPage,
  definePage,
  documentOf,
  jsonPage,
  literal,
  type SuitePage,
  scriptOf,
} from './suite-page.ts';

const consentBox = (attributes: string): string =>
  `<div ${attributes}><h2>We value your privacy</h2><p>This site and its 843 partners use cookies to store data on your device.</p><button class="accept-all">Accept all</button> <button>Reject</button></div>`;
const overlayStyle = 'style="position:fixed;inset:0;z-index:99999;background:#fff"';
const consentText = ['We value your privacy', '843 partners'];

/** Pages that are composed of several trees or documents, hide their content, or never have any. */
export const compositionPages: readonly SuitePage[] = [
  definePage('shadow', ({ text }) => ({
    html: documentOf(
      `<news-article></news-article>${scriptOf(
        `customElements.define('news-article', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = ${literal(toArticleHtml(text))}; } });`,
      )}`,
    ),
  })),
  definePage('nested-shadow', ({ text }) => ({
    html: documentOf(
      `<main id="root"></main>${scriptOf(
        `customElements.define('x-card', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<section><slot></slot></section>'; } });
         customElements.define('x-page', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = ${literal(`<h1>${text.heading}</h1>${text.sentences.map((sentence) => `<x-card><p>${sentence}</p></x-card>`).join('')}`)}; } });
         root.append(document.createElement('x-page'));`,
      )}`,
    ),
  })),
  definePage('declarative-shadow', ({ text }) => ({
    html: documentOf(
      `<doc-page><template shadowrootmode="open">${toArticleHtml(text)}</template></doc-page>${scriptOf(`customElements.define('doc-page', class extends HTMLElement {});`)}`,
    ),
  })),
  definePage('frame-app', ({ text, path }) => ({
    html: documentOf(
      `<div id="root"></div>${scriptOf(`const frame = document.createElement('iframe'); frame.src = ${literal(`${path}/inner`)}; frame.width = 900; frame.height = 900; root.append(frame);`)}`,
    ),
    resources: { [`${path}/inner`]: documentOf(toArticleHtml(text)) },
  })),
  definePage('frame-srcdoc', ({ text }) => ({
    html: documentOf(
      `<div id="root"></div>${scriptOf(`setTimeout(() => { const frame = document.createElement('iframe'); frame.width = 900; frame.height = 900; frame.srcdoc = ${literal(toArticleHtml(text))}; root.append(frame); }, 500);`)}`,
    ),
  })),
  definePage('frame-static', ({ text, path }) => ({
    html: documentOf(
      `<header>Archive</header><iframe src="${path}/inner" width="900" height="900"></iframe>`,
    ),
    resources: { [`${path}/inner`]: documentOf(toArticleHtml(text)) },
  })),
  definePage('consent-overlay', ({ text }) => ({
    html: documentOf(
      `<div id="root"></div>${consentBox(`id="banner" role="dialog" aria-modal="true" ${overlayStyle}`)}${scriptOf(`root.innerHTML = ${literal(toArticleHtml(text))};`)}`,
    ),
    unexpected: consentText,
  })),
  definePage('consent-hides', ({ text }) => ({
    html: documentOf(
      `<main id="root" style="display:none"></main>${consentBox(`class="privacy-layer" ${overlayStyle}`)}${scriptOf(
        `root.innerHTML = ${literal(toArticleHtml(text))}; document.querySelector('.accept-all').onclick = () => { root.style.display = ''; document.querySelector('.privacy-layer').remove(); };`,
      )}`,
    ),
    unexpected: consentText,
  })),
  definePage('consent-gate', ({ text, path }) => ({
    html: documentOf(
      `<div id="root"></div>${consentBox(`class="cmp" ${overlayStyle}`)}${scriptOf(
        `document.querySelector('.accept-all').onclick = async () => { document.querySelector('.cmp').remove(); root.innerHTML = (await (await fetch(${literal(`${path}/data`)})).json()).html; };`,
      )}`,
    ),
    resources: { [`${path}/data`]: jsonPage({ html: toArticleHtml(text) }, 200) },
    unexpected: consentText,
  })),
  definePage('fixed-application', ({ text }) => ({
    html: documentOf(
      `<div id="root" style="position:fixed;inset:0;overflow:auto"></div>${scriptOf(
        `root.innerHTML = ${literal(`<div>${toArticleHtml(text)}<footer><a href="/privacy">Privacy</a> <a href="/c">Cookies</a></footer></div>${consentBox('class="layer" style="position:fixed;bottom:0;background:#fff"')}`)};`,
      )}`,
    ),
    unexpected: consentText,
  })),
  definePage('comments', ({ text, path }) => ({
    html: documentOf(
      `<article><h1>${text.heading}</h1><p>${text.sentences.slice(0, 3).join(' ')}</p></article><section><h2>Posts</h2><ol id="posts"></ol></section>${scriptOf(
        `fetch(${literal(`${path}/posts`)}).then((r) => r.json()).then((posts) => { for (const post of posts) { const li = document.createElement('li'); li.textContent = post; document.getElementById('posts').append(li); } });`,
      )}`,
    ),
    resources: { [`${path}/posts`]: jsonPage(text.sentences.slice(3), 250) },
  })),
  definePage('document-write', ({ text }) => ({
    html: documentOf(scriptOf(`document.write(${literal(toArticleHtml(text))});`)),
  })),
  definePage('script-redirect', ({ text, path }) => ({
    html: documentOf(scriptOf(`location.replace(${literal(`${path}/target`)});`)),
    resources: {
      [`${path}/target`]: documentOf(
        `<div id="root"></div>${scriptOf(`root.innerHTML = ${literal(toArticleHtml(text))};`)}`,
      ),
    },
  })),
  definePage('failing-widget', ({ text, path }) => ({
    html: documentOf(
      `<main><h1>${text.heading}</h1><ul>${toListItems(text.sentences)}</ul><div id="widget" aria-busy="true">Loading…</div></main>${scriptOf(
        `window.onerror = () => true; fetch(${literal(`${path}/none`)}).then((r) => r.json()).then((data) => { widget.textContent = data.missing.text; });`,
      )}`,
    ),
  })),
  defineEmptyPage(
    'forever-loading',
    documentOf(
      `<div id="root"><p class="spinner">Loading...</p></div>${scriptOf(`setInterval(() => { document.title = 'Loading ' + Date.now(); }, 200);`)}`,
    ),
  ),
  defineEmptyPage(
    'forever-blank',
    documentOf(
      `<div id="app"></div>${scriptOf(`fetch('/forever-blank/none').then((r) => { if (r.ok) app.innerHTML = '<p>data</p>'; });`)}`,
    ),
  ),
];

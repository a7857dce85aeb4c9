import { toArticleHtml, toListItems } from './sample-text.ts';
import {
  definePage,
  documentOf,
  jsonPage,
  literal,
  type SuitePage,
  scriptOf,
  scriptPage,
} from './suite-page.ts';

/** Renders HTML below an element as a framework does: from the elements of a parsed fragment, node by node. */
const mount = (selector: string, html: string): string =>
  `{ const target = document.querySelector(${literal(selector)}); target.replaceChildren(...new DOMParser().parseFromString(${literal(html)}, 'text/html').body.childNodes); }`;

/** Pages as the build tools of frameworks write them: a mount point and a bundle. */
export const frameworkPages: readonly SuitePage[] = [
  definePage('react-root', ({ text, path }) => ({
    html: documentOf(
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
      `<script defer src="${path}/static/js/main.8f1c.js"></script>`,
    ),
    resources: { [`${path}/static/js/main.8f1c.js`]: scriptPage(mount('#root', toArticleHtml(text))) },
  })),
  definePage('react-router', ({ text, path }) => ({
    html: documentOf(
      `<div id="root"></div>${scriptOf(`const routes = { ${literal(path)}: () => ${literal(toArticleHtml(text))} };
        const render = () => { root.innerHTML = '<nav><a href="/a">A</a></nav>' + (routes[location.pathname] ?? (() => 'No route'))(); };
        addEventListener('popstate', render); queueMicrotask(render);`)}`,
    ),
  })),
  definePage('react-suspense', ({ text, path }) => ({
    html: documentOf(
      `<div id="root"><div class="fallback">Loading...</div></div>${scriptOf(
        `fetch(${literal(`${path}/data`)}).then((r) => r.json()).then(({ html }) => setTimeout(() => ${mount('#root', toArticleHtml(text))}, 1000));`,
      )}`,
    ),
    resources: { [`${path}/data`]: jsonPage({ html: '' }) },
  })),
  definePage('next-shell', ({ text }) => ({
    html: documentOf(
      `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${literal({ html: toArticleHtml(text) })}</script>${scriptOf(
        `const { html } = JSON.parse(document.getElementById('__NEXT_DATA__').textContent); requestAnimationFrame(() => { document.getElementById('__next').innerHTML = html; });`,
      )}`,
    ),
  })),
  definePage('react-stream', ({ text }) => ({
    html: documentOf(
      `<main><h1>${text.heading}</h1><template id="B:0"></template><p class="fallback">Loading…</p></main><div hidden id="S:0">${text.sentences.map((sentence) => `<p>${sentence}</p>`).join('')}</div>${scriptOf(
        `const holder = document.getElementById('B:0'), part = document.getElementById('S:0'); holder.nextElementSibling.remove(); holder.replaceWith(...part.childNodes); part.remove();`,
      )}`,
    ),
  })),
  definePage('hydration', ({ text }) => ({
    html: documentOf(
      `<div id="root" data-reactroot><article><h1>${text.heading}</h1><p>${text.sentences.slice(0, 2).join(' ')}</p><ul id="more" aria-busy="true"></ul></article></div>${scriptOf(
        `setTimeout(() => { more.innerHTML = ${literal(toListItems(text.sentences.slice(2)))}; more.removeAttribute('aria-busy'); }, 400);`,
      )}`,
    ),
  })),
  definePage('vue-app', ({ text, path }) => ({
    html: documentOf(
      `<div id="app" v-cloak></div><script type="module" src="${path}/assets/index-4f2a.js"></script>`,
    ),
    resources: {
      [`${path}/assets/index-4f2a.js`]: scriptPage(
        `const { html } = await (await fetch(${literal(`${path}/api`)})).json(); const app = document.getElementById('app'); app.innerHTML = html; app.removeAttribute('v-cloak');`,
      ),
      [`${path}/api`]: jsonPage({ html: toArticleHtml(text) }, 200),
    },
  })),
  definePage('nuxt-payload', ({ text }) => ({
    html: documentOf(
      `<div id="__nuxt"></div>${scriptOf(`window.__NUXT__ = { data: ${literal(text.sentences)} };`)}${scriptOf(
        `const { data } = window.__NUXT__; const main = document.createElement('main'); const h1 = document.createElement('h1'); h1.textContent = ${literal(text.heading)}; main.append(h1);
         for (const item of data) { const p = document.createElement('p'); p.textContent = item; main.append(p); } setTimeout(() => document.getElementById('__nuxt').append(main));`,
      )}`,
    ),
  })),
  definePage('vue-hash-router', ({ text }) => ({
    html: documentOf(
      `<div id="app"></div>${scriptOf(
        `const show = () => { if (location.hash === '#/home') app.innerHTML = ${literal(toArticleHtml(text))}; }; addEventListener('hashchange', show); if (!location.hash) location.hash = '#/home'; else show();`,
      )}`,
    ),
  })),
  definePage('angular-root', ({ text, path }) => ({
    html: documentOf(
      `<app-root>Loading...</app-root><script src="${path}/runtime.js" defer></script><script src="${path}/main.js" defer></script>`,
    ),
    resources: {
      [`${path}/runtime.js`]: scriptPage('window.ready = new Promise((done) => setTimeout(done, 1000));'),
      [`${path}/main.js`]: scriptPage(`window.ready.then(() => ${mount('app-root', toArticleHtml(text))});`),
    },
  })),
  definePage('angular-http', ({ text, path }) => ({
    html: documentOf(
      `<app-root></app-root>${scriptOf(
        `const get = (url, next) => { const request = new XMLHttpRequest(); request.open('GET', url); request.onload = () => next(JSON.parse(request.responseText)); request.send(); };
         get(${literal(`${path}/config`)}, ({ url }) => get(url, ({ html }) => { document.querySelector('app-root').innerHTML = html; }));`,
      )}`,
    ),
    resources: {
      [`${path}/config`]: jsonPage({ url: `${path}/content` }, 150),
      [`${path}/content`]: jsonPage({ html: toArticleHtml(text) }, 300),
    },
  })),
  definePage('svelte-body', ({ text, path }) => ({
    html: documentOf('', `<script defer src="${path}/build/bundle.js"></script>`),
    resources: {
      [`${path}/build/bundle.js`]: scriptPage(
        `const main = document.createElement('main'); main.innerHTML = ${literal(toArticleHtml(text))}; document.body.append(main);`,
      ),
    },
  })),
  definePage('sveltekit', ({ text, path }) => ({
    html: documentOf(
      `<div style="display: contents"><main><h1>${text.heading}</h1><div id="content" class="skeleton-box skeleton"></div></main></div><script type="module">
        const { items } = await (await fetch(${literal(`${path}/__data.json`)})).json(); const box = document.getElementById('content'); box.className = ''; box.innerHTML = items.map((item) => '<p>' + item + '</p>').join('');</script>`,
    ),
    resources: { [`${path}/__data.json`]: jsonPage({ items: text.sentences }, 500) },
  })),
  definePage('jquery-ajax', ({ text, path }) => ({
    html: documentOf(
      `<div id="wrapper"><div id="content"></div></div>${scriptOf(
        `window.$ = (selector) => ({ load: (url) => fetch(url).then((r) => r.text()).then((html) => { document.querySelector(selector).innerHTML = html; }) }); document.addEventListener('DOMContentLoaded', () => $('#content').load(${literal(`${path}/part.html`)}));`,
      )}`,
    ),
    resources: { [`${path}/part.html`]: toArticleHtml(text) },
  })),
];

import { toArticleHtml, toListItems, toTableRows } from './sample-text.ts';
import { definePage, documentOf, jsonPage, literal, type SuitePage, scriptOf } from './suite-page.ts';

const fill = (html: string): string => `document.getElementById('root').innerHTML = ${literal(html)};`;

/** A page that shows nothing until a timer has passed. */
const delayed = (name: string, ms: number, placeholder = ''): SuitePage =>
  definePage(name, ({ text }) => ({
    html: documentOf(
      `<div id="root">${placeholder}</div>${scriptOf(`setTimeout(() => { ${fill(toArticleHtml(text))} }, ${ms});`)}`,
    ),
  }));

/** Pages whose content is late, with and without placeholders, and lists that load on scrolling. */
export const timingPages: readonly SuitePage[] = [
  delayed('delay-1s', 1000),
  delayed('delay-3s', 3000, '<p>Loading...</p>'),
  delayed('delay-6s', 6000, '<p>Bitte warten…</p>'),
  delayed('delay-10s', 10_000),
  definePage('slow-server', ({ text, path }) => ({
    html: documentOf(
      `<div id="root"><p role="status">Wird geladen…</p></div>${scriptOf(`fetch(${literal(`${path}/data`)}).then((r) => r.json()).then(({ html }) => { root.innerHTML = html; });`)}`,
    ),
    resources: { [`${path}/data`]: jsonPage({ html: toArticleHtml(text) }, 3000) },
  })),
  definePage('chained-requests', ({ text, path }) => ({
    html: documentOf(
      `<div id="root"></div>${scriptOf(
        `const next = async (index) => { const { html, more } = await (await fetch(${literal(`${path}/`)} + index)).json(); root.insertAdjacentHTML('beforeend', html); if (more) setTimeout(next, 800, index + 1); }; next(0);`,
      )}`,
    ),
    resources: {
      [`${path}/0`]: jsonPage(
        { html: `<h1>${text.heading}</h1><p>${text.sentences.slice(0, 4).join(' ')}</p>`, more: true },
        100,
      ),
      [`${path}/1`]: jsonPage({ html: `<p>${text.sentences.slice(4, 6).join(' ')}</p>`, more: true }, 100),
      [`${path}/2`]: jsonPage({ html: `<p>${text.sentences.slice(6).join(' ')}</p>`, more: false }, 100),
    },
  })),
  definePage('skeleton', ({ text }) => ({
    html: documentOf(
      `<main id="root">${'<div class="MuiSkeleton-root skeleton-line" style="height:20px"></div>'.repeat(6)}</main>${scriptOf(`setTimeout(() => { ${fill(toArticleHtml(text))} }, 3000);`)}`,
    ),
  })),
  definePage('busy-table', ({ text }) => ({
    html: documentOf(
      `<main><h1>${text.heading}</h1><table aria-busy="true"><thead><tr><th>No.</th><th>Entry</th></tr></thead><tbody id="rows"></tbody></table></main>${scriptOf(
        `setTimeout(() => { rows.innerHTML = ${literal(toTableRows(text.sentences))}; rows.parentElement.removeAttribute('aria-busy'); }, 2000);`,
      )}`,
    ),
  })),
  definePage('css-spinner', ({ text }) => ({
    html: documentOf(
      `<div id="root"><div class="x1" style="width:40px;height:40px"></div></div>${scriptOf(`setTimeout(() => { ${fill(toArticleHtml(text))} }, 6000);`)}`,
      '<style>@keyframes turn { to { transform: rotate(1turn) } } .x1 { animation: turn 1s linear infinite }</style>',
    ),
  })),
  definePage(
    'observed-list',
    ({ text }) => ({
      html: documentOf(
        `<main><h1>${text.heading}</h1><ul id="list"></ul><div id="end" style="height:10px"></div></main>${scriptOf(
          `const items = ${literal(text.sentences)}; let shown = 0;
           const more = () => { for (const item of items.slice(shown, shown + 10)) { const li = document.createElement('li'); li.style.minHeight = '280px'; li.textContent = item; list.append(li); } shown += 10; };
           new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting) && shown < items.length) setTimeout(more, 300); }).observe(end); more();
           setInterval(() => { if (end.getBoundingClientRect().top < innerHeight && shown < items.length) more(); }, 500);`,
        )}`,
      ),
    }),
    40,
  ),
  definePage(
    'scrolled-feed',
    ({ text, path }) => ({
      html: documentOf(
        `<main><h1>${text.heading}</h1><div id="feed" aria-busy="true"></div></main>${scriptOf(
          `let page = 0, busy = false; const load = async () => { if (busy || page > 2) return; busy = true;
             const { items } = await (await fetch(${literal(`${path}/feed-`)} + page++)).json();
             for (const item of items) { const p = document.createElement('article'); p.style.minHeight = '450px'; p.innerHTML = '<p>' + item + '</p>'; feed.append(p); } feed.removeAttribute('aria-busy'); busy = false; };
           addEventListener('scroll', () => { if (innerHeight + scrollY >= document.documentElement.scrollHeight - 300) load(); }); load();`,
        )}`,
      ),
      resources: Object.fromEntries(
        [0, 1, 2].map((page) => [
          `${path}/feed-${page}`,
          jsonPage({ items: text.sentences.slice(page * 10, page * 10 + 10) }, 120),
        ]),
      ),
    }),
    30,
  ),
  definePage('lazy-sections', ({ text }) => ({
    html: documentOf(
      `<main><h1>${text.heading}</h1>${text.sentences.map((_, index) => `<section data-index="${index}" class="skeleton" style="height:1200px"></section>`).join('')}</main>${scriptOf(
        `const texts = ${literal(text.sentences)}; const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) { observer.unobserve(target); target.innerHTML = '<p>' + texts[target.dataset.index] + '</p>'; target.className = ''; } });
         for (const section of document.querySelectorAll('section')) observer.observe(section);`,
      )}`,
    ),
  })),
  definePage(
    'idle-rows',
    ({ text }) => ({
      html: documentOf(
        `<main><h1>${text.heading}</h1><table><tbody id="rows"></tbody></table></main>${scriptOf(
          `const rows = ${literal(text.sentences)}; const body = document.getElementById('rows'); let index = 0; const step = () => { for (const text of rows.slice(index, index += 5)) { const row = body.insertRow(); row.insertCell().textContent = index; row.insertCell().textContent = text; } if (index < rows.length) requestIdleCallback(step); }; setTimeout(step, 100);`,
        )}`,
      ),
    }),
    30,
  ),
  definePage('retry', ({ text, path }) => {
    let attempts = 0;
    return {
      html: documentOf(
        `<div id="root"><p>Loading…</p></div>${scriptOf(
          `const load = (wait) => fetch(${literal(`${path}/flaky`)}).then((r) => { if (!r.ok) throw new Error(r.status); return r.json(); }).then(({ html }) => { root.innerHTML = html; }, () => setTimeout(load, wait, wait * 2)); load(1000);`,
        )}`,
      ),
      resources: {
        [`${path}/flaky`]: (_request, response) => {
          const isReady = ++attempts % 3 === 0;
          response.writeHead(isReady ? 200 : 503, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ html: toArticleHtml(text) }));
        },
      },
    };
  }),
  definePage('late-list', ({ text }) => ({
    html: documentOf(
      `<main><h1>${text.heading}</h1><p>${text.sentences[0]}</p><ul id="late"></ul></main>${scriptOf(
        `setTimeout(() => { document.getElementById('late').innerHTML = ${literal(toListItems(text.sentences.slice(1)))}; }, 3000);`,
      )}`,
    ),
  })),
];

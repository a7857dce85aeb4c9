import type { TestPage } from './serve-site.ts';

/** Text that is long enough to count as content when repeated. */
export const sampleProse = 'The old mill by the river grinds the grain of the whole village, day after day. ';

const shell = (script: string, body = '<div id="root"></div>'): string =>
  `<!doctype html><html lang="en"><head><title>Shell</title></head><body>${body}<script>${script}</script></body></html>`;
const fill = (html: string): string => `document.getElementById('root').innerHTML = ${JSON.stringify(html)};`;
const story = (title: string): string =>
  `<main><h1>${title}</h1>${`<p>${sampleProse.repeat(4)}</p>`.repeat(3)}</main>`;
const data: TestPage = {
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ text: sampleProse.repeat(5) }),
};

/** Pages that need JavaScript, and pages whose scripts misbehave. */
export const scriptPages: Readonly<Record<string, TestPage>> = {
  '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /forbidden\n' },
  '/data.json': data,
  '/app': `<!doctype html><html><head><title>Shell</title><script type="module" src="/assets/index.js"></script></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>`,
  '/assets/index.js': {
    headers: { 'content-type': 'text/javascript' },
    body: `const { text } = await (await fetch('/data.json')).json();
      document.title = 'The mill';
      const main = document.createElement('main');
      main.innerHTML = '<h1>The mill</h1><p>' + text + '</p><p>' + text + '</p><ul><li><a href="/about">About it</a></li></ul><img src="/wheel.png" alt="">';
      document.getElementById('root').append(main);`,
  },
  '/shadow': shell(
    `customElements.define('mill-card', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<h2>In the shade</h2><p>${sampleProse.repeat(3)}</p><slot></slot>'; }
    });
    document.getElementById('root').innerHTML = '<main><h1>Cards</h1><mill-card><p>Slotted: ${sampleProse.repeat(3)}</p></mill-card></main>';`,
  ),
  '/late': shell(`setTimeout(() => { ${fill(story('Late'))} }, 1500)`),
  '/loop': shell("for (;;) document.getElementById('root').innerHTML = '';"),
  '/loop-after-text': shell(
    'setTimeout(() => { for (;;); }, 50)',
    `<div id="root"></div><p>A notice that the server sent.</p>`,
  ),
  '/never-quiet': shell(
    `${fill(story('Never quiet'))} setInterval(() => fetch('/data.json?' + Math.random()), 50); new EventSource('/stream');`,
  ),
  '/growing': shell(
    `let count = 0; setInterval(() => { const p = document.createElement('p'); p.textContent = 'Line ' + ++count + ' of the endless feed, which goes on and on.'; document.getElementById('root').append(p); }, 30);`,
  ),
  '/stalled': shell(`${fill('<p role="status">Loading…</p>')} fetch('/hang');`),
  '/hang': () => undefined,
  '/stream': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: 1\n\n');
  },
  '/intrusive': shell(
    `alert('a'); const answer = confirm('b') + '/' + prompt('c');
     const popup = window.open('/app'); location.assign('/file.zip');
     const link = document.createElement('a'); link.href = '/file.zip'; link.download = 'file.zip'; document.body.append(link); link.click();
     window.onbeforeunload = () => 'stay';
     (async () => {
       const state = async (name) => { try { return (await navigator.permissions.query({ name })).state; } catch { return 'none'; } };
       const states = await Promise.all(['geolocation', 'notifications', 'camera', 'clipboard-read'].map(state));
       const worker = await Promise.race([navigator.serviceWorker?.register('/worker.js').then(() => 'registered', () => 'refused') ?? 'none', new Promise((done) => setTimeout(done, 500, 'refused'))]);
       document.getElementById('root').innerHTML = '<main><h1>Intrusive</h1><p>answer ' + answer + '</p><p>popup ' + (popup === null) + '</p><p>states ' + states + '</p><p>worker ' + worker + '</p><p>${sampleProse.repeat(4)}</p></main>';
     })();`,
  ),
  '/worker.js': { headers: { 'content-type': 'text/javascript' }, body: 'self.onfetch = () => {};' },
  '/file.zip': { headers: { 'content-type': 'application/zip' }, body: 'PK\u0003\u0004' },
  '/alerts': shell('for (;;) alert("again");'),
  '/hog': shell(
    `const kept = []; const keep = () => { if (kept.length === 100) for (;;); kept.push(new Uint8Array(8e6).fill(1)); setTimeout(keep); }; keep();`,
  ),
  '/huge': shell(`document.getElementById('root').textContent = 'word '.repeat(40_000);`),
  '/cookie': shell(
    `const before = document.cookie; document.cookie = 'seen=' + Math.random(); localStorage.seen = (localStorage.seen ?? '') + 'x';
     ${fill('<main><h1>Cookies</h1><p id="found"></p></main>')}
     document.getElementById('found').textContent = 'before [' + before + '] stored ' + localStorage.seen + '. ${sampleProse.repeat(3)}';`,
  ),
  '/leads-on': shell(`location.replace('/app')`),
  '/leads-astray': shell(`location.href = '/forbidden/secret'`),
  '/forbidden/secret': `<title>Secret</title><main><h1>Secret</h1><p>${sampleProse.repeat(10)}</p></main>`,
  '/spa-login': shell(
    `history.replaceState({}, '', '/login?next=/spa-login'); document.title = 'Sign in'; ${fill('<form><input type="email"><input type="password"><button>Sign in</button></form>')}`,
  ),
  '/spa-missing': shell(
    `document.title = 'Page not found'; ${fill('<h1>404 - Page not found</h1><p>Go back to the start.</p>')}`,
  ),
  '/login':
    '<title>Sign in</title><form><input type="email"><input type="password"><button>Sign in</button></form>',
  '/members': { status: 302, headers: { location: '/login?next=/members' } },
  '/missing': '<title>Shop | Page not found</title><h1>Page not found</h1><p>Try the start page.</p>',
  '/challenge':
    '<title>Just a moment...</title><script>window._cf_chl_opt={}</script><noscript>Enable JavaScript and cookies to continue</noscript>',
  '/short': '<title>Short</title><h1>Hello</h1><p>A short page.</p><script>console.log(1)</script>',
};

/** A page rendered by a script, with a text that depends on the number. */
export function numberedPage(number: number): TestPage {
  return shell(fill(story(`Story number ${number}`)));
}

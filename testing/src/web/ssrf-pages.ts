import { sampleProse } from './script-pages.ts';
import type { TestPage } from './serve-site.ts';

/** URLs of this machine in notations that some URL parsers do not recognize as loopback. */
export function loopbackUrlVariants(port: number): string[] {
  return [
    '127.0.0.1',
    '127.0.0.2',
    '127.1',
    '127.0.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0',
    '0.0.0.0',
    '00000000',
    '127.0.0.1.',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'inside.localhost',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[::ffff:0:127.0.0.1]',
    '１２７.0.0.1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    'LoCaLhOsT.',
    '%31%32%37.0.0.1',
    '127.0.0.1%2e',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  ].map((host) => `http://${host}:${port}/`);
}

/** URLs of private and reserved addresses (RFC 6890), which must be blocked. */
export const forbiddenUrls = [
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/',
  'http://169.254.170.2/',
  'http://100.100.100.200/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.254/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://100.127.255.254/',
  'http://192.0.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[fc00::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[2001:db8::1]/',
  'http://[100::1]/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.43518/',
];

/** URLs with unsupported schemes, credentials or blocked ports. */
export function malformedUrls(port: number): string[] {
  return [
    'file:///etc/passwd',
    'file://localhost/etc/passwd',
    `ftp://127.0.0.1:${port}/`,
    `gopher://127.0.0.1:${port}/_x`,
    'data:text/html,<p>hello',
    'blob:http://127.0.0.1/1',
    'javascript:alert(1)',
    'view-source:http://127.0.0.1/',
    `dict://127.0.0.1:${port}/`,
    `ws://127.0.0.1:${port}/`,
    'about:blank',
    'chrome://version',
    `jar:http://127.0.0.1:${port}!/`,
    `http://example.org@127.0.0.1:${port}/`,
    `http://user:secret@127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}\\@example.org/`,
    `http://example.org:80@127.0.0.1:${port}/`,
    'http://93.184.216.34:22/',
    'http://93.184.216.34:25/',
    'http://93.184.216.34:6667/',
    `http:127.0.0.1:${port}`,
    `//127.0.0.1:${port}/`,
    `http:///127.0.0.1:${port}/`,
    `\thttp://127.0.0.1:${port}/`,
  ];
}

const wait = (ms: number): string => `await new Promise((done) => setTimeout(done, ${ms}));`;

/** A page that requests `target` in every way that does not navigate away. */
export function ssrfProbePage(target: string): TestPage {
  const at = (name: string): string => new URL(name, target).href;
  const webSocket = at('socket').replace(/^http/, 'ws');
  const host = new URL(target).host;
  return {
    headers: {
      link: `<${at('header-preload.js')}>; rel=preload; as=script, <${at('header-connect')}>; rel=preconnect`,
      'content-security-policy': `img-src 'none'; report-uri ${at('csp-report')}`,
      'reporting-endpoints': `default="${at('report')}"`,
      nel: '{"report_to":"default","max_age":9,"success_fraction":1}',
      refresh: '',
    },
    body: `<!doctype html><html><head><title>Grabbing</title>
<link rel="icon" href="${at('icon.png')}"><link rel="manifest" href="${at('manifest.json')}">
<link rel="stylesheet" href="${at('style.css')}"><link rel="preload" as="script" href="${at('preload.js')}">
<link rel="modulepreload" href="${at('modulepreload.js')}"><link rel="prefetch" href="${at('prefetch.html')}">
<link rel="prerender" href="${at('prerender.html')}"><link rel="preconnect" href="${at('connect')}"><link rel="dns-prefetch" href="${at('dns')}">
<style>@import url(${at('import.css')}); @font-face { font-family: grab; src: url(${at('font.woff2')}); } body { background: url(${at('background.png')}); font-family: grab; }</style>
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${at('speculation.html')}"]}],"prerender":[{"source":"list","urls":["${at('speculation2.html')}"]}]}</script>
</head><body><div id="root"></div>
<img src="${at('image.png')}"><img srcset="${at('image2.png')} 2x"><picture><source srcset="${at('picture.png')}"><img></picture>
<input type="image" src="${at('input.png')}"><svg><image href="${at('svg.png')}"/><use href="${at('use.svg')}#a"/></svg>
<video src="${at('video.mp4')}" poster="${at('poster.png')}" autoplay></video><audio src="${at('audio.mp3')}" autoplay></audio>
<video><source src="${at('source.mp4')}"><track src="${at('track.vtt')}" default></video>
<object data="${at('object.html')}"></object><embed src="${at('embed.html')}"><iframe src="${at('frame.html')}"></iframe>
<iframe srcdoc="<script src='${at('srcdoc.js')}'></script>"></iframe>
<iframe src="data:text/html,<script src='${at('data-frame.js')}'></script>"></iframe>
<iframe src="file:///etc/passwd"></iframe><iframe src="javascript:fetch('${at('javascript-frame')}')"></iframe>
<iframe name="sink"></iframe><form id="f" method="post" action="${at('form.html')}" target="sink"><input name="a" value="b"></form>
<a id="ping" href="#x" ping="${at('ping')}">x</a>
<script src="${at('script.js')}"></script><script type="module" src="${at('module.mjs')}"></script>
<script>
(async () => {
  const quietly = async (work) => { try { await work(); } catch {} };
  const asked = [];
  await quietly(() => document.getElementById('f').submit());
  await quietly(() => document.getElementById('ping').click());
  for (const init of [{}, { mode: 'no-cors' }, { method: 'POST', mode: 'no-cors', body: 'x' }, { keepalive: true, mode: 'no-cors' }])
    await quietly(() => fetch('${at('fetch')}', init));
  await quietly(() => fetch('/redirect?to=' + encodeURIComponent('${at('redirected.js')}'), { mode: 'no-cors' }));
  await quietly(async () => { asked.push(await (await fetch('file:///etc/passwd')).text()); });
  await quietly(() => { const request = new XMLHttpRequest(); request.open('GET', '${at('xhr')}', false); request.send(); });
  await quietly(() => navigator.sendBeacon('${at('beacon')}', 'x'));
  await quietly(() => new EventSource('${at('events')}'));
  await quietly(() => new WebSocket('${webSocket}'));
  await quietly(() => import('${at('imported.mjs')}'));
  await quietly(() => CSS.paintWorklet.addModule('${at('worklet.js')}'));
  const code = "try { importScripts('${at('worker.js')}') } catch {} fetch('${at('worker-fetch')}', { mode: 'no-cors' }).catch(() => 0); try { new WebSocket('${webSocket}') } catch {} try { new WebSocket('${webSocket.replace('ws:', 'wss:')}') } catch {}";
  await quietly(() => new Worker(URL.createObjectURL(new Blob([code]))));
  await quietly(() => new SharedWorker(URL.createObjectURL(new Blob([code]))));
  await quietly(() => ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, '/service-worker.js'));
  await quietly(() => new WebTransport('https://${host}/transport'));
  await quietly(async () => {
    const servers = ['stun:${host}', 'turn:${host}', 'turn:${host}?transport=tcp', 'turns:${host}?transport=tcp'];
    const iceServers = servers.map((urls) => urls.startsWith('turn') ? { urls, username: 'u', credential: 'c' } : { urls });
    const peer = new RTCPeerConnection({ iceServers, iceCandidatePoolSize: 4 });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
  });
  await quietly(() => window.open('${at('popup.html')}'));
  ${wait(1500)}
  // The site may respond late, to wait for requests that have begun.
  await quietly(() => fetch('/settled'));
  document.getElementById('root').innerHTML = '<main><h1>Grabbed</h1><p>${sampleProse.repeat(4)}</p><p>' + asked.join() + '</p></main>';
})();
</script></body></html>`,
  };
}

/** Pages that navigate to `target`, each in a different way. */
export function navigationProbePages(target: string): Readonly<Record<string, TestPage>> {
  const by = (script: string, head = '', body = ''): string =>
    `<!doctype html><html><head><title>Leaving</title>${head}</head><body><div id="root"></div>${body}<script>document.getElementById('root').innerHTML = ''; ${script}</script></body></html>`;
  const quoted = JSON.stringify(target);
  const redirects = [301, 302, 303, 307, 308].map((status): [string, TestPage] => [
    `/leave/${status}`,
    { status, headers: { location: target } },
  ]);
  return {
    ...Object.fromEntries(redirects),
    '/leave/chain': { status: 302, headers: { location: '/leave/302' } },
    '/leave/refresh-header': { headers: { refresh: `0; url=${target}` }, body: '' },
    '/leave/refresh-meta': by('', `<meta http-equiv="refresh" content="0; url=${target}">`),
    '/leave/href': by(`location.href = ${quoted}`),
    '/leave/replace': by(`location.replace(${quoted})`),
    '/leave/late': by(`setTimeout(() => location.assign(${quoted}), 300)`),
    '/leave/form': by(`document.forms[0].submit()`, '', `<form method="post" action="${target}"></form>`),
    '/leave/click': by(`document.links[0].click()`, '', `<a href="${target}">x</a>`),
    '/leave/written-refresh': by(
      `document.head.innerHTML += '<meta http-equiv="refresh" content="0; url=${target}">'`,
    ),
    '/leave/through-redirect': by(`location.href = '/leave/307'`),
    '/leave/base': by(`location.href = 'secret'`, `<base href="${target}">`),
    '/leave/frame-top': by('', '', `<iframe srcdoc='<script>top.location = ${quoted}</script>'></iframe>`),
  };
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectJavascriptRequirement } from './detect-javascript-requirement.ts';

const sentence = 'The old mill by the river grinds the grain of the whole village, day after day. ';
const bundle = '<script type="module" src="/assets/index-4f2a.js"></script>';

describe('detectJavascriptRequirement returns a reason for', () => {
  it.each([
    ['Vite and React', `<!doctype html><title>Shop</title><div id="root"></div>${bundle}`],
    [
      'Create React App',
      `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/static/js/main.1.js"></script>`,
    ],
    [
      'Vue CLI',
      `<noscript><strong>We're sorry but shop doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id=app></div><script src=/js/app.js></script>`,
    ],
    [
      'Angular',
      `<body><app-root></app-root><script src="runtime.js" type="module"></script><script src="main.js" type="module"></script>`,
    ],
    ['Angular with a spinner', `<app-root><div class="spinner">Loading…</div></app-root>${bundle}`],
    [
      'Next.js without server rendering',
      `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"a":"${sentence.repeat(50)}"}</script><script src="/_next/static/chunks/main.js"></script>`,
    ],
    [
      'Nuxt in single-page mode',
      `<div id="__nuxt"></div><script type="module" src="/_nuxt/entry.js"></script>`,
    ],
    [
      'a served header around an empty root',
      `<header>${sentence}</header><nav><a href=/>Home</a></nav><div id="app"></div><footer>${sentence}</footer>${bundle}`,
    ],
    ['only custom elements', `<title>x</title><my-store></my-store>${bundle}`],
    [
      'only a bundle',
      `<!doctype html><html><head><script defer src="/dist/bundle.js"></script></head><body></body></html>`,
    ],
    ['a loading message', `<p>Loading...</p><script src="/x/program.js"></script>`],
    ['a German loading message', `<p>Wird geladen …</p><script src="/x/program.js"></script>`],
    ['a script that writes', `<body><script>document.body.innerHTML = "<p>" + location + "</p>"</script>`],
    ['a script that redirects', `<script>window.location.href = "/real"</script>`],
    [
      'a German notice',
      `<noscript>Bitte aktivieren Sie JavaScript, um diese Seite zu nutzen.</noscript><div class=x></div><script src="/x/program.js"></script>`,
    ],
    [
      'a Japanese notice',
      `<noscript>JavaScriptを有効にしてください</noscript><div class=x></div><script src="/x/program.js"></script>`,
    ],
    [
      'a notice in the text',
      `<p>Please enable JavaScript to view this page.</p><script src="/x/program.js"></script>`,
    ],
  ])('%s', (_name, html) => {
    expect(detectJavascriptRequirement(html)?.reason).toBeTypeOf('string');
  });
});

describe('detectJavascriptRequirement returns undefined for a page', () => {
  const analytics =
    '<script async src="https://www.googletagmanager.com/gtag/js?id=1"></script><script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag("js",new Date())</script>';
  it.each([
    ['that is short', '<title>Hello</title><p>A short page.</p>'],
    ['that is short and has analytics', `<title>Hello</title><h1>Hi</h1><p>A short page.</p>${analytics}`],
    ['that is empty', ''],
    ['that is empty and has no script', '<div id="root"></div>'],
    ['that contains only an image', `<img src="/map.png">${analytics}`],
    ['that contains only a form', `<form><input name=q></form><script src="/js/main.js"></script>`],
    [
      'that contains only a frame',
      `<iframe src="https://example.org/"></iframe><script src="/js/main.js"></script>`,
    ],
    [
      'whose root the server rendered',
      `<div id="__next"><main><h1>News</h1><p>${sentence.repeat(5)}</p></main></div><script src="/_next/static/chunks/main.js"></script>`,
    ],
    [
      'with a notice next to its text',
      `<noscript>Please enable JavaScript for comments.</noscript><article><p>${sentence.repeat(10)}</p></article>${bundle}`,
    ],
    [
      'whose noscript element contains the content',
      `<discourse-assets></discourse-assets><noscript><p>${sentence.repeat(20)}</p></noscript>${bundle}`,
    ],
    [
      'with streamed text in hidden segments',
      `<div id="root"></div><div hidden id="S:0"><p>${sentence.repeat(20)}</p></div><script src="/main.js"></script>`,
    ],
    [
      'that is about enabling JavaScript',
      `<h1>How to enable JavaScript in your browser</h1><p>${sentence.repeat(6)}</p><script src="/x.js"></script>`,
    ],
    [
      'that is about loading docks',
      `<h1>Loading docks</h1><p>${sentence.repeat(2)}</p><script src="/x.js"></script>`,
    ],
    [
      'with only libraries and polyfills',
      `<p>Tiny.</p><script src="/js/jquery.min.js"></script><script src="/js/html5shiv.js"></script>`,
    ],
    ['of frames', `<frameset><frame src=a></frameset><script>document.write("x")</script>`],
  ])('%s', (_name, html) => {
    expect(detectJavascriptRequirement(html)).toBeUndefined();
  });
});

describe('detectJavascriptRequirement with hostile pages', () => {
  it('does not throw on arbitrary text', () => {
    fc.assert(fc.property(fc.string(), (text) => void detectJavascriptRequirement(`<script>${text}`)));
  });
});

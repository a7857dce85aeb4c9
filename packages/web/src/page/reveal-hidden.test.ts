import { describe, expect, it } from 'vitest';
import { analyzeResource } from '../convert/analyze-resource.ts';

const prose =
  'The old mill by the river has been repaired by volunteers, who worked on its wheel and its roof for three years. ';
const article = `<h1>The mill turns again</h1><p>${prose.repeat(3)}</p><p>Last paragraph. ${prose.repeat(2)}</p>`;
const script = '<script>addEventListener("load", function () { show() })</script>';

async function analyze(body: string, onlyMainContent: boolean, head = '') {
  const html = `<!doctype html><html lang="en"><head><title>The mill turns again</title>${head}</head><body>${body}${script}</body></html>`;
  return analyzeResource({
    url: 'https://www.courier.example/mill',
    contentType: 'text/html',
    charset: 'utf-8',
    body: Buffer.from(html),
    status: 200,
    headers: {},
    content: { onlyMainContent },
  });
}

describe.each([true, false])('text that waits for a script, with onlyMainContent %s', (onlyMainContent) => {
  it.each([
    [
      'display none',
      `<div id="loader">Loading…</div><div id="content" style="display:none">${article}</div>`,
    ],
    [
      'visibility hidden',
      `<p class="shell">One moment</p><main style="visibility: hidden">${article}</main>`,
    ],
    ['the attribute hidden', `<div class="spinner"></div><article hidden>${article}</article>`],
    ['aria-hidden', `<div role="status">Loading</div><div id="page" aria-hidden="true">${article}</div>`],
    [
      'opacity',
      `<div class="preloader"><span>Loading</span></div><div id="page" style="opacity:0">${article}</div>`,
    ],
    [
      'a skeleton',
      `<div class="skeleton"><div class="skeleton-line"></div></div><div id="app" style="display:none"><header><a href="/">Courier</a></header><main>${article}</main></div>`,
    ],
    [
      'a busy region',
      `<main aria-busy="true"><p>Loading the article</p></main><div style="display:none" id="full">${article}</div>`,
    ],
    ['a hidden body', `<style>body{visibility:hidden}</style><div>${article}</div>`],
    [
      'nested hidden elements',
      `<div id="loading">Please wait</div><div id="root" style="display: none"><div class="fade" aria-hidden="true">${article}</div></div>`,
    ],
    [
      'two hidden parts',
      `<div>Loading…</div><header hidden><h1>The mill turns again</h1></header><main hidden>${article}</main>`,
    ],
    [
      'a short header and footer',
      `<header><a href="/">Courier</a><p>News from the valley since 1958</p></header><div id="app-content" style="display:none">${article}</div><footer>Courier, Mill Lane.</footer>`,
    ],
    ['noscript', `<div id="app">Loading…</div><noscript>${article}</noscript>`],
  ])('is shown: %s', async (_name, body) => {
    const { converted, hasContent, javascriptRequirement } = await analyze(body, onlyMainContent);
    expect(converted.markdown).toContain('# The mill turns again');
    expect(converted.markdown).toContain('Last paragraph.');
    expect(hasContent).toBe(true);
    expect(javascriptRequirement).toBeUndefined();
  });

  it.each([
    ['a menu', `<nav hidden><a href="/a">Hidden item</a></nav>`],
    ['a dialog', `<div role="dialog" aria-hidden="true"><p>Hidden item. ${prose.repeat(6)}</p></div>`],
    [
      'a cookie notice',
      `<div id="cookie-consent" style="display:none"><p>Hidden item. ${prose.repeat(6)}</p></div>`,
    ],
    [
      'a newsletter',
      `<div class="modal fade" aria-hidden="true"><p>Hidden item. ${prose.repeat(6)}</p></div>`,
    ],
  ])('stays hidden next to an article: %s', async (_name, hidden) => {
    const { converted } = await analyze(`<main>${article}</main>${hidden}`, onlyMainContent);
    expect(converted.markdown).not.toContain('Hidden item');
    expect(converted.markdown).toContain('Last paragraph.');
  });

  it.each([
    [
      'a cookie notice',
      `<p>Sold out.</p><div class="cookie-banner" style="display:none"><p>Hidden item. ${prose.repeat(6)}</p></div>`,
    ],
    [
      'a dialog',
      `<p>Sold out.</p><div class="modal" style="display:none"><p>Hidden item. ${prose.repeat(6)}</p></div>`,
    ],
    [
      'a list of links',
      `<p>Sold out.</p><div hidden>${'<p><a href="/x">Hidden item of a menu with a long name</a></p>'.repeat(20)}</div>`,
    ],
    [
      'a login form',
      `<p>Sold out.</p><div id="login-popup" hidden><form><p>Hidden item. ${prose.repeat(4)}</p></form></div>`,
    ],
  ])('stays hidden on a short page: %s', async (_name, body) => {
    const { converted } = await analyze(body, onlyMainContent);
    expect(converted.page.isRevealed).toBe(false);
    if (!onlyMainContent) expect(converted.markdown).not.toContain('Hidden item');
  });
});

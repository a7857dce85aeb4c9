import { describe, expect, it } from 'vitest';
import { detectBlockPage } from './detect-block-page.ts';

const kindOf = (
  html: string,
  more: { status?: number; url?: string; requestedUrl?: string; headers?: Record<string, string> } = {},
) =>
  detectBlockPage({
    status: 200,
    url: 'https://example.org/page',
    requestedUrl: 'https://example.org/page',
    headers: {},
    html,
    ...more,
  })?.kind;
const article = `<title>Access denied: a history of locks</title><h1>Locks</h1>${'<p>Every lock has a story that begins with a door and someone who should not open it.</p>'.repeat(30)}`;

describe('detectBlockPage', () => {
  it.each([
    [
      'Cloudflare',
      '<title>Just a moment...</title><script>window._cf_chl_opt={}</script><noscript>Enable JavaScript</noscript>',
      403,
    ],
    [
      'Cloudflare block',
      '<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1>',
      403,
    ],
    [
      'Akamai',
      "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don't have permission to access this.<P>Reference&#32;&#35;18&#46;5d</BODY></HTML>",
      403,
    ],
    [
      'DataDome',
      '<html><body><script src="https://ct.captcha-delivery.com/c.js"></script></body></html>',
      403,
    ],
    ['PerimeterX', '<title>Access to this page has been denied</title><div id="px-captcha"></div>', 200],
    [
      'Imperva',
      '<iframe src="/_Incapsula_Resource?CWUDNSAI=1">Request unsuccessful. Incapsula incident ID: 1</iframe>',
      200,
    ],
    [
      'a bare captcha',
      '<title>Shop</title><form><div class="g-recaptcha"></div><button>Continue</button></form>',
      200,
    ],
    ['Anubis', '<title>Making sure you\'re not a bot!</title><script id="anubis_challenge">{}</script>', 200],
  ])('detects the interstitial page of %s', (_name, html, status) => {
    expect(kindOf(html, { status })).toBe('bot_wall');
  });

  it('detects a challenge by its header', () => {
    expect(kindOf('<p>x</p>', { headers: { 'cf-mitigated': 'challenge' } })).toBe('bot_wall');
  });

  it('detects a login form, but not an article with a login form', () => {
    const form = '<title>Sign in</title><form><input type="email"><input type="password"></form>';
    expect(kindOf(form, { url: 'https://example.org/login?next=/page' })).toBe('login');
    expect(kindOf(form)).toBe('login');
    expect(kindOf(form, { status: 401 })).toBe('login');
    expect(
      kindOf(`${article}<form><input type="password"></form>`, { url: 'https://example.org/login' }),
    ).toBeUndefined();
  });

  it('returns a login page that was itself requested', () => {
    const form = '<title>Sign in</title><form><input type="email"><input type="password"></form>';
    const requested = (url: string) => kindOf(form, { url, requestedUrl: url });
    expect(requested('https://example.org/login')).toBeUndefined();
    expect(requested('https://example.org/account/sign-in/')).toBeUndefined();
    expect(requested('https://example.org/')).toBeUndefined();
    expect(requested('https://example.org/articles/how-to-bake-bread')).toBe('login');
    expect(kindOf(form, { url: 'https://example.org/login', requestedUrl: 'https://other.org/login' })).toBe(
      'login',
    );
  });

  it('detects a paywall in place of the content, but not next to it', () => {
    const offer =
      '<script type="application/ld+json">{"isAccessibleForFree": false}</script><div class="paywall">';
    expect(kindOf(`<h1>News</h1>${offer}Subscribe to continue reading</div>`)).toBe('paywall');
    expect(kindOf(`${article}${offer}Subscribe</div>`)).toBeUndefined();
  });

  it('detects error pages, including those with status 200', () => {
    expect(kindOf('<h1>Gone</h1>', { status: 410 })).toBe('error_page');
    expect(kindOf('<title>404 - Page not found</title><p>Back to the start</p>')).toBe('error_page');
    expect(kindOf('<title>Shop</title><h1>Page not found</h1>')).toBe('error_page');
  });

  it.each([
    'Acme | Page not found',
    'Acme - 404 Not Found',
    'Die Seite wurde leider nicht gefunden',
    'Erreur 404 – Le Journal',
    'La página no existe',
    'Página não encontrada · Loja',
    'Страница не найдена',
    'ページが見つかりません',
    '페이지를 찾을 수 없습니다',
  ])('detects an error page with status 200 by its title, unless it has an article: %s', (title) => {
    expect(kindOf(`<title>${title}</title><p>...</p>`)).toBe('error_page');
    expect(kindOf(`<title>${title}</title>${article}`)).toBeUndefined();
  });

  it('does not match pages that are about such topics or contain a captcha widget', () => {
    expect(kindOf(article)).toBeUndefined();
    expect(kindOf(`${article}<div class="g-recaptcha"></div>`)).toBeUndefined();
    expect(
      kindOf(
        '<title>404 Main Street, Springfield</title><p>A house.</p>'.replace('404 Main', 'House at 404 Main'),
      ),
    ).toBeUndefined();
    expect(
      kindOf('<title>Contact</title><form><input type="email"><div class="h-captcha"></div></form>'),
    ).toBeUndefined();
    expect(kindOf('<title>Hello</title><p>A short page.</p>')).toBeUndefined();
  });
});

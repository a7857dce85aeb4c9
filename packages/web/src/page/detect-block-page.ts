import { normalizeTextWhitespace, visibleText } from './visible-text.ts';

/** A page that a site serves in place of the requested one. */
export interface BlockPageMatch {
  /**
   * `bot_wall`: a bot check or refusal; `login`: a login form in place of the content; `paywall`: an offer to subscribe
   * in place of the content; `error_page`: an error, whatever the status.
   */
  readonly kind: 'bot_wall' | 'login' | 'paywall' | 'error_page';
  readonly reason: string;
}

/** A response to check. */
export interface BlockPageInput {
  readonly status: number;
  readonly html: string;
  readonly url: string;
  /** The URL before redirects. */
  readonly requestedUrl: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

interface BlockPageSignature {
  readonly name: string;
  readonly pattern: RegExp;
}

/** Scripts and texts that occur only on a vendor's interstitial page, not on every page that it protects. */
const challengeSignatures: readonly BlockPageSignature[] = [
  {
    name: 'Cloudflare challenge',
    pattern:
      /window\._cf_chl_opt|id="challenge-(?:form|running|error-text)"|cf-browser-verification|\/cdn-cgi\/challenge-platform\/h\/[bg]\/orchestrate\/(?:chl_page|jsch|managed|captcha)/,
  },
  {
    name: 'Cloudflare block',
    pattern: /<title>\s*Attention Required! \| Cloudflare|class="cf-error-details/i,
  },
  {
    name: 'Akamai block',
    pattern: /<H1>Access Denied<\/H1>[\s\S]{0,400}Reference&#32;&#35;|errors\.edgesuite\.net/,
  },
  {
    name: 'Akamai challenge',
    pattern: /sec-if-cpt-container|sec-cpt-if|akam-sw\.js[\s\S]{0,200}bm-verify|"bm-verify"/,
  },
  { name: 'DataDome', pattern: /geo\.captcha-delivery\.com|captcha-delivery\.com\/c\.js/ },
  {
    name: 'PerimeterX',
    pattern:
      /id="px-captcha"|_pxCaptcha|window\._pxAppId[\s\S]{0,2000}captcha|<title>\s*Access to this page has been denied/i,
  },
  {
    name: 'Imperva',
    pattern:
      /_Incapsula_Resource\?(?:CWUDNSAI|SWUDNSAI|SWJIYLWA)[\s\S]{0,3000}Request unsuccessful|Request unsuccessful\. Incapsula incident/,
  },
  { name: 'AWS WAF', pattern: /window\.gokuProps|awsWafCookieDomainList[\s\S]{0,500}challenge\.js/ },
  { name: 'Sucuri', pattern: /sucuri_cloudproxy_js|<title>\s*Sucuri WebSite Firewall - Access Denied/i },
  { name: 'Kasada', pattern: /\/ips\.js\?[^"']*KP_UIDz/ },
  { name: 'Anubis', pattern: /id="anubis_(?:challenge|version)"/ },
  {
    name: 'Amazon robot check',
    pattern: /action="\/errors\/validateCaptcha"/i,
  },
];

/** Titles of pages that verify that a visitor is human or deny access; only conclusive on short pages. */
const challengeTitle =
  /^(?:just a moment|one moment,? please|attention required|please wait|checking your browser|security check|verify(?:ing)? (?:that )?you(?: are|'re|’re) (?:a )?human|are you (?:a )?(?:human|robot)|human verification|robot check|bot (?:check|verification)|access (?:to this page )?(?:has been )?(?:denied|blocked|restricted)|captcha|pardon our interruption|you have been blocked|403 forbidden|forbidden|access denied|ddos-guard|client challenge)\b/i;
const errorTitle =
  /^(?:(?:error )?(?:404|410|500|502|503)\b|(?:page|site|file|content|document) (?:is |was |could )?(?:not|no longer) (?:be )?(?:found|available|exist)|not found\b|(?:oops|sorry|whoops)[!,.… ]+(?:(?:this|that|the) )?page|page (?:doesn['’]t|does not) exist|internal server error|service (?:temporarily )?unavailable|bad gateway|(?:die )?seite (?:wurde |konnte )?(?:leider )?nicht gefunden|fehler 404|(?:cette )?page (?:est )?(?:introuvable|non trouvée)|erreur 404|(?:la )?p[aá]gina (?:no (?:se ha )?encontrada|no existe|não (?:foi )?encontrada|non trovata)|erro(?:r)? 404|errore 404|pagina niet gevonden|sidan (?:kunde inte hittas|hittades inte)|siden (?:blev|ble) ikke fundet|strona nie (?:została )?znaleziona|страница не найдена|ページが見つかりません|お探しのページ|页面不存在|找不到(?:页面|網頁)|페이지를 찾을 수 없)/i;
const loginTitle = /\b(?:log ?[io]n|sign ?in|anmelden|einloggen|connexion|iniciar sesión|entrar|accedi)\b/i;
const loginPath =
  /(?:^|[/._-])(?:log-?in|sign-?in|signin|auth(?:enticate|orize)?|sso|oauth2?|account\/login|accounts\/login|session\/new|wp-login)(?:[/._?-]|$)/i;

/** Pages with more visible text than this have content, whatever else they contain. */
const challengeTextMax = 1500;
const captchaTextMax = 400;
const errorTextMax = 1200;
const loginTextMax = 1200;
const paywallTextMax = 900;

/**
 * Detects bot checks, login forms and error pages that replace the requested page. Conservative by design: a bot
 * check requires a vendor's interstitial script, or a typical title on a page with almost no text; a login requires
 * a password field, and that the login page is not the requested one; an error page with status 200 requires the title
 * or heading of an error; a paywall requires that the page declares its content as not free and shows almost none.
 * @returns undefined if the page is to be treated as the requested one
 */
export function detectBlockPage(input: BlockPageInput): BlockPageMatch | undefined {
  const text = visibleText(input.html, challengeTextMax);
  const title = titleOf(input.html);
  return (
    matchChallenge(input, title, text) ??
    matchLogin(input, title, text) ??
    matchPaywall(input, text) ??
    matchError(input, title, text)
  );
}

function matchChallenge(input: BlockPageInput, title: string, text: string): BlockPageMatch | undefined {
  if (input.headers['cf-mitigated'] === 'challenge')
    return { kind: 'bot_wall', reason: 'Cloudflare challenge (cf-mitigated)' };
  if (text.length > challengeTextMax) return undefined;
  const signature = challengeSignatures.find(({ pattern }) => pattern.test(input.html));
  if (signature) return { kind: 'bot_wall', reason: signature.name };
  const isDenied =
    input.status === 403 || input.status === 429 || input.status === 503 || input.status === 401;
  if (challengeTitle.test(title) && (isDenied || text.length < challengeTextMax / 2)) {
    return { kind: 'bot_wall', reason: `the page is titled '${title}' and has no content` };
  }
  const hasCaptcha = /class="[^"]*\b(?:g-recaptcha|h-captcha|cf-turnstile)\b/.test(input.html);
  if (hasCaptcha && text.length < captchaTextMax && !/type=["']?(?:password|email)/i.test(input.html)) {
    return { kind: 'bot_wall', reason: 'the page contains only a captcha' };
  }
  return undefined;
}

function matchLogin(input: BlockPageInput, title: string, text: string): BlockPageMatch | undefined {
  if (!/<input[^<>]{1,2000}type\s*=\s*["']?password/i.test(input.html) || text.length > loginTextMax)
    return undefined;
  const path = URL.parse(input.url)?.pathname ?? '';
  if (input.status < 400 && isRequestedLogin(input, path)) return undefined;
  if (loginPath.test(path)) return { kind: 'login', reason: `the URL is that of a login form (${path})` };
  if (input.status === 401) return { kind: 'login', reason: 'status 401 with a login form' };
  if (loginTitle.test(title) && !/<article\b/i.test(input.html)) {
    return { kind: 'login', reason: `the page is titled '${title}' and asks for a password` };
  }
  return undefined;
}

/**
 * Whether the caller asked for the login page itself: no redirect or script led to it from another path, and the path is
 * that of a login, or short, such as the start page of an application. A longer path names content.
 */
function isRequestedLogin({ url, requestedUrl }: BlockPageInput, path: string): boolean {
  const requested = URL.parse(requestedUrl);
  const isSamePage = requested?.pathname.replace(/\/$/, '') === path.replace(/\/$/, '');
  if (!isSamePage || requested?.hostname !== URL.parse(url)?.hostname) return false;
  return loginPath.test(path) || loginTitle.test(path.replace(/[/._-]+/g, ' ')) || path.length <= 1;
}

/** `isAccessibleForFree` is the property with which publishers declare a paywall (schema.org, Google's guidelines). */
function matchPaywall({ html }: BlockPageInput, text: string): BlockPageMatch | undefined {
  if (text.length > paywallTextMax) return undefined;
  return /"isAccessibleForFree"\s*:\s*"?false/i.test(html) &&
    /paywall|subscri|abo(?:nn|\b)|premium/i.test(html)
    ? { kind: 'paywall', reason: 'the page declares its content as not free and shows almost none of it' }
    : undefined;
}

function matchError(input: BlockPageInput, title: string, text: string): BlockPageMatch | undefined {
  if (input.status >= 400) return { kind: 'error_page', reason: `status ${input.status}` };
  if (text.length > errorTextMax) return undefined;
  const heading = firstHeading(input.html);
  // The title may also have the name of the site before or after a separator.
  const parts = title.split(/\s+[|–—·«»-]\s+/);
  if (parts.some((part) => errorTitle.test(part.trim())))
    return { kind: 'error_page', reason: `the page is titled '${title}'` };
  if (
    errorTitle.test(heading) &&
    /\b404\b|not found|nicht gefunden|introuvable|no encontrada|não encontrada|non trovata|не найдена|見つかりません|不存在|找不到|찾을 수 없/i.test(
      text,
    )
  ) {
    return { kind: 'error_page', reason: `the page has the heading '${heading}'` };
  }
  return undefined;
}

function titleOf(html: string): string {
  return normalizeTextWhitespace(/<title[^<>]{0,500}>([^<]{0,500})<\/title/i.exec(html)?.[1] ?? '');
}

function firstHeading(html: string): string {
  return visibleText(/<h1[^<>]{0,2000}>([\s\S]{0,500}?)<\/h1/i.exec(html)?.[1] ?? '', 500);
}

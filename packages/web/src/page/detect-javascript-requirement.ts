import { detectLateContent, hasSiteFrame } from './detect-late-content.ts';
import { extractShellFeatures, type PageShellFeatures } from './page-shell-features.ts';

/** A page to check, apart from its HTML. */
export interface JavascriptRequirementInput {
  /** URL of the page. */
  readonly url: string;
  /** Characters of Markdown that the page yields without its scripts. */
  readonly contentLength: number;
  /** Whether that includes text which is hidden until a script shows it. Default: false. */
  readonly isRevealed?: boolean;
}

/** Evidence that scripts create a page's content. */
export interface JavascriptRequirement {
  readonly reason: string;
}

/** Notices such as "please enable JavaScript", in the languages of common frameworks and site builders. */
const enableNotice =
  /(?:enabl|activ|turn(?:ed)? on|requir|need|without|support|work|allow|disabl|aktivier|deaktivier|benötig|erforder|habilit|ativ[ae]|necesit|precis|abilit|richiede|włącz|включ|inschakel|slå på|有効|启用|啟用|활성)[\s\S]{0,80}java\s?script|java\s?script[\s\S]{0,80}(?:enabl|activ|turned on|requir|need|disabl|support|aktivier|deaktivier|benötig|erforder|habilit|ativad|necesari|necessár|abilit|richiest|obligatoire|nécessaire|włącz|включ|ingeschakeld|有効|启用|啟用|활성)/i;
/** Text of a page that only reports that it is loading. */
const loadingText =
  /^(?:(?:the )?(?:app(?:lication)?|page|content|site) is )?(?:loading|initiali[sz]ing|please wait|starting|one moment|wird geladen|lädt|bitte warten|chargement|cargando|carregando|caricamento|laden|загрузка|加载中|読み込み中)\b[^\p{L}\p{N}]{0,8}(?:\p{L}+[^\p{L}\p{N}]*){0,6}$/iu;
/** Script that navigates to another page. */
const scriptRedirect =
  /\b(?:window\.|document\.|self\.|top\.)?location(?:\.href)?\s*=\s*["'`]|\blocation\.(?:replace|assign)\s*\(/;
/** Script that creates content. */
const writesPage =
  /\bdocument\.write(?:ln)?\s*\(|\.(?:innerHTML|outerHTML|textContent|innerText)\s*\+?=[^=]|\.(?:appendChild|append|insertAdjacentHTML|replaceChildren|prepend)\s*\(|\b(?:createRoot|hydrateRoot|ReactDOM|createApp|customElements\.define)\b/;
/** URL of an application's bundle. */
const bundleName =
  /(?:^|[/._-])(?:main|app|bundle|chunk|index|vendors?|runtime|client|entry|build|dist|assets|static|_next|_nuxt|flutter|bootstrap\.dart|polymer)(?:[/._-]|$)/;

/** A page with at least this many characters of Markdown is not a shell, whatever its scripts add. */
const contentLengthMin = 2000;
/** A page with less Markdown than this may have its content in a frame. */
const frameContentMax = 300;
/** A framework's root element with at most this many characters is empty; it may show "Loading …". */
const rootTextMax = 60;
/** Prose outside an empty root up to this length does not complete the page: a header, a cookie notice. */
const proseMaxWithRoot = 600;
/** A page with a notice has content from this length of prose on. */
const proseMaxWithNotice = 250;
/** The notice is searched in the text itself of pages shorter than this. */
const textMaxWithNotice = 400;
/** A page without a framework's root is a shell only below this length of text. */
const shellTextMax = 100;
/** A page with less text than this is blank. */
const blankTextMax = 20;
/** A `noscript` element longer than this contains the content itself; a shorter one may be a notice. */
const noscriptContentMin = 700;
const noscriptNoticeMin = 400;

/**
 * Detects pages that show their content only after their scripts have run: an empty framework root, a notice that
 * asks for JavaScript, a loading message, or scripts that write into a page with almost no text. Conservative by
 * design, since rendering costs a hundred times as much as a fetch: pages that are merely short, that consist of
 * images, a form or a frame, or whose scripts are only analytics and widgets do not require JavaScript.
 * @returns undefined if the page can be used as fetched
 */
export function detectJavascriptRequirement(
  html: string,
  { url, contentLength, isRevealed = false }: JavascriptRequirementInput = { url: '', contentLength: 0 },
): JavascriptRequirement | undefined {
  if (isRevealed) return undefined;
  const hasScript = /<script\b/i.test(html);
  const hasFrame = contentLength < frameContentMax && hasSiteFrame(html, url);
  if (!hasScript && !hasFrame) return undefined;
  const reason =
    (hasScript && contentLength < contentLengthMin ? matchShell(html) : undefined) ??
    (hasFrame ? 'a frame of the same site has more text than the page' : undefined) ??
    (hasScript ? detectLateContent(html, contentLength) : undefined);
  return reason === undefined ? undefined : { reason };
}

/**
 * Whether a page's only text reports that it is loading.
 * @param contentLength characters of Markdown that the page yields
 */
export function showsOnlyLoading(html: string, contentLength: number): boolean {
  return contentLength < contentLengthMin && matchLoadingText(extractShellFeatures(html)) !== undefined;
}

function matchShell(html: string): string | undefined {
  const features = extractShellFeatures(html);
  // Some applications, mainly forums, serve their content in `noscript`, where extraction finds it.
  if (hasNoscriptContent(features)) return undefined;
  if (features.isFrameset || (features.scriptUrls.length === 0 && features.inlineScript.trim() === ''))
    return undefined;
  return (
    matchEmptyRoot(features) ??
    matchNotice(features) ??
    matchLoadingText(features) ??
    matchRedirect(features) ??
    matchContentScript(features)
  );
}

function hasNoscriptContent({ noscriptText }: PageShellFeatures): boolean {
  const { length } = noscriptText;
  return length > noscriptContentMin || (length > noscriptNoticeMin && !enableNotice.test(noscriptText));
}

function matchEmptyRoot(features: PageShellFeatures): string | undefined {
  const { rootTextLength, rootSelector, proseLength, scriptUrls, inlineScript } = features;
  if (rootTextLength === undefined || rootTextLength > rootTextMax) return undefined;
  if (proseLength > proseMaxWithRoot || (scriptUrls.length === 0 && !writesPage.test(inlineScript)))
    return undefined;
  return `${rootSelector} has no text`;
}

function matchNotice({
  noscriptText,
  firstText,
  proseLength,
  textLength,
}: PageShellFeatures): string | undefined {
  if (proseLength > proseMaxWithNotice) return undefined;
  if (enableNotice.test(noscriptText)) return 'its noscript notice asks for JavaScript';
  return textLength < textMaxWithNotice && enableNotice.test(firstText)
    ? 'its text asks for JavaScript'
    : undefined;
}

function matchLoadingText(features: PageShellFeatures): string | undefined {
  const { firstText, textLength } = features;
  if (hasNoscriptContent(features)) return undefined;
  return textLength > 0 && textLength < shellTextMax && loadingText.test(firstText.trim())
    ? `its only text is '${firstText.trim()}'`
    : undefined;
}

function matchRedirect({ inlineScript, textLength, mediaCount }: PageShellFeatures): string | undefined {
  return textLength < shellTextMax && mediaCount === 0 && scriptRedirect.test(inlineScript)
    ? 'a script redirects to another page'
    : undefined;
}

/** Matches pages without content whose scripts define elements or write content. */
function matchContentScript(features: PageShellFeatures): string | undefined {
  const { textLength, mediaCount, scriptUrls, inlineScript, customElementCount } = features;
  if (textLength >= shellTextMax || mediaCount > 0) return undefined;
  const isBlank = textLength < blankTextMax;
  if (isBlank && customElementCount > 0 && scriptUrls.length > 0)
    return 'its elements are defined by scripts';
  if (isBlank && scriptUrls.some((url) => bundleName.test(url))) return 'it has scripts and no text';
  return writesPage.test(inlineScript) ? 'a script writes the page' : undefined;
}

import { extractShellFeatures, type PageShellFeatures } from './page-shell-features.ts';

/** Why a page's content is thought to be made by its scripts. */
export interface JavascriptRequirement {
  readonly reason: string;
}

/** Notices like "please enable JavaScript", in the languages that frameworks and site builders ship. */
const enableNotice =
  /(?:enabl|activ|turn(?:ed)? on|requir|need|without|support|work|allow|disabl|aktivier|deaktivier|benötig|erforder|habilit|ativ[ae]|necesit|precis|abilit|richiede|włącz|включ|inschakel|slå på|有効|启用|啟用|활성)[\s\S]{0,80}java\s?script|java\s?script[\s\S]{0,80}(?:enabl|activ|turned on|requir|need|disabl|support|aktivier|deaktivier|benötig|erforder|habilit|ativad|necesari|necessár|abilit|richiest|obligatoire|nécessaire|włącz|включ|ingeschakeld|有効|启用|啟用|활성)/i;
const loadingText =
  /^(?:(?:the )?(?:app(?:lication)?|page|content|site) is )?(?:loading|initiali[sz]ing|please wait|starting|one moment|wird geladen|lädt|bitte warten|chargement|cargando|carregando|caricamento|laden|загрузка|加载中|読み込み中)\b[^\p{L}\p{N}]{0,8}(?:\p{L}+[^\p{L}\p{N}]*){0,6}$/iu;
const scriptRedirect =
  /\b(?:window\.|document\.|self\.|top\.)?location(?:\.href)?\s*=\s*["'`]|\blocation\.(?:replace|assign)\s*\(/;
const writesPage =
  /\bdocument\.write(?:ln)?\s*\(|\.(?:innerHTML|outerHTML|textContent|innerText)\s*\+?=[^=]|\.(?:appendChild|append|insertAdjacentHTML|replaceChildren|prepend)\s*\(|\b(?:createRoot|hydrateRoot|ReactDOM|createApp|customElements\.define)\b/;
const bundleName =
  /(?:^|[/._-])(?:main|app|bundle|chunk|index|vendors?|runtime|client|entry|build|dist|assets|static|_next|_nuxt|flutter|bootstrap\.dart|polymer)(?:[/._-]|$)/;

/** Of a page with a framework's root: the root is taken for empty up to here (a spinner, "Loading …"). */
const rootTextMax = 60;
/** Prose around an empty root (a served header, a cookie notice) that does not make the page complete. */
const proseMaxWithRoot = 600;
const proseMaxWithNotice = 250;
const textMaxOfShell = 100;
const noscriptContentMin = 700;

/**
 * Tells whether a page shows its content only after its scripts have run: a framework's root without text, a
 * notice that asks for JavaScript, a loading message, or scripts that write into a page with next to no text.
 * Careful by design, since rendering costs a hundred times a fetch: a page that is merely short, holds only
 * pictures, a form or a frame, or whose scripts are but statistics and widgets is left as it is.
 */
export function detectJavascriptRequirement(html: string): JavascriptRequirement | undefined {
  if (!/<script\b/i.test(html)) return undefined;
  const facts = extractShellFeatures(html);
  // Some applications (forums above all) serve their content in `noscript`, where extraction finds it.
  if (facts.noscriptText.length > noscriptContentMin) return undefined;
  if (facts.isFrameset || (facts.scriptUrls.length === 0 && facts.inlineScript.trim() === ''))
    return undefined;
  const reason =
    emptyRoot(facts) ?? noticeOf(facts) ?? loadingOf(facts) ?? redirectOf(facts) ?? writerOf(facts);
  return reason === undefined ? undefined : { reason };
}

function emptyRoot(facts: PageShellFeatures): string | undefined {
  const { rootTextLength, rootSelector: rootName, proseLength, scriptUrls: bundles, inlineScript } = facts;
  if (rootTextLength === undefined || rootTextLength > rootTextMax) return undefined;
  if (proseLength > proseMaxWithRoot || (bundles.length === 0 && !writesPage.test(inlineScript)))
    return undefined;
  return `${rootName} has no text`;
}

function noticeOf({
  noscriptText,
  firstText,
  proseLength,
  textLength,
}: PageShellFeatures): string | undefined {
  if (proseLength > proseMaxWithNotice) return undefined;
  if (enableNotice.test(noscriptText)) return 'its noscript notice asks for JavaScript';
  return textLength < 400 && enableNotice.test(firstText) ? 'its text asks for JavaScript' : undefined;
}

function loadingOf({ firstText, textLength }: PageShellFeatures): string | undefined {
  return textLength > 0 && textLength < textMaxOfShell && loadingText.test(firstText.trim())
    ? `it says only '${firstText.trim()}'`
    : undefined;
}

function redirectOf({ inlineScript, textLength, mediaCount }: PageShellFeatures): string | undefined {
  return textLength < textMaxOfShell && mediaCount === 0 && scriptRedirect.test(inlineScript)
    ? 'a script leads on to another page'
    : undefined;
}

/** Scripts that are a program rather than an addition, in a page that has nothing else. */
function writerOf(facts: PageShellFeatures): string | undefined {
  const { textLength, mediaCount, scriptUrls: bundles, inlineScript, customElementCount: customTags } = facts;
  if (textLength >= textMaxOfShell || mediaCount > 0) return undefined;
  if (customTags > 0 && bundles.length > 0 && textLength < 20) return 'its elements are defined by scripts';
  if (textLength < 20 && bundles.some((address) => bundleName.test(address))) return 'scripts and no text';
  return writesPage.test(inlineScript) ? 'a script writes the page' : undefined;
}

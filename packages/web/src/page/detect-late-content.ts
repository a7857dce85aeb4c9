import { getDomain } from 'tldts';

/** Pages with more Markdown than this are used as they are: what is busy in them is a widget or an advertisement. */
const markedContentMax = 4000;
const filledContentMax = 1500;
/** Only this much of a page is searched; inline scripts and placeholders are in ordinary pages before. */
const searchedLengthMax = 1_000_000;
const idsMax = 50;

/** An element that states that its content is being loaded (WAI-ARIA 1.2, `aria-busy`). */
const busyElement =
  /<(?:main|article|section|div|ul|ol|table|tbody|p|span)\b[^<>]{0,500}\saria-busy\s*=\s*["']?true\b/i;
/** A skeleton: an element with a conventional class name and no text. */
const skeletonElement =
  /<(?:div|span|li|p|section|article|tr|td)\b[^<>]{0,300}\sclass\s*=\s*["'][^"'<>]{0,200}(?<![\w-])(?:[\w-]{0,40}[-_])?skeleton(?:[-_][\w-]{0,40})?(?![\w-])[^"'<>]{0,200}["'][^<>]{0,300}>\s*<\//i;
/** A list, table body or container without content but with an id, which scripts can fill. */
const emptyContainer =
  /<(tbody|ul|ol|dl|table|div|section|main|article|p|pre|output)\b[^<>]{0,300}?\sid\s*=\s*["']?([\w-]{1,60})["']?[^<>]{0,300}>\s*<\/\1\s*>/gi;
const requestsData = /\bfetch\s*\(|\bXMLHttpRequest\b|\.(?:getJSON|ajax)\s*\(|\bsetTimeout\s*\(|\baxios\b/;
const writesContent =
  /\.(?:innerHTML|outerHTML|textContent|innerText)\s*\+?=[^=]|\.(?:appendChild|append|insertAdjacentHTML|insertRow|replaceChildren|prepend|before|after|html)\s*\(/;

/** Scripts with data, not code. */
const dataScript = /\stype\s*=\s*["']?[^"'>]*(?:json|template|html)/i;
const scriptLengthMax = 100_000;

/**
 * Detects content that the page's own scripts add to a page with static content: an element that is marked as busy, a
 * skeleton, or an empty container whose id occurs in an inline script that loads and writes content. Linear in the
 * length of the page; most static pages are long enough to be rejected without a search.
 *
 * @param contentLength characters of Markdown that the page yields without its scripts
 * @returns a reason; undefined without such content
 */
export function detectLateContent(html: string, contentLength: number): string | undefined {
  if (contentLength > markedContentMax) return undefined;
  const searched = html.slice(0, searchedLengthMax);
  if (/aria-busy/i.test(searched) && busyElement.test(searched)) return 'an element is marked as busy';
  if (/skeleton/i.test(searched) && skeletonElement.test(searched)) return 'an element is a skeleton';
  const scripts = contentLength > filledContentMax ? [] : contentScripts(searched);
  if (scripts.length === 0) return undefined;
  let count = 0;
  for (const [, , id = ''] of searched.matchAll(emptyContainer)) {
    if (++count > idsMax) break;
    const isFilled = scripts.some((script) => new RegExp(`["'\`#]${id}["'\`]`).test(script));
    if (isFilled) return `a script fills #${id}`;
  }
  return undefined;
}

/** Returns the inline scripts that load and write content. */
function contentScripts(html: string): string[] {
  const scripts: string[] = [];
  for (let index = html.indexOf('<script'); index >= 0; index = html.indexOf('<script', index)) {
    const end = html.indexOf('>', index);
    const close = end < 0 ? -1 : html.indexOf('</script', end);
    if (close < 0) break;
    const tag = html.slice(index, end);
    const code = html.slice(end + 1, Math.min(close, end + scriptLengthMax));
    if (tag.length < 1000 && !dataScript.test(tag) && requestsData.test(code) && writesContent.test(code)) {
      scripts.push(code);
    }
    index = close;
  }
  return scripts;
}

const frameSource = /<iframe\b[^<>]{0,1000}?\ssrc\s*=\s*(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')/gi;
const framesMax = 20;

/** Returns whether a page contains a frame of the same site. */
export function hasSiteFrame(html: string, pageUrl: string): boolean {
  const page = URL.parse(pageUrl);
  if (page === null || !/<iframe/i.test(html)) return false;
  const site = getDomain(page.href) ?? page.hostname;
  let count = 0;
  for (const [, quoted, single] of html.slice(0, searchedLengthMax).matchAll(frameSource)) {
    if (++count > framesMax) return false;
    const frame = URL.parse(quoted ?? single ?? '', pageUrl);
    if (frame === null || !/^https?:$/.test(frame.protocol)) continue;
    if ((getDomain(frame.href) ?? frame.hostname) === site) return true;
  }
  return false;
}

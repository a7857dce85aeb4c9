import { BoundedParser } from '@quern/content/dom/bounded-parser';
import { getDomain } from 'tldts';

/** Pages with more Markdown than this are used as they are: what is busy in them is a widget or an advertisement. */
const markedContentMax = 4000;
const filledContentMax = 1500;
/** Only this much of a page is searched. */
const searchedLengthMax = 1_000_000;
const chunkLength = 32_768;
/** Deeper nesting makes each closing tag slower; no real page needs it. */
const depthMax = 500;
const idsMax = 50;
const scriptsLengthMax = 200_000;
const framesMax = 20;

const containerTags = new Set(
  'article dd div dl li main ol output p pre section span table tbody td tr ul'.split(' '),
);
/** Values of a script's `type` attribute that mark data rather than code. */
const dataType = /json|template|html|importmap|speculationrules/i;
const skeletonToken = /(?:^|[-_])skeleton(?:$|[-_])/i;
const requestsData =
  /\bfetch\s{0,9}\(|\bXMLHttpRequest\b|\.(?:getJSON|ajax)\s{0,9}\(|\bsetTimeout\s{0,9}\(|\baxios\b/;
const writesContent =
  /\.(?:innerHTML|outerHTML|textContent|innerText)\s{0,9}\+?=[^=]|\.(?:appendChild|append|insertAdjacentHTML|insertRow|replaceChildren|prepend|before|after|html)\s{0,9}\(/;

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
  const mayBeFilled =
    contentLength <= filledContentMax && requestsData.test(html) && writesContent.test(html);
  if (!mayBeFilled && !/aria-busy|skeleton/i.test(html)) return undefined;
  const { isBusy, hasSkeleton, emptyIds, scripts } = scanPage(html);
  if (isBusy) return 'an element is marked as busy';
  if (hasSkeleton) return 'an element is a skeleton';
  const code = mayBeFilled
    ? scripts.filter((text) => requestsData.test(text) && writesContent.test(text))
    : [];
  const filled = emptyIds.find((id) => code.some((text) => mentionsId(text, id)));
  return filled === undefined ? undefined : `a script fills #${filled}`;
}

/** Whether a script has an id as a string, or as the selector `#id`. */
function mentionsId(code: string, id: string): boolean {
  return ['"', "'", '`'].some(
    (quote) => code.includes(`${quote}${id}${quote}`) || code.includes(`${quote}#${id}${quote}`),
  );
}

/** Returns whether a page contains a frame of the same site. */
export function hasSiteFrame(html: string, pageUrl: string): boolean {
  const page = URL.parse(pageUrl);
  if (page === null || !/<iframe/i.test(html)) return false;
  const options = { allowPrivateDomains: true };
  const site = getDomain(page.href, options) ?? page.hostname;
  return scanPage(html).frames.some((source) => {
    const frame = URL.parse(source, pageUrl);
    if (frame === null || !/^https?:$/.test(frame.protocol)) return false;
    return (getDomain(frame.href, options) ?? frame.hostname) === site;
  });
}

function scanPage(html: string): LateContentScanner {
  const scanner = new LateContentScanner();
  const parser = new BoundedParser(scanner);
  const end = Math.min(html.length, searchedLengthMax);
  for (let from = 0; from < end && !scanner.isDone; from += chunkLength) {
    parser.write(html.slice(from, Math.min(end, from + chunkLength)));
  }
  return scanner;
}

interface OpenElement {
  readonly id: string;
  readonly isSkeleton: boolean;
  /** Whether it has text or elements that are content. */
  hasContent: boolean;
}

/** Handles the events of the parser. */
class LateContentScanner {
  isBusy = false;
  hasSkeleton = false;
  /** Ids of containers without content. */
  readonly emptyIds: string[] = [];
  /** Sources of the first frames. */
  readonly frames: string[] = [];
  /** Inline scripts. */
  readonly scripts: string[] = [];
  readonly #open: OpenElement[] = [];
  #script: string | undefined;
  #scriptsLength = 0;

  get isDone(): boolean {
    return this.#open.length > depthMax;
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const isContainer = containerTags.has(name);
    this.isBusy ||= isContainer && attributes['aria-busy'] === 'true';
    const tokens = (attributes['class'] ?? '').slice(0, 1000).split(/\s+/);
    const isSkeleton = isContainer && tokens.some((token) => skeletonToken.test(token));
    if (name === 'iframe' && attributes['src'] !== undefined && this.frames.length < framesMax) {
      this.frames.push(attributes['src']);
    }
    if (name === 'script' && attributes['src'] === undefined && !dataType.test(attributes['type'] ?? '')) {
      this.#script = '';
    }
    if (/^(?:img|video|form|iframe|svg|canvas|input|button)$/.test(name)) this.#markContent();
    this.#open.push({ id: isContainer ? (attributes['id'] ?? '') : '', isSkeleton, hasContent: false });
  }

  ontext(text: string): void {
    if (this.#script !== undefined) {
      const rest = scriptsLengthMax - this.#scriptsLength;
      this.#script += text.slice(0, rest);
      this.#scriptsLength += Math.min(rest, text.length);
    } else if (/\S/.test(text)) this.#markContent();
  }

  onclosetag(name: string): void {
    if (name === 'script' && this.#script !== undefined) {
      this.scripts.push(this.#script);
      this.#script = undefined;
    }
    const element = this.#open.pop();
    if (element === undefined) return;
    if (element.hasContent) {
      const parent = this.#open.at(-1);
      if (parent !== undefined) parent.hasContent = true;
    } else {
      this.hasSkeleton ||= element.isSkeleton;
      if (element.id !== '' && this.emptyIds.length < idsMax) this.emptyIds.push(element.id);
    }
  }

  #markContent(): void {
    const element = this.#open.at(-1);
    if (element !== undefined) element.hasContent = true;
  }
}

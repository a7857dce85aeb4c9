import { waitAtMost } from '@quern/runtime/deadline';
import { FetchError, type FetchErrorCode } from '../../fetch/fetch-error.ts';
import type { FetchedResource } from '../../fetch/fetched-resource.ts';
import { isSamePage } from '../frontier/page-sketch.ts';
import type { DiscoveredLink } from '../frontier/url-store.ts';
import type { ScannedPage } from '../link-extraction/scan-page.ts';
import { scanResource } from '../link-extraction/scan-resource.ts';
import type { MapContext } from '../map-context.ts';
import type { ThrottledFetcher } from '../politeness/throttled-fetch.ts';
import type { RobotsRules } from '../robots/robots-cache.ts';
import { classifyContentType } from '../urls/classify-url.ts';
import { normalizeUrl } from '../urls/normalize-url.ts';
import type { CounterpartRelation, SiteScope } from '../urls/site-scope.ts';

/** The start page, with which that of the counterpart is compared. */
export interface StartPage {
  readonly link: DiscoveredLink;
  /** URLs that redirected to the start page. */
  readonly redirects: readonly string[];
  /** Undefined when it could not be read. */
  readonly page: ScannedPage | undefined;
}

/** Dependencies of a decision. */
export interface CounterpartContext {
  readonly context: MapContext;
  readonly scope: SiteScope;
  readonly fetcher: ThrottledFetcher;
  readonly robots: RobotsRules;
}

/** Result of the comparison. */
interface Comparison {
  readonly relation: CounterpartRelation;
  /** URL of a page that the counterpart has, when it is another site. */
  readonly otherPage?: string;
}

const requestTimeoutMs = 5000;
const redirectsMax = 5;
const pageBytesMax = 8 * 1024 * 1024;
/** Maximum wait for the decision, and its share of the time budget. */
const waitMaxMs = 10_000;
const waitShare = 0.2;
/** Errors that show that there is no site at the counterpart. */
const absentErrors: ReadonlySet<FetchErrorCode | undefined> = new Set(['connect', 'dns', 'tls']);
const goneStatuses: ReadonlySet<number> = new Set([404, 410]);

/**
 * Decides once, when a URL of the counterpart of the start page's host is found, whether both are one site: when one
 * redirects to the other, when the page of one names the other as its canonical URL, or when both send the same page for
 * the path of the start page. Takes no request or two: robots.txt, and the page if that allows it.
 */
export class CounterpartDecision {
  readonly #crawl: CounterpartContext;
  readonly #start: StartPage;
  #decision: Promise<void> | undefined;
  #otherPage: string | undefined;

  constructor(crawl: CounterpartContext, start: StartPage) {
    this.#crawl = crawl;
    this.#start = start;
    const { scope } = crawl;
    if (
      start.redirects.some((url) => scope.isOnCounterpart(url)) ||
      this.#isNamedBy(start.page, start.link.url)
    ) {
      scope.relation = 'same';
    }
  }

  /** A page of the counterpart, if that is another site; undefined before the decision. */
  get otherPage(): string | undefined {
    return this.#otherPage;
  }

  /**
   * Decides before a URL of the counterpart is added.
   *
   * @param url an absolute URL
   * @returns undefined when there is nothing to wait for
   */
  prepareFor(url: string): Promise<void> | undefined {
    const { scope } = this.#crawl;
    return scope.mayBeOnCounterpart(url) && scope.isOnCounterpart(url) ? this.decide() : undefined;
  }

  /** Decides, if that has not been done. Never takes longer than 10 s or a fifth of the time budget. */
  decide(): Promise<void> {
    this.#decision ??= this.#decide();
    return this.#decision;
  }

  async #decide(): Promise<void> {
    const { scope, context } = this.#crawl;
    if (scope.relation !== 'undecided') return;
    const waitMs = Math.min(waitMaxMs, context.timeBudgetMs * waitShare);
    const comparison = await waitAtMost(this.#compare(), waitMs);
    scope.relation = comparison?.relation ?? 'unknown';
    this.#otherPage = comparison?.otherPage;
  }

  async #compare(): Promise<Comparison> {
    const { scope, fetcher, robots } = this.#crawl;
    const url = scope.counterpartOf(this.#start.link.url);
    if (url === undefined) return { relation: 'different' };
    if (!(await robots.allows(url))) {
      return { relation: absentErrors.has(await robots.failure(url)) ? 'different' : 'unknown' };
    }
    let stoppedAt: string | undefined;
    const outcome = await fetcher.fetch(url, {
      bytesMax: pageBytesMax,
      timeoutMs: requestTimeoutMs,
      redirectsMax,
      beforeRequest: async (next) => {
        if (next === url || (scope.isOnCounterpart(next) && (await robots.allows(next)))) return;
        stoppedAt = next;
        throw new FetchError('aborted', next, 'The redirect need not be followed');
      },
    });
    if (stoppedAt !== undefined) return { relation: this.#relationOfTarget(stoppedAt) };
    if (outcome.ok) return this.#compareWith(outcome.resource);
    return { relation: absentErrors.has(outcome.code) ? 'different' : 'unknown' };
  }

  /** The relation that follows from a redirect of the counterpart, which was not followed. */
  #relationOfTarget(target: string): CounterpartRelation {
    const { scope } = this.#crawl;
    if (scope.isOnHost(target)) return 'same';
    return scope.isOnCounterpart(target) ? 'unknown' : 'different';
  }

  async #compareWith(resource: FetchedResource): Promise<Comparison> {
    const { context, scope } = this.#crawl;
    const start = this.#start.page;
    if (goneStatuses.has(resource.status)) return { relation: start ? 'different' : 'unknown' };
    const isPage = classifyContentType(resource.contentType) === 'page';
    if (resource.status >= 400 || !isPage) return { relation: 'unknown' };
    const page = await scanResource(resource, context.userAgent);
    if (scope.isOnHost(targetOf(page)) || this.#isNamedBy(page, resource.url)) return { relation: 'same' };
    if (!start) return { relation: 'unknown' };
    return isSamePage(start.sketch, page.sketch)
      ? { relation: 'same' }
      : { relation: 'different', otherPage: resource.url };
  }

  /** Whether a page on one of the two hosts names the same path of the other as its canonical URL. */
  #isNamedBy(page: ScannedPage | undefined, url: string): boolean {
    if (!page || page.canonical === '') return false;
    const canonical = normalizeUrl(page.canonical, page.baseUrl);
    const other = this.#crawl.scope.isOnHost(url)
      ? this.#crawl.scope.counterpartOf(url)
      : this.#startHostUrl(url);
    return canonical !== undefined && other !== undefined && canonical.key === normalizeUrl(other)?.key;
  }

  #startHostUrl(url: string): string {
    const other = new URL(url);
    other.host = new URL(this.#start.link.url).host;
    return other.href;
  }
}

/** Absolute URL that a page redirects to by its markup or script; '' without one. */
function targetOf({ refresh, scriptRedirect, baseUrl }: ScannedPage): string {
  return URL.parse(refresh || scriptRedirect, baseUrl)?.href ?? '';
}

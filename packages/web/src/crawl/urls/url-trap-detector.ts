import rules from './url-rules.data.json' with { type: 'json' };

const variants = new Set(rules.variants);
const dates = new Set(rules.dates);
const searches = new Set(rules.searches);

/** Maximum number of URLs per pattern. */
const calendarMax = 24;
const variantMax = 3;
const queryMax = 300;
/** Shops and forums have thousands of URLs like `?id=1`. */
const plainQueryMax = 10_000;
const numberPathMax = 20_000;

/** Maximum number of parameters of a plain query. */
const plainParametersMax = 2;
/** Maximum number of path segments. */
const segmentsMax = 16;
/** Maximum number of times that a segment may occur in a path. */
const segmentRepeatsMax = 2;
const hostsMax = 250;

/**
 * Detects crawler traps: URL patterns that would go on forever. Limits calendars, sorted and filtered variants of one
 * list, paths that grow by repeating themselves, and other patterns of queries, numbers and subdomains.
 */
export class UrlTrapDetector {
  readonly #hosts = new Set<string>();
  /** Number of URLs by pattern. */
  readonly #counts = new Map<string, number>();

  /**
   * Counts a URL and decides whether to crawl it. Call it once per URL.
   *
   * @returns false when its pattern has reached its limit
   */
  accepts(text: string): boolean {
    const url = URL.parse(text);
    if (!url || (this.#hosts.size >= hostsMax && !this.#hosts.has(url.host))) return false;
    this.#hosts.add(url.host);
    const segments = url.pathname.split('/').filter(Boolean);
    if (segments.length > segmentsMax || repeatsSegments(segments)) return false;
    const names = [...url.searchParams.keys()].map((name) => baseName(name));
    const page = `${url.host}${url.pathname}`;
    const pattern = `${url.host}${url.pathname.replace(/\d+/g, '0')}`;
    if (isCalendar(segments, names)) return this.#isWithin(`calendar ${pattern}`, calendarMax);
    if (names.some((name) => variants.has(name))) return this.#isWithin(`variant ${page}`, variantMax);
    if (names.length > 0) {
      const isPlain = names.length <= plainParametersMax && isPlainQuery(url.searchParams);
      return isPlain
        ? this.#isWithin(`plain query ${page}`, plainQueryMax)
        : this.#isWithin(`query ${page}`, queryMax);
    }
    return !/\d/.test(url.pathname) || this.#isWithin(`numbers ${pattern}`, numberPathMax);
  }

  #isWithin(pattern: string, countMax: number): boolean {
    const count = (this.#counts.get(pattern) ?? 0) + 1;
    this.#counts.set(pattern, count);
    return count <= countMax;
  }
}

/** The name of a parameter without brackets: `filter` of `filter[price]`. */
function baseName(name: string): string {
  const bracket = name.indexOf('[');
  return (bracket < 0 ? name : name.slice(0, bracket)).toLowerCase();
}

/** Whether all values are numbers or short words, which are a finite set, unlike free text and tokens. */
function isPlainQuery(parameters: URLSearchParams): boolean {
  for (const [name, value] of parameters) {
    if (searches.has(name.toLowerCase()) || !/^[\w.-]{0,80}$/.test(value)) return false;
    if (/^(?=.*\d)(?=.*[a-z])[\da-z]{16,}$/i.test(value)) return false;
  }
  return true;
}

/** Whether a segment occurs three times, as when a relative link is wrong on every page. */
function repeatsSegments(segments: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > segmentRepeatsMax && !/^\d{1,2}$/.test(segment)) return true;
    counts.set(segment, count);
  }
  return false;
}

/** A date in the query, or a path under a calendar that ends in numbers. */
function isCalendar(segments: readonly string[], names: readonly string[]): boolean {
  if (names.some((name) => dates.has(name))) return true;
  const isUnderCalendar = segments.some((segment) =>
    /^(?:calendar|kalender|calendrier|calendario|agenda|events?|schedule|termine)$/i.test(segment),
  );
  return isUnderCalendar && /^(?:\d{1,4}|\d{4}-\d{2}(?:-\d{2})?)$/.test(segments.at(-1) ?? '');
}

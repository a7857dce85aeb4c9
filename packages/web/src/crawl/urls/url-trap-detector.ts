import rules from './url-rules.data.json' with { type: 'json' };

const variants = new Set(rules.variants);
const dates = new Set(rules.dates);
const searches = new Set(rules.searches);

/** How many addresses of one pattern are taken before it counts as endless. */
const calendarMax = 24;
const variantMax = 3;
const queryMax = 300;
/** Shops and forums have thousands of `?id=1`. */
const plainQueryMax = 10_000;
const plainNamesMax = 2;
const numberPathMax = 20_000;
const segmentsMax = 16;
const repeatsMax = 2;
const hostsMax = 250;

/** Judges addresses found by crawling; remembers patterns, so ask once for each address. */
export interface UrlTrapDetector {
  /** False when the address belongs to what looks like an endless or permuted set. */
  accepts(url: string): boolean;
}

/**
 * Bounds calendars, sorted and filtered variants of one list, paths that grow by repeating themselves, and
 * any other pattern of queries, numbers or subdomains that would go on for ever.
 */
export function createUrlTrapDetector(): UrlTrapDetector {
  const hosts = new Set<string>();
  const counts = new Map<string, number>();
  const within = (pattern: string, most: number) => {
    const count = (counts.get(pattern) ?? 0) + 1;
    counts.set(pattern, count);
    return count <= most;
  };
  return {
    accepts: (text) => {
      const url = URL.parse(text);
      if (!url || (hosts.size >= hostsMax && !hosts.has(url.host))) return false;
      hosts.add(url.host);
      const segments = url.pathname.split('/').filter(Boolean);
      if (segments.length > segmentsMax || repeatsItself(segments)) return false;
      const names = [...url.searchParams.keys()].map((name) => plainName(name));
      const place = `${url.host}${numberless(url.pathname)}`;
      if (isCalendar(segments, names)) return within(`calendar ${place}`, calendarMax);
      if (names.some((name) => variants.has(name)))
        return within(`variant ${url.host}${url.pathname}`, variantMax);
      if (names.length > 0) {
        const plain = names.length <= plainNamesMax && isPlainQuery(url.searchParams);
        const most = plain ? plainQueryMax : queryMax;
        return within(`${plain ? 'plain ' : ''}query ${url.host}${url.pathname}`, most);
      }
      return !/\d/.test(url.pathname) || within(`numbers ${place}`, numberPathMax);
    },
  };
}

/** `filter[price]` is a `filter`. */
function plainName(name: string): string {
  const bracket = name.indexOf('[');
  return (bracket < 0 ? name : name.slice(0, bracket)).toLowerCase();
}

/** Numbers and short words pick one of a set; free text and tokens have no end. */
function isPlainQuery(parameters: URLSearchParams): boolean {
  for (const [name, value] of parameters) {
    if (searches.has(name.toLowerCase()) || !/^[\w.-]{0,80}$/.test(value)) return false;
    if (/^(?=.*\d)(?=.*[a-z])[\da-z]{16,}$/i.test(value)) return false;
  }
  return true;
}

/** A segment that comes three times, as when a relative link is wrong on every page. */
function repeatsItself(segments: readonly string[]): boolean {
  const seen = new Map<string, number>();
  for (const segment of segments) {
    const count = (seen.get(segment) ?? 0) + 1;
    if (count > repeatsMax && !/^\d{1,2}$/.test(segment)) return true;
    seen.set(segment, count);
  }
  return false;
}

/** A date in the query, or a path under a calendar that ends in numbers. */
function isCalendar(segments: readonly string[], names: readonly string[]): boolean {
  if (names.some((name) => dates.has(name))) return true;
  const named = segments.some((segment) =>
    /^(?:calendar|kalender|calendrier|calendario|agenda|events?|schedule|termine)$/i.test(segment),
  );
  return named && /^(?:\d{1,4}|\d{4}-\d{2}(?:-\d{2})?)$/.test(segments.at(-1) ?? '');
}

function numberless(path: string): string {
  return path.replace(/\d+/g, '0');
}

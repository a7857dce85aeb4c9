import { mulberry32 } from '@quern/testing/random/mulberry32';
import type { TestPage } from '@quern/testing/web/serve-site';
import type { MapInput } from '@quern/web/crawl/map/map-site';

/** A response of a site, and the page that it shows. */
export interface ServedPage {
  /** Identity of the content, equal under all URLs of a page; undefined for anything but a page. */
  readonly id?: string;
  readonly page: TestPage;
}

/** A site to map, with the identities of the pages that a map must list. */
export interface EvalSite {
  readonly name: string;
  /** Host of the start page. */
  readonly host: string;
  readonly startPath: string;
  readonly input: Partial<MapInput>;
  readonly expectedIds: ReadonlySet<string>;
  /** Returns the response for `host/path`; undefined for 404. `:PORT` in it stands for the port. */
  readonly respond: (place: string) => ServedPage | undefined;
}

/** Options of a page. */
interface PageOptions {
  readonly head?: string;
  /** Whether a map must list it. */
  readonly isExpected?: boolean;
}

const words =
  'river stone market winter garden letter window music bridge harbor paper yellow engine forest signal copper village morning ladder ticket'.split(
    ' ',
  );

/** Describes a site page by page. The texts are random, but the same for the same seed. */
export class SiteDraft {
  readonly #pages = new Map<string, ServedPage>();
  readonly #expectedIds = new Set<string>();
  readonly #host: string;
  readonly #random: () => number;
  #fallback: (place: string) => ServedPage | undefined = () => undefined;

  /** @param host host of places that start with a slash */
  constructor(host: string, seed: number) {
    this.#host = host;
    this.#random = mulberry32(seed);
  }

  /** A random integer from 0 to `end`, exclusive. */
  random(end: number): number {
    return Math.floor(this.#random() * end);
  }

  /** Adds an HTML page with links. @param place `/path` or `host/path` */
  page(place: string, id: string, links: readonly string[], options: PageOptions = {}): this {
    const { head = '', isExpected = true } = options;
    const text = Array.from({ length: 60 }, () => words[this.random(words.length)]).join(' ');
    const items = links.map((href) => `<li><a href="${href}">${href}</a></li>`).join('');
    const body = `<!doctype html><html><head><title>${id}</title>${head}</head><body><h1>${id}</h1><p>${text}</p><ul>${items}</ul></body></html>`;
    this.#pages.set(this.#full(place), { id, page: body });
    if (isExpected) this.#expectedIds.add(id);
    return this;
  }

  /** Serves a page that has been added under another URL too. */
  alias(place: string, of: string): this {
    const served = this.#pages.get(this.#full(of));
    if (!served) throw new Error(`${of} has not been added`);
    this.#pages.set(this.#full(place), served);
    return this;
  }

  /** Adds a redirect. */
  redirect(place: string, location: string, status = 301): this {
    return this.raw(place, { status, headers: { location } });
  }

  /** Adds any response. @param id identity of the page that it shows, if a map must list it */
  raw(place: string, page: TestPage, id?: string): this {
    this.#pages.set(this.#full(place), id === undefined ? { page } : { id, page });
    if (id !== undefined) this.#expectedIds.add(id);
    return this;
  }

  /** Adds a text file, such as robots.txt. */
  text(place: string, body: string, contentType = 'text/plain'): this {
    return this.raw(place, { headers: { 'content-type': contentType }, body });
  }

  /** Handles the URLs that have no page, for endless sites. */
  otherwise(fallback: (place: string) => ServedPage | undefined): this {
    this.#fallback = fallback;
    return this;
  }

  /** Finishes the site. */
  build(name: string, input: Partial<MapInput> = {}, startPath = '/'): EvalSite {
    return {
      name,
      host: this.#host,
      startPath,
      input,
      expectedIds: this.#expectedIds,
      respond: (place) => this.#pages.get(place) ?? this.#fallback(place),
    };
  }

  #full(place: string): string {
    return place.startsWith('/') ? `${this.#host}${place}` : place;
  }
}

/** The integers from 0 to `end`, exclusive. */
export const range = (end: number): number[] => Array.from({ length: end }, (_, index) => index);

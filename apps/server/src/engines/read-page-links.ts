import { z } from 'zod';

/** A link of a page. */
export interface CrawledLink {
  readonly url: string;
  /** Whether the page asks crawlers not to follow it. */
  readonly nofollow: boolean;
}

/** The part of a result of `scrape` that a crawl continues with. */
export interface PageLinks {
  /** URL of the page after redirects. */
  readonly finalUrl: string;
  readonly links: readonly CrawledLink[];
}

/** A page with more links is not crawled completely. */
const linksMax = 20_000;
const urlLengthMax = 2000;

const resultSchema = z.object({
  metadata: z.object({ finalUrl: z.string() }),
  links: z.array(z.object({ url: z.string(), nofollow: z.boolean().default(false) })),
});

/** Reads the links from the JSON of a result of `scrape`, which may have tens of megabytes. */
export async function readPageLinks(json: string): Promise<PageLinks> {
  const { metadata, links } = resultSchema.parse(JSON.parse(json));
  return {
    finalUrl: metadata.finalUrl,
    links: links.filter(({ url }) => url.length <= urlLengthMax).slice(0, linksMax),
  };
}

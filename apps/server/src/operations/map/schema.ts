import { z } from 'zod';
import { resultUrlField, usageField } from '../field-schemas.ts';
import { startUrlField } from '../start-url-field.ts';

const pagesMax = 5000;
const limitRange = `must be an integer from 1 to ${pagesMax}`;
const searchLengthMax = 1000;

const flag = (description: string) =>
  z.boolean({ error: 'must be true or false' }).default(false).describe(description);

/** Input of `map`. */
export const mapInput = z
  .strictObject({
    url: startUrlField.describe('URL of the website, with its protocol'),
    ignoreSitemap: flag('Whether to ignore the sitemap'),
    includeSubdomains: flag(
      'Whether to include all hosts of the registrable domain; by default, the host of the start page and its counterpart with or without `www.`, unless that shows other pages',
    ),
    limit: z
      .int({ error: limitRange })
      .min(1, { error: limitRange })
      .max(pagesMax, { error: limitRange })
      .default(pagesMax)
      .describe('Maximum number of pages to return'),
    search: z
      .string({ error: 'must be a string' })
      .max(searchLengthMax, { error: `must have at most ${searchLengthMax} characters` })
      .refine((text) => /[\p{L}\p{N}]/u.test(text), {
        error: 'must contain a letter or a digit; omit it to list all pages',
      })
      .optional()
      .describe('Search term; returns the pages that match, the best match first'),
    sitemapOnly: flag('Whether to use only the sitemap'),
    enrichLinks: flag('Whether to add the title, description, status, and other data of each page'),
  })
  .refine((input) => !(input.sitemapOnly && input.ignoreSitemap), {
    error: 'sitemapOnly and ignoreSitemap exclude each other; set only one of them to true',
  });

/** Result of `map`. */
export const mapOutput = z.object({
  url: resultUrlField.describe('URL of the start page, after redirects'),
  links: z
    .array(
      z.object({
        url: resultUrlField.describe('Absolute URL'),
        score: z.number().optional().describe('Relevance to `search`, if given'),
        title: z.string().optional(),
        description: z.string().optional(),
        lastModified: z.string().optional(),
        status: z.int().optional(),
        contentType: z.string().optional(),
        source: z.enum(['sitemap', 'crawl', 'feed']).optional(),
        depth: z.int().optional(),
        language: z.string().optional(),
      }),
    )
    .describe('Pages without duplicates; the start page first or, with `search`, the best match first'),
  total: z
    .int()
    .min(0)
    .describe(
      'Number of matching pages before `limit` is applied; of a site with more than 200 pages, those found until there were more than `limit`',
    ),
  truncated: z
    .boolean()
    .describe('Whether a time or size limit ended the crawl early, or `limit` shortened the list'),
  sources: z
    .object({ sitemap: z.int(), crawl: z.int(), feed: z.int() })
    .describe('Number of matching pages by source: listed in a sitemap, listed in a feed, or only linked'),
  usage: usageField,
});

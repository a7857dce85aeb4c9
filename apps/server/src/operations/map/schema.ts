import { z } from 'zod';
import { urlField, usageField } from '../field-schemas.ts';

const pagesMax = 5000;

export const mapInput = z
  .strictObject({
    url: urlField.describe('URL to map; must include the protocol'),
    ignoreSitemap: z.boolean().default(false).describe('Whether to ignore the sitemap'),
    includeSubdomains: z.boolean().default(false).describe('Whether to include subdomains'),
    limit: z
      .int({ error: `must be an integer from 1 to ${pagesMax}` })
      .min(1, { error: `must be from 1 to ${pagesMax}` })
      .max(pagesMax, { error: `must be from 1 to ${pagesMax}` })
      .default(pagesMax)
      .describe('Maximum number of pages to map'),
    search: z.string().max(1000).optional().describe('Search term to filter pages; the best come first'),
    sitemapOnly: z.boolean().default(false).describe('Whether to use only the sitemap'),
    enrichLinks: z.boolean().default(false).describe('Whether to add additional data to links'),
  })
  .refine((input) => !(input.sitemapOnly && input.ignoreSitemap), {
    error: 'sitemapOnly and ignoreSitemap exclude each other',
  });

export const mapOutput = z.object({
  url: z.string().describe('The start page, after redirects'),
  links: z
    .array(
      z.object({
        url: z.string().describe('Absolute'),
        score: z.number().optional().describe('With `search`: how well it matches'),
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
    .describe('Without duplicates, the start page first, or with `search` the best match'),
  total: z.int().min(0).describe('Matches before `limit`'),
  truncated: z
    .boolean()
    .describe(
      'Whether time or a bound ended the search before the site was mapped whole, or `limit` cut the list',
    ),
  sources: z
    .object({ sitemap: z.int(), crawl: z.int(), feed: z.int() })
    .describe('How many of the matches a sitemap, a feed or only a link named'),
  usage: usageField,
});

export const mapExample = {
  input: { url: 'https://example.com', limit: 100 },
  output: {
    url: 'https://example.com/',
    links: [{ url: 'https://example.com/' }, { url: 'https://example.com/about' }],
    total: 2,
    truncated: false,
    sources: { sitemap: 0, crawl: 2, feed: 0 },
    usage: 5,
  },
};

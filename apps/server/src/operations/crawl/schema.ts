import { PathPatternError, PathPatterns } from '@quern/web/crawl/urls/path-patterns';
import { z } from 'zod';
import { checkCookieUrl } from '../../scrape-options/request-header-fields.ts';
import { checkScrapeOptions, scrapeOptionFields } from '../../scrape-options/scrape-options.ts';
import { resultUrlField, usageField } from '../field-schemas.ts';
import { startUrlField } from '../start-url-field.ts';

const pagesMax = 100_000;
const pagesDefault = 1000;
const depthMax = 100;
const depthDefault = 10;
const concurrencyMax = 8;
const concurrencyDefault = 4;
const delaySecondsMax = 60;
const patternsMax = 50;
const patternLengthMax = 300;
/** The options are stored with every page. */
const optionsLengthMax = 12_000;

const flag = (description: string) =>
  z.boolean({ error: 'must be true or false' }).default(false).describe(description);

const patternsField = z
  .array(z.string().min(1).max(patternLengthMax))
  .max(patternsMax, { error: `must have at most ${patternsMax} patterns` })
  .superRefine((patterns, context) => {
    try {
      new PathPatterns(patterns);
    } catch (error) {
      if (!(error instanceof PathPatternError)) throw error;
      context.addIssue({
        code: 'custom',
        message: error.message,
        path: [error.index],
        input: patterns[error.index],
      });
    }
  });

const optionsField = z
  .strictObject(scrapeOptionFields)
  .superRefine(checkScrapeOptions)
  .refine((options) => JSON.stringify(options).length <= optionsLengthMax, {
    error: `must have at most ${optionsLengthMax} characters as JSON`,
  });

/** Input of `crawl`. Names are those of Firecrawl where it has the option. */
export const crawlInput = z
  .strictObject({
    url: startUrlField.describe('URL of the start page, with its protocol'),
    limit: z
      .int()
      .min(1)
      .max(pagesMax)
      .default(pagesDefault)
      .describe('Maximum number of pages to return; failed ones do not count'),
    maxDepth: z
      .int()
      .min(0)
      .max(depthMax)
      .default(depthDefault)
      .describe('Maximum number of links from the start page to a page; pages of sitemaps have 1'),
    includePaths: patternsField
      .optional()
      .describe(
        'Regular expressions (RE2); only paths that one of them matches are crawled, and the start page',
      ),
    excludePaths: patternsField
      .optional()
      .describe(
        'Regular expressions (RE2) of paths that are not crawled, also if `includePaths` matches them',
      ),
    includeSubdomains: flag('Whether to crawl all hosts of the registrable domain'),
    allowBackwardLinks: flag('Whether to crawl the whole site; by default only pages below the start page'),
    ignoreQueryParameters: flag('Whether URLs that differ only in their queries are one page'),
    ignoreSitemap: flag('Whether to ignore the sitemaps'),
    delay: z
      .number()
      .min(0)
      .max(delaySecondsMax)
      .default(0)
      .describe('Seconds between two pages, which are then crawled one by one; robots.txt may ask for more'),
    maxConcurrency: z
      .int()
      .min(1)
      .max(concurrencyMax)
      .default(concurrencyDefault)
      .describe('Maximum number of pages that are crawled at the same time'),
    scrape: optionsField
      .prefault({})
      .describe('Options of `scrape` for each page; its links are always returned'),
  })
  .superRefine(({ url, scrape }, context) => {
    checkCookieUrl(
      { url, cookies: scrape.cookies },
      {
        ...context,
        addIssue: (issue) =>
          context.addIssue(
            typeof issue === 'string' ? issue : { ...issue, path: ['scrape', ...(issue.path ?? [])] },
          ),
      },
    );
  });

/** Validated input of `crawl`. */
export type CrawlInput = z.output<typeof crawlInput>;

/** Reasons for which a crawl ends before all pages that it found were crawled. */
export const crawlStopReasons = ['limit', 'time', 'site_unavailable'] as const;

/** Result of `crawl`. */
export const crawlOutput = z.object({
  url: resultUrlField.describe('URL of the start page, after redirects'),
  succeeded: z.int().min(0).describe('Number of pages that are returned'),
  failed: z.int().min(0).describe('Number of pages that could not be crawled; they are not charged'),
  disallowed: z.int().min(0).describe('Number of pages that robots.txt disallows'),
  found: z.int().min(0).describe('Number of pages that were found'),
  stoppedBy: z
    .enum(crawlStopReasons)
    .optional()
    .describe(
      'Why pages that were found are not crawled: the limit, the time limit of a crawl, or a site that no longer responds',
    ),
  usage: usageField,
});

/** Result of `crawl` without the credits that it cost. */
export type CrawlOutput = z.output<typeof crawlOutput>;

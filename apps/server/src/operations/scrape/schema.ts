import { z } from 'zod';
import { checkCookieUrl } from '../../scrape-options/request-header-fields.ts';
import { checkScrapeOptions, scrapeOptionFields } from '../../scrape-options/scrape-options.ts';
import { resultUrlField, tokenCountField, urlField, usageField } from '../field-schemas.ts';
import { explanationField } from './explanation.ts';

/** Input of `scrape`. */
export const scrapeInput = z
  .strictObject({
    url: urlField.describe('URL of the page, with its protocol'),
    ...scrapeOptionFields,
  })
  .superRefine(checkScrapeOptions)
  .superRefine(checkCookieUrl);

/** Validated input of `scrape`. */
export type ScrapeInput = z.output<typeof scrapeInput>;

const text = (description: string) => z.string().describe(`${description}; empty if the page has none`);

/** Result of `scrape`. */
export const scrapeOutput = z.object({
  markdown: z.string().describe('The main content as GitHub Flavored Markdown'),
  text: z.string().optional().describe('The content as plain text, if requested'),
  screenshot: z
    .string()
    .optional()
    .describe('The visible part of the rendered page as PNG in Base64, if requested'),
  chunks: z
    .array(
      z.object({
        startIndex: z.int().min(0).describe('Start offset in `markdown`, 0-based, in UTF-16 code units'),
        endIndex: z.int().min(0).describe('End offset, exclusive'),
        tokenCount: tokenCountField,
        headings: z.array(z.string()).describe('Headings of the sections of the chunk, the outermost first'),
      }),
    )
    .optional()
    .describe('Parts of the Markdown of at most 512 tokens, if requested'),
  actions: z
    .object({
      screenshots: z.array(z.string()).describe('PNG images in Base64, in the order of the actions'),
    })
    .optional()
    .describe('Results of the actions, if they include screenshots'),
  explanation: explanationField.optional(),
  metadata: z.object({
    title: text('Title'),
    description: text('Description'),
    html: z
      .string()
      .describe('HTML of the page, as received or as rendered; empty if the resource is not HTML'),
    language: text('Language (BCP 47)'),
    author: text('Author'),
    publishedTime: text('Publication time'),
    modifiedTime: text('Modification time'),
    siteName: text('Name of the website'),
    image: text('Absolute URL of the preview image'),
    canonical: text('Canonical URL'),
    favicon: text('Absolute URL of the icon'),
    statusCode: z.int().describe('HTTP status of the page'),
    contentType: z.string().describe('Media type sent by the server'),
    finalUrl: resultUrlField.describe('URL after redirects'),
    rendered: z.boolean().describe('Whether the page needed JavaScript and was rendered in a browser'),
  }),
  scrape_id: z
    .string()
    .describe('Id of the stored result: GET /v0/scrapes/{scrape_id} returns it again until it expires'),
  links: z
    .array(
      z.object({
        url: resultUrlField,
        text: z.string(),
        nofollow: z
          .literal(true)
          .optional()
          .describe('Present if the page asks crawlers not to follow the link'),
      }),
    )
    .describe('Links of the page, with absolute URLs'),
  cached: z
    .literal(true)
    .optional()
    .describe('Present if the result is that of an earlier request, as `maxAge` allows'),
  usage: usageField,
});

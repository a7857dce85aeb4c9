import { z } from 'zod';
import { urlField, usageField } from '../field-schemas.ts';

/** Input of `scrape`. */
export const scrapeInput = z.strictObject({
  url: urlField.describe('URL of the page, with its protocol'),
});

const text = (description: string) => z.string().describe(`${description}; empty if the page has none`);

/** Result of `scrape`. */
export const scrapeOutput = z.object({
  markdown: z.string().describe('The main content as GitHub Flavored Markdown'),
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
    finalUrl: z.string().describe('URL after redirects'),
    rendered: z.boolean().describe('Whether the page needed JavaScript and was rendered in a browser'),
  }),
  scrape_id: z
    .string()
    .describe('Id of the stored result: GET /v0/scrapes/{scrape_id} returns it again until it expires'),
  links: z
    .array(z.object({ url: z.string(), text: z.string() }))
    .describe('Links of the page, with absolute URLs'),
  usage: usageField,
});

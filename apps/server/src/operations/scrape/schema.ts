import { z } from 'zod';
import { urlField, usageField } from '../field-schemas.ts';

export const scrapeInput = z.strictObject({
  url: urlField.describe('URL of the page; must include the protocol'),
});

const text = (description: string) => z.string().describe(`${description}; empty when the page has none`);

export const scrapeOutput = z.object({
  markdown: z.string().describe('The main content as GitHub Flavored Markdown'),
  metadata: z.object({
    title: text('Title'),
    description: text('Description'),
    html: z.string().describe('HTML of the page as received, or as rendered; empty when it is not HTML'),
    language: text('Language (BCP 47)'),
    author: text('Author'),
    publishedTime: text('When it was published'),
    modifiedTime: text('When it was last changed'),
    siteName: text('Name of the site'),
    image: text('Absolute URL of its picture'),
    canonical: text('Canonical URL'),
    favicon: text('URL of its icon'),
    statusCode: z.int().describe('HTTP status of the page'),
    contentType: z.string().describe('Media type as the server named it'),
    finalUrl: z.string().describe('Where redirects ended'),
    rendered: z.boolean().describe('True when the page needed JavaScript and is given as a browser shows it'),
  }),
  scrape_id: z
    .string()
    .describe('Identifier: GET /v0/scrapes/{scrape_id} gives the result again until it expires'),
  links: z.array(z.object({ url: z.string(), text: z.string() })).describe('Links of the page, absolute'),
  usage: usageField,
});

export const scrapeExample = {
  input: { url: 'https://example.com' },
  output: {
    markdown: '# Example Domain\n\nThis domain is for use in documents.',
    metadata: {
      title: 'Example Domain',
      description: '',
      html: '<!doctype html>…',
      language: 'en',
      author: '',
      publishedTime: '',
      modifiedTime: '',
      siteName: '',
      image: '',
      canonical: '',
      favicon: '',
      statusCode: 200,
      contentType: 'text/html',
      finalUrl: 'https://example.com/',
      rendered: false,
    },
    scrape_id: 'scr_4b8Vw0x9kQm2nT6yZr1c3e',
    links: [],
    usage: 1,
  },
};

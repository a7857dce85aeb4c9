import { z } from 'zod';
import { tokenCountField, urlField, usageField } from '../field-schemas.ts';
import { actionsField } from './action-fields.ts';
import { cookiesField, findInsecureCookies, headersField } from './request-header-fields.ts';
import { browserSelectorField, checkSelectorCount, selectorsField } from './selector-fields.ts';

/** Results that a request can ask for. */
export const scrapeFormats = ['markdown', 'html', 'text', 'links', 'screenshot', 'chunks'] as const;

const waitMsMax = 60_000;
const timeoutRange = { min: 1000, max: 100_000 };
const maxAgeSecondsMax = 30 * 24 * 3600;

const waitForField = z.union([z.int().min(0).max(waitMsMax), browserSelectorField], {
  error: `must be milliseconds from 0 to ${waitMsMax} or a CSS selector`,
});

/** Input of `scrape`. */
export const scrapeInput = z
  .strictObject({
    url: urlField.describe('URL of the page, with its protocol'),
    formats: z
      .array(z.enum(scrapeFormats))
      .min(1)
      .max(scrapeFormats.length)
      .default(['markdown', 'html', 'links'])
      .describe('Results to return; fields of the default ones that are left out are empty'),
    onlyMainContent: z
      .boolean()
      .default(true)
      .describe('Whether to remove navigation, advertisements, and other boilerplate'),
    includeTags: selectorsField
      .optional()
      .describe('CSS selectors; only these elements are converted, and nothing else is removed from them'),
    excludeTags: selectorsField.optional().describe('CSS selectors of elements to remove'),
    headers: headersField
      .optional()
      .describe('Headers to send to the origin of the page, never to other origins'),
    cookies: cookiesField
      .optional()
      .describe('Cookies to send to the origin of the page, never to other origins'),
    mobile: z.boolean().default(false).describe('Whether to request and render the page as a phone does'),
    render: z
      .enum(['auto', 'always', 'never'])
      .default('auto')
      .describe('Whether to render the page in a browser; `auto` renders pages whose scripts create content'),
    waitFor: waitForField
      .optional()
      .describe('Milliseconds to wait after the page has loaded, or CSS selector of an element to wait for'),
    timeout: z
      .int()
      .min(timeoutRange.min)
      .max(timeoutRange.max)
      .optional()
      .describe(
        'Time limit of fetching and rendering in milliseconds; by default, and for rendering at most three times as much, a setting of the service',
      ),
    actions: actionsField
      .optional()
      .describe('Actions in the browser, one after the other, before the page is read'),
    maxAge: z
      .int()
      .min(0)
      .max(maxAgeSecondsMax)
      .optional()
      .describe('Seconds; a younger result of the same request is returned again, free of charge'),
  })
  .superRefine(checkSelectorCount)
  .superRefine(({ url, cookies = {} }, context) => {
    const message = 'needs an https URL, because its name has the prefix __Host- or __Secure-';
    for (const path of findInsecureCookies(url, cookies)) {
      context.addIssue({ code: 'custom', message, path, input: undefined });
    }
  })
  .superRefine(({ formats, render, waitFor, actions }, context) => {
    if (render !== 'never') return;
    const report = (path: string, input: unknown, message: string): void =>
      context.addIssue({ code: 'custom', message, path: [path], input });
    const reason = 'and render is never; use auto or always';
    if (actions !== undefined && actions.length > 0) report('actions', actions, `need a browser, ${reason}`);
    if (formats.includes('screenshot')) report('formats', formats, `screenshot needs a browser, ${reason}`);
    if (waitFor !== undefined && waitFor !== 0) report('waitFor', waitFor, `needs a browser, ${reason}`);
  });

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
    .array(
      z.object({
        url: z.string(),
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

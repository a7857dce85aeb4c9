import { z } from 'zod';
import { actionsField } from './action-fields.ts';
import { cookiesField, headersField } from './request-header-fields.ts';
import { browserSelectorField, checkSelectorCount, selectorsField } from './selector-fields.ts';

/** Results that a request can ask for. */
export const scrapeFormats = ['markdown', 'html', 'text', 'links', 'screenshot', 'chunks'] as const;

const waitMsMax = 60_000;
const timeoutRange = { min: 1000, max: 100_000 };
const maxAgeSecondsMax = 30 * 24 * 3600;

const waitForField = z.union([z.int().min(0).max(waitMsMax), browserSelectorField], {
  error: `must be milliseconds from 0 to ${waitMsMax} or a CSS selector`,
});

/** The options of `scrape`: all fields of its input but the URL. */
export const scrapeOptionFields = {
  formats: z
    .array(z.enum(scrapeFormats))
    .min(1)
    .max(scrapeFormats.length)
    .default(['markdown', 'html', 'links'])
    .describe(
      'Results to return: `markdown`, `html`, `links` (fields of these that are left out are empty), `text`, `screenshot` (PNG in Base64), and `chunks` (parts of the Markdown of at most 512 tokens)',
    ),
  onlyMainContent: z
    .boolean()
    .default(true)
    .describe('Whether to remove navigation, advertisements, and other boilerplate'),
  includeTags: selectorsField
    .optional()
    .describe('CSS selectors; only these elements are converted, and nothing else is removed from them'),
  excludeTags: selectorsField.optional().describe('CSS selectors of elements to remove'),
  explain: z
    .boolean()
    .default(false)
    .describe(
      'Whether to return `explanation`: why each block of an HTML page was kept or removed; not with `includeTags` or without `onlyMainContent`, since nothing is removed then',
    ),
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
    .describe(
      'Actions in the browser, one after the other, before the page is read, each with its `type`: `wait` (`milliseconds` or `selector`), `click` (`selector`), `type` (`text`, `selector`), `press` (`key`), `scroll` (`direction`, `selector`), and `screenshot` (`fullPage`); such as `[{"type": "click", "selector": "#more"}]`',
    ),
  maxAge: z
    .int()
    .min(0)
    .max(maxAgeSecondsMax)
    .optional()
    .describe('Seconds; a younger result of the same request is returned again, free of charge'),
};

/** Reports options that contradict each other. */
export function checkScrapeOptions(options: ScrapeOptions, context: z.RefinementCtx): void {
  checkSelectorCount(options, context);
  const { formats, render, waitFor, actions } = options;
  if (render !== 'never') return;
  const report = (path: string, input: unknown, message: string): void =>
    context.addIssue({ code: 'custom', message, path: [path], input });
  const reason = 'and render is never; use auto or always';
  if (actions !== undefined && actions.length > 0) report('actions', actions, `need a browser, ${reason}`);
  if (formats.includes('screenshot')) report('formats', formats, `screenshot needs a browser, ${reason}`);
  if (waitFor !== undefined && waitFor !== 0) report('waitFor', waitFor, `needs a browser, ${reason}`);
}

const scrapeOptions = z.object(scrapeOptionFields);

/** Validated options of `scrape`. */
export type ScrapeOptions = z.output<typeof scrapeOptions>;

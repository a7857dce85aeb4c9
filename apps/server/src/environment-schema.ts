import { parseProxyUrl } from '@quern/web/fetch/upstream-proxy';
import { z } from 'zod';
import { parseRatePolicy } from './limits/rate-policy.ts';
import { parseDuration } from './validation/parse-duration.ts';

/** A list separated by commas or white space. */
const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''));

const flag = z.enum(['0', '1', 'true', 'false', '']).default('0');

const optionalText = z
  .string()
  .transform((text) => (text.trim() === '' ? undefined : text.trim()))
  .optional();

const integer = (defaultValue: number, min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(min).max(max).default(defaultValue);

/** A duration such as `30s`, in milliseconds. */
const duration = (defaultValue: string) =>
  z
    .string()
    .default(defaultValue)
    .transform((text, context) => {
      const parsed = parseDuration(text);
      if (parsed === undefined)
        context.addIssue({ code: 'custom', message: 'must be a duration such as 30s, 10m, 24h' });
      return parsed ?? 0;
    });

const proxyUrl = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return undefined;
    try {
      return parseProxyUrl(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : '' });
      return undefined;
    }
  });

const permission = z.enum(['allow', 'forbid']).default('allow');

const ratePolicy = z
  .string()
  .default('600/m')
  .transform((text, context) => {
    const policy = parseRatePolicy(text);
    if (policy === undefined)
      context.addIssue({ code: 'custom', message: 'must be off, or such as 600/m or 600/m,running=64' });
    return policy ?? { perMinute: null, runningMax: null };
  });

/** All settings: environment variables with their defaults and descriptions. */
export const environmentSchema = z.object({
  PORT: integer(8080, 0, 65_535).describe('Port to listen on; 0 selects a free port'),
  HOST: optionalText.describe('Address to listen on; by default 127.0.0.1, or 0.0.0.0 inside a container'),
  QUERN_DATA_DIR: z
    .string()
    .default('./data')
    .describe(
      'Folder for the embedded database, stored results, translation models and the browser; created with mode 0700',
    ),
  DATABASE_URL: optionalText.describe(
    'URL of a PostgreSQL database; if not set, the embedded database is used',
  ),
  QUERN_BOOTSTRAP_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32,512}$/, 'must have 32 to 512 visible ASCII characters, without spaces')
    .optional()
    .describe(
      'API key to create at startup if it does not exist, 32 to 512 characters; if not set, the first start generates a key and prints it once',
    ),
  QUERN_BOOTSTRAP_CREDITS: integer(10_000, 0).describe('Credits of the bootstrap key'),
  QUERN_ADMIN_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Bearer token of the admin API, 16 characters or more; if not set, the first start generates a token and prints it once',
    ),
  QUERN_TRUST_PROXY: list.describe(
    'Addresses (CIDR) of reverse proxies whose X-Forwarded-* headers are trusted; `true` trusts all',
  ),
  QUERN_PUBLIC_URL: z
    .url()
    .optional()
    .describe('Public base URL, used in links and the OpenAPI document, such as https://quern.example.org'),
  QUERN_CORS_ORIGINS: list.describe('Browser origins that may call the API; `*` allows all, none by default'),
  QUERN_ROBOTS: z
    .enum(['obey', 'ignore'])
    .default('obey')
    .describe('Whether map and scrape follow robots.txt: `obey` or `ignore`'),
  QUERN_RETENTION: duration('24h').describe('How long results and idempotent responses are stored'),
  QUERN_RESULTS_MAX: integer(4096, 1).describe(
    'Maximum size of all stored results in megabytes; beyond it, results that expire first are removed',
  ),
  QUERN_FETCH_ALLOW: list.describe('CIDRs or hosts that may be fetched although their address is private'),
  QUERN_FETCH_PROXY: proxyUrl.describe(
    'Proxy for all fetching and rendering of pages, such as http://proxy:3128, https://proxy or socks5://user:password@proxy:1080. Addresses are resolved and checked first; an HTTP proxy must allow CONNECT to the ports of the pages',
  ),
  QUERN_SCRAPE_HEADERS: permission.describe(
    'Whether requests to scrape may send headers and cookies: `allow` or `forbid`',
  ),
  QUERN_SCRAPE_ACTIONS: permission.describe(
    'Whether requests to scrape may click and type in pages: `allow` or `forbid`',
  ),
  QUERN_RATE_LIMIT: ratePolicy.describe(
    'Requests per minute and concurrent requests of each key, such as 600/m,running=64; `off` disables both limits',
  ),
  QUERN_QUEUE_TIME: duration('60s').describe(
    'Longest estimated wait of a request for the engines; a request that would wait longer is rejected at once',
  ),
  QUERN_MODELS_DIR: optionalText.describe(
    'Folder of the translation models; by default `models` in the data folder',
  ),
  QUERN_MODELS_MIRROR: z
    .url()
    .optional()
    .describe('HTTP mirror to download translation models from; by default the public registry'),
  QUERN_LLM_BASE_URL: z
    .url()
    .optional()
    .describe(
      'Base URL of an OpenAI-compatible endpoint for abstractive summaries, and for translations without a local model; if not set, no text leaves the machine',
    ),
  QUERN_LLM_MODEL: optionalText.describe('Model name sent to the LLM endpoint'),
  QUERN_LLM_API_KEY: optionalText.describe('API key sent to the LLM endpoint'),
  QUERN_LLM_TIME: duration('60s').describe('Time limit of one request to the LLM endpoint'),
  QUERN_LLM_REQUESTS: integer(4, 1, 1024).describe(
    'Maximum number of concurrent requests to the LLM endpoint',
  ),
  QUERN_LLM_CHUNK_TOKENS: integer(6000, 500, 1_000_000).describe(
    'Tokens of a text that the language model summarizes at once; longer texts are summarized in parts. The context of the model must hold about 2,000 tokens more',
  ),
  QUERN_OFFLINE: flag.describe('`1` disables all connections except those that requests ask for'),
  QUERN_PRELOAD: z
    .enum(['', 'none', 'all'])
    .default('none')
    .describe('`all` loads the engines at startup instead of with the first request'),
  QUERN_MAP_TIME: duration('60s').describe('Time budget of map; after it, map returns what it has found'),
  QUERN_FETCH_TIME: duration('30s').describe('Time limit of fetching a page or an image'),
  QUERN_CHROMIUM: z
    .string()
    .default('auto')
    .describe(
      'Browser for pages that need JavaScript: `auto` (the bundled one), `off`, or the path of a Chromium executable',
    ),
  QUERN_RENDER_PAGES: integer(4, 1, 64).describe('Maximum number of pages rendered at the same time'),
  QUERN_RENDER_MEMORY: integer(1500, 256).describe(
    'Maximum memory of the browser and its pages in megabytes; beyond it, the largest page is closed',
  ),
  QUERN_RENDER_TIME: duration('20s').describe(
    'Time limit of rendering a page; the content at that time is used',
  ),
  QUERN_ENGINE_THREADS: integer(0, 0, 64).describe('Number of computing threads; 0 means one per CPU core'),
  QUERN_DRAIN_TIME: duration('30s').describe('How long running requests may take after SIGTERM'),
  QUERN_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Minimum log level: `debug`, `info`, `warn`, `error` or `silent`'),
});

/** The settings of one environment after validation. */
export type Environment = z.output<typeof environmentSchema>;

/** A setting for the documentation. */
export interface SettingDescription {
  readonly name: string;
  /** As it would be written in the environment; empty if there is none. */
  readonly defaultValue: string;
  readonly description: string;
}

/** All settings with their defaults and descriptions, in the order of the documentation. */
export const settingDescriptions: readonly SettingDescription[] = Object.entries(environmentSchema.shape).map(
  ([name, schema]) => ({ name, defaultValue: findDefault(schema), description: schema.description ?? '' }),
);

/** Finds the default of a schema in its layers (optional, transformed, described). */
function findDefault(schema: z.core.$ZodType): string {
  const { def } = schema._zod;
  if ('defaultValue' in def) return String(def.defaultValue);
  const inner = 'innerType' in def ? def.innerType : 'in' in def ? def.in : undefined;
  return inner instanceof z.core.$ZodType ? findDefault(inner) : '';
}

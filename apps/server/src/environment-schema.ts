import { parseProxyUrl } from '@quern/web/fetch/upstream-proxy';
import { z } from 'zod';
import { parseRatePolicy } from './limits/rate-policy.ts';
import { InvalidSettingError } from './settings/invalid-setting-error.ts';
import { parseFetchPermission, parseListenHost, parseTrustedProxy } from './settings/parse-addresses.ts';
import { parseBlobUrl } from './settings/parse-blob-url.ts';
import { parseDatabaseUrl } from './settings/parse-database-url.ts';
import { parseHttpUrl, parseOrigin, parsePublicUrl } from './settings/parse-urls.ts';
import {
  choice,
  credential,
  duration,
  flag,
  integer,
  list,
  optionalSetting,
  optionalText,
  secret,
  setting,
} from './settings/setting-fields.ts';

const proxyUrl = optionalSetting((text) => {
  try {
    return parseProxyUrl(text);
  } catch (error) {
    throw new InvalidSettingError(error instanceof Error ? error.message : '');
  }
});

const permission = choice(['allow', 'forbid'], 'allow');

const ratePolicy = setting('600/m', (text) => {
  const policy = parseRatePolicy(text);
  if (policy !== undefined) return policy;
  throw new InvalidSettingError('must be off, or such as 600/m or 600/m,running=64');
});

/** Longer than any timer, since the end of the retention is stored. */
const retentionMaxMs = 3650 * 86_400_000;

/** All settings: environment variables with their defaults and descriptions. */
export const environmentSchema = z.object({
  PORT: integer(8080, { min: 0, max: 65_535 }).describe('Port to listen on; 0 selects a free port'),
  HOST: optionalSetting(parseListenHost).describe(
    'Address to listen on; by default 127.0.0.1, or 0.0.0.0 inside a container',
  ),
  QUERN_DATA_DIR: setting('./data', (text) => text).describe(
    'Folder for the embedded database, stored results, translation models and the browser; created with mode 0700',
  ),
  DATABASE_URL: optionalSetting(parseDatabaseUrl).describe(
    'URL of a PostgreSQL database, such as postgres://quern:password@db.example.org/quern; if not set, the embedded database is used',
  ),
  QUERN_BLOB_URL: optionalSetting(parseBlobUrl).describe(
    'Bucket of an S3-compatible store for stored results and the inputs of jobs, such as https://minio.example.org:9000/quern/prefix or s3://quern?region=eu-central-1; `style=host` if the host name contains the bucket. If not set, they are in the data folder or in PostgreSQL',
  ),
  QUERN_BLOB_ACCESS_KEY: credential.describe(
    'Access key of the bucket; it may also be the user name in QUERN_BLOB_URL',
  ),
  QUERN_BLOB_SECRET_KEY: credential.describe(
    'Secret key of the bucket; it may also be the password in QUERN_BLOB_URL',
  ),
  QUERN_BLOB_REDIRECT: flag.describe(
    '`1` redirects downloads of files (`GET /v0/files/{id}`) to the bucket, by URLs that are valid for 5 minutes; clients must reach its host',
  ),
  QUERN_BOOTSTRAP_KEY: secret(32).describe(
    'API key to create at startup if it does not exist, 32 to 512 characters; if not set, the first start generates a key and prints it once',
  ),
  QUERN_BOOTSTRAP_CREDITS: integer(10_000, { min: 0 }).describe('Credits of the bootstrap key'),
  QUERN_ADMIN_TOKEN: secret(16).describe(
    'Bearer token of the admin API, 16 characters or more; if not set, the first start generates a token and prints it once',
  ),
  QUERN_METRICS_TOKEN: secret(16).describe(
    'Bearer token of /metrics, 16 characters or more; if not set, the metrics need no token',
  ),
  QUERN_TRUST_PROXY: list(parseTrustedProxy).describe(
    'Addresses (CIDR) of reverse proxies whose X-Forwarded-* headers are trusted; `true` trusts all',
  ),
  QUERN_PUBLIC_URL: optionalSetting(parsePublicUrl).describe(
    'Public base URL, used in links and the OpenAPI document, such as https://quern.example.org',
  ),
  QUERN_CORS_ORIGINS: list(parseOrigin).describe(
    'Browser origins that may call the API, such as https://example.com; `*` allows all, none by default',
  ),
  QUERN_ROLE: choice(['all', 'api', 'worker'], 'all').describe(
    'Work of this node: `api` serves requests and leaves jobs to other nodes, `worker` runs jobs and serves health and metrics only, `all` does both. `api` and `worker` need a DATABASE_URL',
  ),
  QUERN_ROBOTS: choice(['obey', 'ignore'], 'obey').describe(
    'Whether map and scrape follow robots.txt: `obey` or `ignore`',
  ),
  QUERN_RETENTION: duration('24h', { maxMs: retentionMaxMs }).describe(
    'How long results and idempotent responses are stored',
  ),
  QUERN_RESULTS_MAX: integer(4096, { min: 1, unit: 'megabytes' }).describe(
    'Maximum size of all stored results in megabytes; beyond it, results that expire first are removed',
  ),
  QUERN_FETCH_ALLOW: list(parseFetchPermission).describe(
    'CIDRs or hosts that may be fetched although their address is private; `host:port` also allows a port of another protocol, such as 6379',
  ),
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
    'Requests per minute and concurrent requests of each key, such as 600/m,running=64; `off` disables all limits of single keys',
  ),
  QUERN_QUEUE_TIME: duration('60s', { minMs: 0 }).describe(
    'Longest estimated wait of a request for the engines; a request that would wait longer is rejected at once',
  ),
  QUERN_MODELS_DIR: optionalText.describe(
    'Folder of the translation models; by default `models` in the data folder',
  ),
  QUERN_MODELS_MIRROR: optionalSetting(parseHttpUrl('https://mirror.example.org/models')).describe(
    'HTTP mirror to download translation models from; by default the public registry',
  ),
  QUERN_LLM_BASE_URL: optionalSetting(parseHttpUrl('http://127.0.0.1:11434/v1')).describe(
    'Base URL of an OpenAI-compatible endpoint for abstractive summaries, and for translations without a local model; if not set, no text leaves the machine',
  ),
  QUERN_LLM_MODEL: optionalText.describe('Model name sent to the LLM endpoint'),
  QUERN_LLM_API_KEY: optionalText.describe('API key sent to the LLM endpoint'),
  QUERN_LLM_TIME: duration('60s').describe('Time limit of one request to the LLM endpoint'),
  QUERN_LLM_REQUESTS: integer(4, { min: 1, max: 1024 }).describe(
    'Maximum number of concurrent requests to the LLM endpoint',
  ),
  QUERN_LLM_CHUNK_TOKENS: integer(6000, { min: 500, max: 1_000_000, unit: 'tokens' }).describe(
    'Tokens of a text that the language model summarizes at once; longer texts are summarized in parts. The context of the model must hold about 2,000 tokens more',
  ),
  QUERN_OFFLINE: flag.describe('`1` disables all connections except those that requests ask for'),
  QUERN_PRELOAD: choice(['none', 'all'], 'none').describe(
    '`all` loads the engines at startup instead of with the first request',
  ),
  QUERN_MAP_TIME: duration('60s').describe('Time budget of map; after it, map returns what it has found'),
  QUERN_FETCH_TIME: duration('30s').describe('Time limit of fetching a page or an image'),
  QUERN_CHROMIUM: setting('auto', (text) => text.trim()).describe(
    'Browser for pages that need JavaScript: `auto` (the bundled one), `off`, or the path of a Chromium executable',
  ),
  QUERN_RENDER_PAGES: integer(4, { min: 1, max: 64 }).describe(
    'Maximum number of pages rendered at the same time',
  ),
  QUERN_RENDER_MEMORY: integer(1500, { min: 256, unit: 'megabytes' }).describe(
    'Maximum memory of the browser and its pages in megabytes; beyond it, the largest page is closed',
  ),
  QUERN_RENDER_TIME: duration('20s').describe(
    'Time limit of rendering a page; the content at that time is used',
  ),
  QUERN_ENGINE_THREADS: integer(0, { min: 0, max: 64 }).describe(
    'Number of cores to compute on; 0 means all',
  ),
  QUERN_DRAIN_TIME: duration('30s', { minMs: 0 }).describe(
    'How long running requests may take after SIGTERM',
  ),
  QUERN_LOG_LEVEL: choice(['debug', 'info', 'warn', 'error', 'silent'], 'info').describe(
    'Minimum log level: `debug`, `info`, `warn`, `error` or `silent`',
  ),
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

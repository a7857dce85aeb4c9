import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { parseRatePolicy, type RatePolicy } from './limits/rate-policy.ts';
import { parseDuration } from './validation/parse-duration.ts';

/**
 * The only reader of the environment. Every setting is described here; README and the operations guide show
 * this list. A wrong value stops the start with a message that names it.
 */
const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''));
const flag = z.enum(['0', '1', 'true', 'false', '']).default('0');
const isOn = (value: string): boolean => value === '1' || value === 'true';
const optionalText = z
  .string()
  .transform((text) => (text.trim() === '' ? undefined : text.trim()))
  .optional();
const duration = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const parsed = parseDuration(text);
      if (parsed === undefined)
        context.addIssue({ code: 'custom', message: 'must be a duration such as 30s, 10m, 24h' });
      return parsed ?? 0;
    });

const environmentSchema = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8080)
    .describe('Port to listen on; 0 takes a free one'),
  HOST: optionalText.describe('Address to listen on: 127.0.0.1, or 0.0.0.0 inside a container'),
  QUERN_DATA_DIR: z.string().default('./data').describe('Folder of everything embedded; created private'),
  DATABASE_URL: optionalText.describe('A PostgreSQL; absent: the embedded database'),
  QUERN_BOOTSTRAP_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32,512}$/, 'must have 32 to 512 visible ASCII characters, without spaces')
    .optional()
    .describe('API key (32 characters or more) to create if it is not there'),
  QUERN_BOOTSTRAP_CREDITS: z.coerce
    .number()
    .int()
    .min(0)
    .default(10_000)
    .describe('Credits of the bootstrap key'),
  QUERN_ADMIN_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe("The admin API's bearer token; absent: made and printed once"),
  QUERN_TRUST_PROXY: list.describe(
    'Addresses (CIDR) of proxies whose X-Forwarded-* headers are believed; `true` for all',
  ),
  QUERN_PUBLIC_URL: z
    .url()
    .optional()
    .describe('What links and documents say, such as https://quern.example.org'),
  QUERN_CORS_ORIGINS: list.describe('Browser origins that may call; none by default'),
  QUERN_ROBOTS: z
    .enum(['obey', 'ignore'])
    .default('obey')
    .describe('Whether map and scrape follow robots.txt'),
  QUERN_RETENTION: duration('24h').describe('How long results and idempotent answers are kept'),
  QUERN_RESULTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(4096)
    .describe('Megabytes that stored results may have together; over it those that expire first are removed'),
  QUERN_FETCH_ALLOW: list.describe('CIDRs or hosts that may be fetched although private'),
  QUERN_RATE_LIMIT: z
    .string()
    .default('600/m')
    .transform((text, context) => {
      const policy = parseRatePolicy(text);
      if (policy === undefined)
        context.addIssue({ code: 'custom', message: 'must be off, or such as 600/m or 600/m,running=64' });
      return policy ?? { perMinute: null, runningMax: null };
    })
    .describe('`off`, or requests a minute and requests running for each key: 600/m,running=64'),
  QUERN_QUEUE_TIME: duration('2s').describe(
    'Longest estimated wait of a short request in a burst before it is refused at once, a quarter of it under sustained load; longer work may wait 16 times as long as it takes',
  ),
  QUERN_MODELS_DIR: optionalText.describe('Where models lie; default: models in the data folder'),
  QUERN_MODELS_MIRROR: z.url().optional().describe('An HTTP mirror to pull models from'),
  QUERN_LLM_BASE_URL: z
    .url()
    .optional()
    .describe('An OpenAI-compatible endpoint for translation; absent: nothing leaves the machine'),
  QUERN_LLM_MODEL: optionalText.describe('Its model'),
  QUERN_LLM_API_KEY: optionalText.describe('Its key'),
  QUERN_OFFLINE: flag.describe('1: no connection but the ones a request itself asks for'),
  QUERN_PRELOAD: z
    .enum(['', 'none', 'all'])
    .default('none')
    .describe('`all`: load the engines at the start, not with the first request'),
  QUERN_MAP_TIME: duration('60s').describe('How long map works before it answers with what it has'),
  QUERN_FETCH_TIME: duration('30s').describe('How long a page or image may take to come'),
  QUERN_CHROMIUM: z
    .string()
    .default('auto')
    .describe(
      'The browser for pages that need JavaScript: `auto` (the one that comes along), `off`, or the path of a Chromium',
    ),
  QUERN_RENDER_PAGES: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(4)
    .describe('Pages that the browser renders at once; more wait'),
  QUERN_RENDER_MEMORY: z.coerce
    .number()
    .int()
    .min(256)
    .default(1500)
    .describe('Megabytes that the browser and its pages may hold; over it the largest page is ended'),
  QUERN_RENDER_TIME: duration('20s').describe(
    'How long a page may take in the browser; what it shows by then is taken',
  ),
  QUERN_ENGINE_THREADS: z.coerce
    .number()
    .int()
    .min(0)
    .max(64)
    .default(0)
    .describe('Threads for computation; 0: as many as there are cores'),
  QUERN_DRAIN_TIME: duration('30s').describe('How long running requests may take after SIGTERM'),
  QUERN_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least level that is logged'),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly bootstrapKey: string | undefined;
  readonly bootstrapCredits: number;
  readonly adminToken: string | undefined;
  readonly trustProxy: boolean | readonly string[];
  readonly publicUrl: string | undefined;
  readonly corsOrigins: readonly string[];
  readonly robots: 'obey' | 'ignore';
  readonly retentionMs: number;
  readonly resultsBytesMax: number;
  readonly fetchAllow: readonly string[];
  readonly ratePolicy: RatePolicy;
  readonly queueTimeMs: number;
  readonly modelsDir: string;
  readonly modelsMirror: string | undefined;
  readonly llm: { readonly baseUrl: string; readonly model: string; readonly apiKey?: string } | undefined;
  readonly offline: boolean;
  readonly preload: boolean;
  readonly mapTimeMs: number;
  readonly fetchTimeMs: number;
  /** `auto`, `off` or an absolute path. */
  readonly chromium: string;
  readonly renderPages: number;
  readonly renderMemoryMb: number;
  readonly renderTimeMs: number;
  readonly engineThreads: number;
  readonly drainMs: number;
  readonly logLevel: string;
}

export interface SettingDescription {
  readonly name: string;
  readonly defaultValue: string;
  readonly description: string;
}

/** Every setting with its default and description, for documents. */
export const settingDescriptions: readonly SettingDescription[] = Object.entries(environmentSchema.shape).map(
  ([name, schema]) => ({ name, defaultValue: defaultOf(schema), description: schema.description ?? '' }),
);

/** The default that a schema has somewhere in its layers, as it would be written in the environment. */
function defaultOf(schema: z.core.$ZodType): string {
  const { def } = schema._zod;
  if ('defaultValue' in def) return String(def.defaultValue);
  const inner = 'innerType' in def ? def.innerType : 'in' in def ? def.in : undefined;
  return inner instanceof z.core.$ZodType ? defaultOf(inner) : '';
}

/** Reads the environment; throws an Error whose message lists every wrong setting. `inContainer` moves HOST's default. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  inContainer = false,
  workingDirectory = process.cwd(),
): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      const shown = /KEY|TOKEN|URL/.test(name) ? '' : ` (it is ${JSON.stringify(environment[name])})`;
      return `  ${name}: ${issue.message}${shown}`;
    });
    throw new Error(`these settings cannot be used:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const dataDir = resolve(workingDirectory, env.QUERN_DATA_DIR);
  if (env.QUERN_LLM_BASE_URL !== undefined && env.QUERN_LLM_MODEL === undefined) {
    throw new Error('QUERN_LLM_BASE_URL is set but QUERN_LLM_MODEL is not: name the model to use');
  }
  const modelsDir = env.QUERN_MODELS_DIR ?? 'models';
  return Object.freeze({
    port: env.PORT,
    host: env.HOST ?? (inContainer ? '0.0.0.0' : '127.0.0.1'),
    dataDir,
    databaseUrl: env.DATABASE_URL,
    bootstrapKey: env.QUERN_BOOTSTRAP_KEY,
    bootstrapCredits: env.QUERN_BOOTSTRAP_CREDITS,
    adminToken: env.QUERN_ADMIN_TOKEN,
    trustProxy:
      env.QUERN_TRUST_PROXY.includes('true') || (env.QUERN_TRUST_PROXY.length > 0 && env.QUERN_TRUST_PROXY),
    publicUrl: env.QUERN_PUBLIC_URL,
    corsOrigins: env.QUERN_CORS_ORIGINS,
    robots: env.QUERN_ROBOTS,
    retentionMs: env.QUERN_RETENTION,
    resultsBytesMax: env.QUERN_RESULTS_MAX * 1024 * 1024,
    fetchAllow: env.QUERN_FETCH_ALLOW,
    ratePolicy: env.QUERN_RATE_LIMIT,
    queueTimeMs: env.QUERN_QUEUE_TIME,
    modelsDir: isAbsolute(modelsDir)
      ? modelsDir
      : resolve(env.QUERN_MODELS_DIR === undefined ? dataDir : workingDirectory, modelsDir),
    modelsMirror: env.QUERN_MODELS_MIRROR,
    llm:
      env.QUERN_LLM_BASE_URL === undefined
        ? undefined
        : {
            baseUrl: env.QUERN_LLM_BASE_URL,
            model: env.QUERN_LLM_MODEL ?? '',
            ...(env.QUERN_LLM_API_KEY === undefined ? {} : { apiKey: env.QUERN_LLM_API_KEY }),
          },
    offline: isOn(env.QUERN_OFFLINE),
    preload: env.QUERN_PRELOAD === 'all',
    mapTimeMs: env.QUERN_MAP_TIME,
    fetchTimeMs: env.QUERN_FETCH_TIME,
    chromium: /^(?:auto|off)$/.test(env.QUERN_CHROMIUM)
      ? env.QUERN_CHROMIUM
      : resolve(workingDirectory, env.QUERN_CHROMIUM),
    renderPages: env.QUERN_RENDER_PAGES,
    renderMemoryMb: env.QUERN_RENDER_MEMORY,
    renderTimeMs: env.QUERN_RENDER_TIME,
    engineThreads: env.QUERN_ENGINE_THREADS,
    drainMs: env.QUERN_DRAIN_TIME,
    logLevel: env.QUERN_LOG_LEVEL,
  });
}

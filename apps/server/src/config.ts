import { isAbsolute, resolve } from 'node:path';
import type { UpstreamProxy } from '@quern/web/fetch/upstream-proxy';
import type { z } from 'zod';
import { type Environment, environmentSchema } from './environment-schema.ts';
import type { RatePolicy } from './limits/rate-policy.ts';

/** Environment variables by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The endpoint of a language model. */
export interface LlmConfig {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly timeoutMs: number;
  readonly requestsMax: number;
}

/** The settings of a service, read once at startup and passed to the parts that need them. Times are in ms. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly bootstrapKey: string | undefined;
  readonly bootstrapCredits: number;
  readonly adminToken: string | undefined;
  /** Addresses of trusted proxies, or whether all are trusted. */
  readonly trustProxy: boolean | readonly string[];
  readonly publicUrl: string | undefined;
  readonly corsOrigins: readonly string[];
  readonly robots: 'obey' | 'ignore';
  readonly retentionMs: number;
  readonly resultsBytesMax: number;
  readonly fetchAllow: readonly string[];
  /** Proxy for all fetching and rendering of pages. */
  readonly fetchProxy: UpstreamProxy | undefined;
  /** Options of scrape that requests may use. */
  readonly scrapeOptions: { readonly allowsHeaders: boolean; readonly allowsActions: boolean };
  readonly ratePolicy: RatePolicy;
  readonly queueTimeMs: number;
  /** Absolute path. */
  readonly modelsDir: string;
  readonly modelsMirror: string | undefined;
  readonly llm: LlmConfig | undefined;
  /** Tokens of a text that the language model summarizes at once. */
  readonly summaryChunkTokens: number;
  readonly offline: boolean;
  readonly preload: boolean;
  readonly mapTimeMs: number;
  readonly fetchTimeMs: number;
  /** `auto`, `off` or an absolute path. */
  readonly chromium: string;
  readonly renderPages: number;
  readonly renderMemoryMb: number;
  readonly renderTimeMs: number;
  /** 0: one per CPU core. */
  readonly engineThreads: number;
  readonly drainMs: number;
  readonly logLevel: string;
}

/** Settings whose values must not be printed. */
const secretSetting = /KEY|TOKEN|URL|PROXY/;

/** Returns the environment of this process. No other file reads environment variables. */
export const readEnvironmentVariables = (): EnvironmentVariables => process.env;

/**
 * Reads the configuration from environment variables.
 *
 * @param isInContainer Changes the default of HOST to all interfaces.
 * @param workingDirectory Base of relative paths.
 * @throws {Error} With one line for each invalid setting.
 */
export function readConfig(
  variables: EnvironmentVariables = readEnvironmentVariables(),
  isInContainer = false,
  workingDirectory = process.cwd(),
): Config {
  const environment = parseEnvironment(variables);
  const { QUERN_TRUST_PROXY: trustProxy, QUERN_CHROMIUM: chromium } = environment;
  const dataDir = resolve(workingDirectory, environment.QUERN_DATA_DIR);
  return Object.freeze({
    port: environment.PORT,
    host: environment.HOST ?? (isInContainer ? '0.0.0.0' : '127.0.0.1'),
    dataDir,
    databaseUrl: environment.DATABASE_URL,
    bootstrapKey: environment.QUERN_BOOTSTRAP_KEY,
    bootstrapCredits: environment.QUERN_BOOTSTRAP_CREDITS,
    adminToken: environment.QUERN_ADMIN_TOKEN,
    trustProxy: trustProxy.includes('true') || (trustProxy.length > 0 && trustProxy),
    publicUrl: environment.QUERN_PUBLIC_URL,
    corsOrigins: environment.QUERN_CORS_ORIGINS,
    robots: environment.QUERN_ROBOTS,
    retentionMs: environment.QUERN_RETENTION,
    resultsBytesMax: environment.QUERN_RESULTS_MAX * 1024 * 1024,
    fetchAllow: environment.QUERN_FETCH_ALLOW,
    fetchProxy: environment.QUERN_FETCH_PROXY,
    scrapeOptions: {
      allowsHeaders: environment.QUERN_SCRAPE_HEADERS === 'allow',
      allowsActions: environment.QUERN_SCRAPE_ACTIONS === 'allow',
    },
    ratePolicy: environment.QUERN_RATE_LIMIT,
    queueTimeMs: environment.QUERN_QUEUE_TIME,
    modelsDir: resolveModelsDir(environment.QUERN_MODELS_DIR, dataDir, workingDirectory),
    modelsMirror: environment.QUERN_MODELS_MIRROR,
    llm: readLlmConfig(environment),
    summaryChunkTokens: environment.QUERN_LLM_CHUNK_TOKENS,
    offline: environment.QUERN_OFFLINE === '1' || environment.QUERN_OFFLINE === 'true',
    preload: environment.QUERN_PRELOAD === 'all',
    mapTimeMs: environment.QUERN_MAP_TIME,
    fetchTimeMs: environment.QUERN_FETCH_TIME,
    chromium: /^(?:auto|off)$/.test(chromium) ? chromium : resolve(workingDirectory, chromium),
    renderPages: environment.QUERN_RENDER_PAGES,
    renderMemoryMb: environment.QUERN_RENDER_MEMORY,
    renderTimeMs: environment.QUERN_RENDER_TIME,
    engineThreads: environment.QUERN_ENGINE_THREADS,
    drainMs: environment.QUERN_DRAIN_TIME,
    logLevel: environment.QUERN_LOG_LEVEL,
  });
}

/** Validates the environment; an empty variable counts as not set. */
function parseEnvironment(variables: EnvironmentVariables): Environment {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(present);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => formatIssue(issue, variables));
  throw new Error(`invalid settings:\n${lines.join('\n')}`);
}

function formatIssue(issue: z.core.$ZodIssue, variables: EnvironmentVariables): string {
  const name = String(issue.path[0]);
  const value = secretSetting.test(name) ? '' : ` (it is ${JSON.stringify(variables[name])})`;
  return `  ${name}: ${issue.message}${value}`;
}

/** A relative models folder is resolved against the working directory; the default one is in the data folder. */
function resolveModelsDir(setting: string | undefined, dataDir: string, workingDirectory: string): string {
  if (setting === undefined) return resolve(dataDir, 'models');
  return isAbsolute(setting) ? setting : resolve(workingDirectory, setting);
}

function readLlmConfig(environment: Environment): LlmConfig | undefined {
  const { QUERN_LLM_BASE_URL: baseUrl, QUERN_LLM_MODEL: model, QUERN_LLM_API_KEY: apiKey } = environment;
  if (baseUrl === undefined) return undefined;
  if (model === undefined) {
    throw new Error('QUERN_LLM_BASE_URL is set but QUERN_LLM_MODEL is not: name the model to use');
  }
  return {
    baseUrl,
    model,
    ...(apiKey === undefined ? {} : { apiKey }),
    timeoutMs: environment.QUERN_LLM_TIME,
    requestsMax: environment.QUERN_LLM_REQUESTS,
  };
}

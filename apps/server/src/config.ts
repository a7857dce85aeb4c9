import { isAbsolute, resolve } from 'node:path';
import type { UpstreamProxy } from '@quern/web/fetch/upstream-proxy';
import { type Environment, environmentSchema } from './environment-schema.ts';
import type { RatePolicy } from './limits/rate-policy.ts';
import type { NodeRole } from './roles/node-role.ts';
import { type BucketConfig, findBucketSettingProblems, readBucketConfig } from './settings/bucket-config.ts';
import { type ExternalSettings, findExternalProblems } from './settings/find-external-problems.ts';

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
  /** Undefined: blobs are in the data folder, or in PostgreSQL. */
  readonly bucket: BucketConfig | undefined;
  readonly bootstrapKey: string | undefined;
  readonly bootstrapCredits: number;
  readonly adminToken: string | undefined;
  /** Undefined: the metrics need no token. */
  readonly metricsToken: string | undefined;
  /** Addresses of trusted proxies, or whether all are trusted. */
  readonly trustProxy: boolean | readonly string[];
  readonly publicUrl: string | undefined;
  readonly corsOrigins: readonly string[];
  readonly role: NodeRole;
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
const secretSetting = /KEY|TOKEN|SECRET|PASSWORD|DATABASE_URL|BLOB_URL|FETCH_PROXY/;
/** Values that may contain a user name, a password or a token. */
const secretValue = /@|\?.*=/;

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
  const { QUERN_CHROMIUM: chromium } = environment;
  const dataDir = resolve(workingDirectory, environment.QUERN_DATA_DIR);
  return Object.freeze({
    port: environment.PORT,
    host: environment.HOST ?? (isInContainer ? '0.0.0.0' : '127.0.0.1'),
    dataDir,
    databaseUrl: environment.DATABASE_URL,
    bucket: readBucketConfig(environment),
    bootstrapKey: environment.QUERN_BOOTSTRAP_KEY,
    bootstrapCredits: environment.QUERN_BOOTSTRAP_CREDITS,
    adminToken: environment.QUERN_ADMIN_TOKEN,
    metricsToken: environment.QUERN_METRICS_TOKEN,
    trustProxy: readTrustedProxies(environment.QUERN_TRUST_PROXY),
    publicUrl: environment.QUERN_PUBLIC_URL,
    corsOrigins: environment.QUERN_CORS_ORIGINS,
    role: environment.QUERN_ROLE,
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
    offline: environment.QUERN_OFFLINE,
    preload: environment.QUERN_PRELOAD === 'all',
    mapTimeMs: environment.QUERN_MAP_TIME,
    fetchTimeMs: environment.QUERN_FETCH_TIME,
    chromium: resolveChromium(chromium, workingDirectory),
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
  const { values, problems } = parseSettings(variables);
  if (problems.length > 0) throw invalidSettingsError(problems);
  return values as Environment;
}

/** Validates each setting by itself, so that one that is invalid does not hide problems of the others. */
function parseSettings(variables: EnvironmentVariables): {
  readonly values: Partial<Environment>;
  readonly problems: readonly string[];
} {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, schema] of Object.entries(environmentSchema.shape)) {
    const variable = variables[name];
    const parsed = schema.safeParse(variable === '' ? undefined : variable);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(formatProblem(name, parsed.error.issues[0]?.message ?? 'is invalid', variable));
  }
  if (values['QUERN_LLM_BASE_URL'] !== undefined && values['QUERN_LLM_MODEL'] === undefined) {
    problems.push(
      'QUERN_LLM_MODEL: QUERN_LLM_BASE_URL is set but QUERN_LLM_MODEL is not: name the model to use, such as llama3.1',
    );
  }
  problems.push(...findBucketSettingProblems(values as Partial<Environment>));
  const role = values['QUERN_ROLE'];
  if (role !== undefined && role !== 'all' && variables['DATABASE_URL'] === undefined) {
    problems.push(
      `QUERN_ROLE: ${String(role)} needs a DATABASE_URL, since the embedded database belongs to one node`,
    );
  }
  return { values: values as Partial<Environment>, problems };
}

function formatProblem(name: string, message: string, value = ''): string {
  const isSecret = secretSetting.test(name) || secretValue.test(value);
  return `${name}: ${message}${isSecret ? '' : ` (it is ${JSON.stringify(value)})`}`;
}

const invalidSettingsError = (problems: readonly string[]): Error =>
  new Error(`invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);

/**
 * Validates all settings, and what they refer to: files, folders and hosts.
 *
 * @returns One line for each problem; empty if the service can start with these settings.
 */
export async function findSettingProblems(
  variables: EnvironmentVariables = readEnvironmentVariables(),
  workingDirectory = process.cwd(),
): Promise<string[]> {
  const { values, problems } = parseSettings(variables);
  return [...problems, ...(await findExternalProblems(resolvePaths(values, workingDirectory)))];
}

/**
 * Reads the configuration after all of `findSettingProblems`.
 *
 * @throws {Error} With one line for each problem.
 */
export async function readCheckedConfig(
  variables: EnvironmentVariables = readEnvironmentVariables(),
  isInContainer = false,
): Promise<Config> {
  const problems = await findSettingProblems(variables);
  if (problems.length > 0) throw invalidSettingsError(problems);
  return readConfig(variables, isInContainer);
}

/** Resolves the settings that name files and folders against the working directory. */
function resolvePaths(values: Partial<Environment>, workingDirectory: string): Partial<ExternalSettings> {
  const { QUERN_DATA_DIR, QUERN_MODELS_DIR, QUERN_CHROMIUM: chromium, DATABASE_URL: databaseUrl } = values;
  return {
    ...(QUERN_DATA_DIR !== undefined && { dataDir: resolve(workingDirectory, QUERN_DATA_DIR) }),
    ...(QUERN_MODELS_DIR !== undefined && { modelsDir: resolve(workingDirectory, QUERN_MODELS_DIR) }),
    ...(chromium !== undefined && { chromium: resolveChromium(chromium, workingDirectory) }),
    ...(databaseUrl !== undefined && { databaseUrl }),
  };
}

const resolveChromium = (chromium: string, workingDirectory: string): string =>
  /^(?:auto|off)$/.test(chromium) ? chromium : resolve(workingDirectory, chromium);

/** `true` trusts all proxies; `false` is as if it were not in the list. */
function readTrustedProxies(entries: readonly string[]): boolean | readonly string[] {
  if (entries.includes('true')) return true;
  const addresses = entries.filter((entry) => entry !== 'false');
  return addresses.length > 0 && addresses;
}

/** A relative models folder is resolved against the working directory; the default one is in the data folder. */
function resolveModelsDir(setting: string | undefined, dataDir: string, workingDirectory: string): string {
  if (setting === undefined) return resolve(dataDir, 'models');
  return isAbsolute(setting) ? setting : resolve(workingDirectory, setting);
}

function readLlmConfig(environment: Environment): LlmConfig | undefined {
  const { QUERN_LLM_BASE_URL: baseUrl, QUERN_LLM_MODEL: model, QUERN_LLM_API_KEY: apiKey } = environment;
  if (baseUrl === undefined || model === undefined) return undefined;
  return {
    baseUrl,
    model,
    ...(apiKey === undefined ? {} : { apiKey }),
    timeoutMs: environment.QUERN_LLM_TIME,
    requestsMax: environment.QUERN_LLM_REQUESTS,
  };
}

import { type ClientOptions, createQuern, createQuernAdmin, type Quern, type QuernAdmin } from '@quern/sdk';
import { type Command, Option } from 'commander';
import { parseDurationMs } from './parse-values.ts';
import { UsageError } from './usage-error.ts';

const urlDefault = 'http://127.0.0.1:8080';

interface ConnectionFlags {
  readonly url?: string;
  readonly apiKey?: string;
  readonly adminToken?: string;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** Adds the options that all commands share. */
export function addConnectionOptions(program: Command): void {
  program
    .addOption(new Option('--url <url>', `URL of the service (default: ${urlDefault})`).env('QUERN_URL'))
    .addOption(new Option('--api-key <key>', 'API key, for operations').env('QUERN_API_KEY'))
    .addOption(
      new Option('--admin-token <token>', 'admin token, for accounts, credits and keys').env(
        'QUERN_ADMIN_TOKEN',
      ),
    )
    .addOption(
      new Option(
        '--timeout <duration>',
        'timeout of the command, such as 30s or 500ms; a number is seconds (default: 310)',
      ).argParser(parseDurationMs),
    )
    .option('--json', 'print the result as JSON');
}

/**
 * Creates a client of the operations from a command's options.
 *
 * @throws UsageError if the API key is missing or an option is invalid.
 */
export function createClient(command: Command): Quern {
  const flags = command.optsWithGlobals<ConnectionFlags>();
  const apiKey = requireOption(flags.apiKey, 'API key', '--api-key or QUERN_API_KEY');
  return rethrowAsUsageError(() => createQuern({ ...toClientOptions(flags), apiKey }));
}

/** The address of a service and a key for it. */
export interface Connection {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * Returns the service and the key of a command's options.
 *
 * @throws UsageError if the API key is missing or an option is invalid.
 */
export function readConnection(command: Command): Connection {
  // Checks both.
  createClient(command);
  const flags = command.optsWithGlobals<ConnectionFlags>();
  const { baseUrl } = toClientOptions(flags);
  return { baseUrl: baseUrl.replace(/\/+$/, '').replace(/\/v0$/, ''), apiKey: flags.apiKey ?? '' };
}

/**
 * Creates a client of the admin API from a command's options.
 *
 * @throws UsageError if the admin token is missing or an option is invalid.
 */
export function createAdminClient(command: Command): QuernAdmin {
  const flags = command.optsWithGlobals<ConnectionFlags>();
  const adminToken = requireOption(flags.adminToken, 'admin token', '--admin-token or QUERN_ADMIN_TOKEN');
  return rethrowAsUsageError(() => createQuernAdmin({ ...toClientOptions(flags), adminToken }));
}

function toClientOptions({ url, timeout }: ConnectionFlags): ClientOptions {
  return {
    baseUrl: url === undefined || url === '' ? urlDefault : url,
    timeoutMs: timeout,
  };
}

function requireOption(value: string | undefined, name: string, source: string): string {
  if (value === undefined || value === '') throw new UsageError(`missing ${name}: set ${source}`);
  return value;
}

/** The SDK throws TypeError for invalid options. */
function rethrowAsUsageError<Client>(create: () => Client): Client {
  try {
    return create();
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

import { type ClientOptions, createQuern, createQuernAdmin, type Quern, type QuernAdmin } from '@quern/sdk';
import { type Command, Option } from 'commander';
import { parsePositive } from './parse-number.ts';
import { UsageError } from './usage-error.ts';

const urlDefault = 'http://127.0.0.1:8080';

interface GivenConnection {
  readonly url?: string;
  readonly apiKey?: string;
  readonly adminToken?: string;
  readonly timeout?: number;
}

/** The options that all commands share. */
export function addConnectionOptions(program: Command): void {
  program
    .addOption(new Option('--url <url>', `the service's address (default: ${urlDefault})`).env('QUERN_URL'))
    .addOption(new Option('--api-key <key>', 'for the operations').env('QUERN_API_KEY'))
    .addOption(new Option('--admin-token <token>', 'for accounts, credits and keys').env('QUERN_ADMIN_TOKEN'))
    .addOption(
      new Option('--timeout <seconds>', 'the most a command may take (default: 310)').argParser(
        parsePositive,
      ),
    )
    .option('--json', 'print the result as JSON');
}

/** A client of the operations for a command's options. */
export function createClient(command: Command): Quern {
  const given = command.optsWithGlobals<GivenConnection>();
  const apiKey = require(given.apiKey, 'an API key', '--api-key or QUERN_API_KEY');
  return checked(() => createQuern({ ...connectionOf(given), apiKey }));
}

/** A client of the admin API for a command's options. */
export function createAdminClient(command: Command): QuernAdmin {
  const given = command.optsWithGlobals<GivenConnection>();
  const adminToken = require(given.adminToken, 'an admin token', '--admin-token or QUERN_ADMIN_TOKEN');
  return checked(() => createQuernAdmin({ ...connectionOf(given), adminToken }));
}

function connectionOf({ url, timeout }: GivenConnection): ClientOptions {
  return {
    baseUrl: url === undefined || url === '' ? urlDefault : url,
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
  };
}

function require(value: string | undefined, what: string, how: string): string {
  if (value === undefined || value === '') throw new UsageError(`this needs ${what}: ${how}`);
  return value;
}

/** What the client cannot be made of was given wrongly. */
function checked<Client>(create: () => Client): Client {
  try {
    return create();
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

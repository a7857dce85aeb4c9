import type { ApiKey, IssuedApiKey } from '@quern/sdk';
import { type Command, InvalidArgumentError } from 'commander';
import { createAdminClient } from '../connection-options.ts';
import { type Cell, formatFields, formatTable, formatTime } from '../format-table.ts';
import { parseInteger } from '../parse-number.ts';
import { printPage, printResult } from '../print-result.ts';

interface GivenKey {
  readonly scopes?: string[];
  readonly expires?: Date;
  readonly ratePerMinute?: number;
  readonly budget?: number;
}

interface GivenPage {
  readonly account?: string;
  readonly after?: string;
  readonly limit?: number;
}

/** `keys create|list|show|revoke|rotate`. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys of accounts');
  keys
    .command('create')
    .description('make a key; it is shown this once')
    .argument('<account-id>')
    .argument('<name>', 'what it is for')
    .option('--scopes <operations>', 'what it may do, such as summarize,ocr (default: all)', parseList)
    .option('--expires <time>', 'ISO 8601, such as 2027-12-31 or 2027-12-31T18:00:00Z', parseTime)
    .option('--rate-per-minute <requests>', 'the most requests a minute', parseInteger)
    .option('--budget <credits>', 'the most credits it may ever spend', parseInteger)
    .action(async (accountId: string, name: string, given: GivenKey, command: Command) => {
      const { scopes, expires: expiresAt, ratePerMinute, budget } = given;
      const order = { accountId, name, scopes, expiresAt, ratePerMinute, budget };
      const key = await createAdminClient(command).keys.create(order);
      printResult(command, key, () => describeIssued(key));
    });
  keys
    .command('list')
    .description('list keys')
    .option('--account <account-id>', 'only those of this account')
    .option('--after <key-id>', 'go on after this one')
    .option('--limit <number>', '1 to 1000 (default: 100)', parseInteger)
    .action(async ({ account: accountId, after, limit }: GivenPage, command: Command) => {
      const list = await createAdminClient(command).keys.list({ accountId, after, limit });
      printPage(
        command,
        list,
        limit,
        () => describeList(list),
        ({ id }) => `--after ${id}`,
      );
    });
  keys
    .command('show')
    .description('show a key (never the key itself)')
    .argument('<key-id>')
    .action(async (id: string, _given: object, command: Command) => {
      const key = await createAdminClient(command).keys.get(id);
      printResult(command, key, () => describeKey(key));
    });
  keys
    .command('revoke')
    .description('end a key now')
    .argument('<key-id>')
    .action(async (id: string, _given: object, command: Command) => {
      const key = await createAdminClient(command).keys.revoke(id);
      printResult(command, key, () => describeKey(key));
    });
  keys
    .command('rotate')
    .description('make a second key like this one, which ends when the overlap is over')
    .argument('<key-id>')
    .option('--overlap-seconds <seconds>', 'how long both work (default: a day)', parseInteger)
    .action(async (id: string, { overlapSeconds }: { overlapSeconds?: number }, command: Command) => {
      const key = await createAdminClient(command).keys.rotate(id, { overlapSeconds });
      printResult(command, key, () => describeIssued(key));
    });
}

function describeIssued(key: IssuedApiKey): string {
  return `${formatFields([['key', key.key], ...fieldsOf(key)])}\n\nThe key is shown this once: keep it safe.`;
}

const describeKey = (key: ApiKey): string => formatFields(fieldsOf(key));

function fieldsOf(key: ApiKey): [string, Cell][] {
  return [
    ['id', key.id],
    ['name', key.name],
    ['account', key.accountId],
    ['hint', key.hint],
    ['scopes', key.scopes.join(', ')],
    ['created', formatTime(key.createdAt)],
    ['expires', formatTime(key.expiresAt) || 'never'],
    ['revoked', formatTime(key.revokedAt) || 'no'],
    ['last used', formatTime(key.lastUsedAt) || 'never'],
    ['rate', key.ratePerMinute === null ? "the service's" : `${key.ratePerMinute} a minute`],
    ['budget', key.budget ?? "the account's"],
    ['spent', key.spent],
  ];
}

function describeList(keys: readonly ApiKey[]): string {
  return formatTable(
    ['ID', 'NAME', 'ACCOUNT', 'HINT', 'SCOPES', 'SPENT', 'EXPIRES', 'REVOKED'],
    keys.map((key) => [
      key.id,
      key.name,
      key.accountId,
      key.hint,
      key.scopes.join(','),
      key.spent,
      formatTime(key.expiresAt),
      formatTime(key.revokedAt),
    ]),
  );
}

const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function parseTime(text: string): Date {
  const time = new Date(/^\d{4}-\d{2}-\d{2}(T|$)/.test(text) ? text : Number.NaN);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It must be a time in ISO 8601.');
  return time;
}

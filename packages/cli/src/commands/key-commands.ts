import type { ApiKey, CreateKeyInput, IssuedApiKey, UpdateKeyInput } from '@quern/sdk';
import type { Command } from 'commander';
import { createAdminClient } from '../connection-options.ts';
import { type Cell, formatFields, formatTable, formatTime } from '../output/format-table.ts';
import { printPage, printResult } from '../output/print-result.ts';
import { noneToNull, parseInteger, parseList, parseOrNone, parseTime } from '../parse-values.ts';

interface CreateKeyOptions {
  readonly scopes?: string[];
  readonly expires?: Date;
  readonly ratePerMinute?: number;
  readonly budget?: number;
}

interface ListOptions {
  readonly account?: string;
  readonly after?: string;
  readonly limit?: number;
}

interface UpdateKeyOptions {
  readonly name?: string;
  readonly scopes?: string[];
  readonly expires?: Date | 'none';
  readonly ratePerMinute?: number | 'none';
  readonly budget?: number | 'none';
}

/** Adds `keys create|list|show|update|revoke|rotate`. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('manage API keys');
  addCreateCommand(keys);
  addListCommand(keys);
  addUpdateCommand(keys);
  keys
    .command('show')
    .description('show the properties of a key, without the secret')
    .argument('<key-id>')
    .action(async (id: string, _options: object, command: Command) => {
      const key = await createAdminClient(command).keys.get(id);
      printResult(command, key, () => describeKey(key));
    });
  keys
    .command('revoke')
    .description('revoke a key immediately')
    .argument('<key-id>')
    .action(async (id: string, _options: object, command: Command) => {
      const key = await createAdminClient(command).keys.revoke(id);
      printResult(command, key, () => describeKey(key));
    });
  keys
    .command('rotate')
    .description('create a replacement; the old key expires after the overlap')
    .argument('<key-id>')
    .option('--overlap-seconds <seconds>', 'how long both keys work (default: one day)', parseInteger)
    .action(async (id: string, { overlapSeconds }: { overlapSeconds?: number }, command: Command) => {
      const key = await createAdminClient(command).keys.rotate(id, { overlapSeconds });
      printResult(command, key, () => describeIssued(key));
    });
}

function addCreateCommand(keys: Command): void {
  keys
    .command('create')
    .description('create a key; it is shown only once')
    .argument('<account-id>')
    .argument('<name>', 'purpose of the key')
    .option('--scopes <operations>', 'allowed operations, such as summarize,ocr (default: all)', parseList)
    .option('--expires <time>', 'ISO 8601, such as 2027-12-31 or 2027-12-31T18:00:00Z', parseTime)
    .option('--rate-per-minute <requests>', 'maximum requests per minute', parseInteger)
    .option('--budget <credits>', 'maximum credits the key may ever spend', parseInteger)
    .action(async (accountId: string, name: string, options: CreateKeyOptions, command: Command) => {
      const { expires: expiresAt, ratePerMinute, budget } = options;
      // The service checks the names: it may have operations that this version does not know.
      const scopes = options.scopes as CreateKeyInput['scopes'];
      const input = { accountId, name, scopes, expiresAt, ratePerMinute, budget };
      const key = await createAdminClient(command).keys.create(input);
      printResult(command, key, () => describeIssued(key));
    });
}

function addUpdateCommand(keys: Command): void {
  keys
    .command('update')
    .description('change settings of a key')
    .argument('<key-id>')
    .option('--name <name>', 'purpose of the key')
    .option('--scopes <operations>', 'allowed operations, such as summarize,ocr, or * for all', parseList)
    .option('--expires <time>', 'ISO 8601, such as 2027-12-31, or none', parseOrNone(parseTime))
    .option(
      '--rate-per-minute <requests>',
      "maximum requests per minute, or none for the service's",
      parseOrNone(parseInteger),
    )
    .option(
      '--budget <credits>',
      'maximum credits the key may ever spend, or none',
      parseOrNone(parseInteger),
    )
    .action(async (id: string, options: UpdateKeyOptions, command: Command) => {
      const input = {
        name: options.name,
        scopes: options.scopes as UpdateKeyInput['scopes'],
        expiresAt: noneToNull(options.expires),
        ratePerMinute: noneToNull(options.ratePerMinute),
        budget: noneToNull(options.budget),
      };
      const key = await createAdminClient(command).keys.update(id, input);
      printResult(command, key, () => describeKey(key));
    });
}

function addListCommand(keys: Command): void {
  keys
    .command('list')
    .description('list keys')
    .option('--account <account-id>', 'only keys of this account')
    .option('--after <key-id>', 'list keys after this one')
    .option('--limit <number>', '1 to 1000 (default: 100)', parseInteger)
    .action(async ({ account: accountId, after, limit }: ListOptions, command: Command) => {
      const list = await createAdminClient(command).keys.list({ accountId, after, limit });
      printPage(
        command,
        list,
        limit,
        () => describeList(list),
        ({ id }) => `--after ${id}`,
      );
    });
}

function describeIssued(key: IssuedApiKey): string {
  return `${formatFields([['key', key.key], ...fieldsOf(key)])}\n\nThe key is shown only once: store it safely.`;
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
    ['rate', key.ratePerMinute === null ? "the service's" : `${key.ratePerMinute} per minute`],
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

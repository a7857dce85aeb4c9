import {
  type CallOptions,
  type DryRun,
  type InputProperty,
  type OperationDescriptor,
  operations,
  type Quern,
  type UntypedData,
} from '@quern/sdk';
import { type Command, Option } from 'commander';
import { isFolder } from '../batch/list-files.ts';
import { createClient } from '../connection-options.ts';
import { isUrlArgument, toOperationInput } from '../operation-input.ts';
import { printResult, printWarnings } from '../output/print-result.ts';
import { isDryRun, renderDryRun, renderResult } from '../output/render-result.ts';
import {
  parseDurationMs,
  parseInteger,
  parseJson,
  parseList,
  parseNumber,
  parseTextOrInteger,
} from '../parse-values.ts';
import { UsageError } from '../usage-error.ts';
import { callWithProgress } from './call-with-progress.ts';
import { metadataOption } from './job-commands.ts';
import { addScreenshotOption, printFormats, requireScreenshotFile } from './page-formats.ts';
import { addFolderOptions, type FolderOptions, runFolder } from './run-folder.ts';

interface OperationOptions extends FolderOptions {
  readonly file?: string;
  readonly text?: string;
  readonly again?: string;
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
  readonly requestId?: string;
  readonly async?: boolean;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Adds a command for every operation that returns its result, generated from the SDK's descriptors. */
export function addOperationCommands(program: Command): void {
  for (const operation of Object.values<OperationDescriptor>(operations)) {
    if (operation.isJob !== true) addOperationCommand(program, operation);
  }
}

function addOperationCommand(program: Command, operation: OperationDescriptor): void {
  const { primaryInput, primaryInputKind, file, storedResults } = operation;
  const isUrl = primaryInputKind === 'url' && file === undefined;
  const isOptional = !isUrl || storedResults !== undefined;
  const path = file === undefined ? 'a file' : 'a file or a folder';
  const description = `${operation.input[primaryInput]?.description ?? ''}${isUrl ? '' : `; or the path of ${path}`}`;
  const command = program
    .command(operation.name)
    .description(operation.summary)
    .argument(
      isOptional ? `[${primaryInput}]` : `<${primaryInput}>`,
      isUrl ? description : `${description}; - or nothing: stdin`,
    );
  if (!isUrl) {
    const content =
      file?.description ?? (primaryInputKind === 'text' ? 'a file of UTF-8 text' : 'a local file');
    command.option('-f, --file <path>', `${content}; - is stdin`);
    if (primaryInputKind === 'text') {
      command.option('--text <text>', 'the text itself, also if it looks like the path of a file');
    }
  }
  if (file !== undefined) addFolderOptions(command);
  for (const [name, property] of Object.entries(operation.input)) {
    if (name === 'timeout') command.addOption(pageTimeoutOption(property));
    else if (name === 'output') command.addOption(createOption('outputFormat', property));
    else if (name !== primaryInput) command.addOption(createOption(name, property));
  }
  if (operation.input['formats'] !== undefined) addScreenshotOption(command);
  if (storedResults !== undefined) {
    command.option('--again <id>', 'print an earlier result again, without a charge');
  }
  command
    .option('--dry-run', 'only validate the input and print the price')
    .option('--idempotency-key <key>', 'requests with the same key and input are charged once')
    .option('--request-id <id>', "your id for the request, for the service's log")
    .option('--async', 'submit the request as a job and print its id, without waiting for the result')
    .addOption(metadataOption('string that the job of --async is returned with'))
    .action(async (argument: string | undefined, _options: object, self: Command) => {
      await runOperation(operation, argument, self);
    });
}

/** Names of option values where they differ from the type. */
const valueNames: Readonly<Record<string, string>> = { array: 'list', object: 'json' };

/** The option of an input property: `--max-length <integer>` for the integer `maxLength`. */
export function createOption(name: string, property: InputProperty): Option {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const { type, description, required } = property;
  const fallback =
    property.default === undefined || property.default === false ? '' : ` (default: ${property.default})`;
  if (type === 'boolean') {
    return new Option(property.default === true ? flag.replace('--', '--no-') : flag, description);
  }
  const option = new Option(`${flag} <${valueNames[type] ?? type}>`, `${description}${fallback}`);
  if (required) option.makeOptionMandatory();
  if (type === 'integer') option.argParser(parseInteger);
  if (type === 'number') option.argParser(parseNumber);
  if (type === 'array') option.argParser(parseList);
  if (type === 'json' || type === 'object') option.argParser(parseJson);
  if (property.acceptsInteger === true) option.argParser(parseTextOrInteger);
  if (property.values !== undefined) option.choices(property.values.map(String));
  return option;
}

/** The name of the option differs from the input, since `--timeout` is that of the command, and so does its unit. */
function pageTimeoutOption({ description }: InputProperty): Option {
  const text = description.replace(' in milliseconds', ', such as 30s or 500ms');
  return new Option('--page-timeout <duration>', text).argParser(parseDurationMs);
}

async function runOperation(
  operation: OperationDescriptor,
  argument: string | undefined,
  command: Command,
): Promise<void> {
  const options = command.opts<OperationOptions>();
  const { primaryInput } = operation;
  if (operation.storedResults !== undefined && (argument === undefined) === (options.again === undefined)) {
    throw new UsageError(`give either <${primaryInput}> or --again`);
  }
  const client = createClient(command);
  if (options.again !== undefined) {
    const { data } = await client.getResult(operation, options.again);
    await printData(command, operation, data);
    return;
  }
  const values = command.opts<Record<string, unknown>>();
  const names = Object.keys(operation.input).filter((name) => name !== primaryInput);
  const others: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, values[name]]));
  if ('timeout' in others) others['timeout'] = values['pageTimeout'];
  // `--output` is the folder of the results.
  if ('output' in others) others['output'] = values['outputFormat'];
  if (operation.input['formats'] !== undefined) requireScreenshotFile(others, command);
  else if (options.dryRun === true) await rejectFolder(options.file ?? argument);
  else if (options.output !== undefined) {
    const path = options.file ?? argument;
    if (path === undefined || path === '-' || isUrlArgument(path))
      throw new UsageError('--output needs the path of a file or a folder');
    for (const name of ['async', 'idempotencyKey'] as const) {
      const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      if (options[name] !== undefined) throw new UsageError(`--${flag} cannot be combined with --output`);
    }
    await runFolder(client, operation, path, others, command);
    return;
  }
  const input = { ...(await toOperationInput(operation, { argument, ...options })), ...others };
  if (options.async === true) {
    if (options.dryRun === true) throw new UsageError('--dry-run cannot be combined with --async');
    const { idempotencyKey, requestId, metadata } = options;
    const { data: job } = await client.jobs.submit(operation, input, { idempotencyKey, requestId, metadata });
    printResult(command, job, () => job.id);
    return;
  }
  await printData(command, operation, await callOperation(client, operation, input, command));
}

/** @throws UsageError if the input of a dry run is a folder */
async function rejectFolder(path: string | undefined): Promise<void> {
  if (path !== undefined && (await isFolder(path)))
    throw new UsageError(`--dry-run prints the price of one file; ${path} is a folder`);
}

async function printData(
  command: Command,
  operation: OperationDescriptor,
  data: UntypedData | DryRun,
): Promise<void> {
  if (isDryRun(data)) printResult(command, data, () => renderDryRun(data));
  else if (operation.input['formats'] === undefined) {
    printResult(command, data, () => renderResult(data, operation.plainResult));
  } else await printFormats(command, data);
  printWarnings(data);
}

/** Calls an operation; on a terminal, one that may have to download a model runs as a job, which has progress. */
async function callOperation(
  client: Quern,
  operation: OperationDescriptor,
  input: Readonly<Record<string, unknown>>,
  command: Command,
): Promise<UntypedData | DryRun> {
  const options = toCallOptions(command.opts<OperationOptions>());
  const needsModel = input['targetLanguage'] !== undefined;
  if (!needsModel || options.dryRun === true || !process.stderr.isTTY) {
    return (await client.call(operation, input, options)).data;
  }
  const { timeout } = command.optsWithGlobals<{ readonly timeout?: number }>();
  return callWithProgress(client, operation, input, {
    ...options,
    timeoutMs: timeout,
    stream: process.stderr,
  });
}

function toCallOptions({ dryRun, idempotencyKey, requestId }: OperationOptions): CallOptions {
  return { dryRun: dryRun === true, idempotencyKey, requestId };
}

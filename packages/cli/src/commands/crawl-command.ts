import { join } from 'node:path';
import { type CrawlResult, operations, type Quern } from '@quern/sdk';
import { type Command, Option } from 'commander';
import { createClient } from '../connection-options.ts';
import { pageFileName } from '../crawl/page-file-name.ts';
import { printResult } from '../output/print-result.ts';
import { isDryRun, renderDryRun } from '../output/render-result.ts';
import { stripControlChars } from '../output/strip-control-chars.ts';
import { writeWhole } from '../output/write-whole.ts';
import { parseInteger } from '../parse-values.ts';
import { UsageError } from '../usage-error.ts';
import { metadataOption } from './job-commands.ts';
import { JobProgress } from './job-progress.ts';
import { createOption } from './operation-commands.ts';

interface CrawlOptions {
  readonly job?: string;
  readonly cursor?: number;
  readonly output?: string;
  readonly async?: boolean;
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
  readonly requestId?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

const { crawl } = operations;

/** Adds `crawl`, which prints the pages as they come, or writes them to a folder. */
export function addCrawlCommand(program: Command): void {
  const command = program
    .command(crawl.name)
    .description(
      `${crawl.summary}: prints its pages as lines of JSON, or writes them to a folder as Markdown`,
    )
    .argument('[url]', crawl.input.url.description)
    .option('-o, --output <folder>', 'write each page to this folder as Markdown');
  for (const [name, property] of Object.entries(crawl.input)) {
    if (name === crawl.primaryInput) continue;
    const option = createOption(name, property);
    // A pattern can contain commas.
    if (property.type === 'array') {
      option.description += '; can be repeated';
      option.argParser((text, earlier: readonly string[] = []) => [...earlier, text]);
    }
    command.addOption(option);
  }
  command
    .option('--job <id>', 'read the pages of a crawl that was started before')
    .addOption(
      new Option('--cursor <integer>', 'the cursor of the last line that you have').argParser(parseInteger),
    )
    .option('--async', 'print the id of the job, without waiting for pages')
    .option('--dry-run', 'only validate the input and print the highest possible price')
    .option('--idempotency-key <key>', 'requests with the same key and input start one crawl')
    .option('--request-id <id>', "your id for the request, for the service's log")
    .addOption(metadataOption('string that the job is returned with'))
    .action(async (url: string | undefined, _options: object, self: Command) => runCrawl(url, self));
}

async function runCrawl(url: string | undefined, command: Command): Promise<void> {
  const options = command.opts<CrawlOptions>();
  if ((url === undefined) === (options.job === undefined)) throw new UsageError('give either <url> or --job');
  const client = createClient(command);
  const id = options.job ?? (await start(client, url ?? '', options, command));
  if (id === undefined) return;
  await followPages(client, id, options);
}

/** @returns the id of the job; undefined if the command ends with it */
async function start(
  client: Quern,
  url: string,
  options: CrawlOptions,
  command: Command,
): Promise<string | undefined> {
  const values = command.opts<Record<string, unknown>>();
  const names = Object.keys(crawl.input).filter((name) => name !== crawl.primaryInput);
  const input = { url, ...Object.fromEntries(names.map((name) => [name, values[name]])) };
  const { idempotencyKey, requestId, metadata } = options;
  if (options.dryRun === true) {
    const { data } = await client.call(crawl, input, { dryRun: true, requestId });
    printResult(command, data, () => (isDryRun(data) ? renderDryRun(data) : ''));
    return undefined;
  }
  const { data: job } = await client.crawl(input, { idempotencyKey, requestId, metadata });
  if (options.async === true) {
    printResult(command, job, () => job.id);
    return undefined;
  }
  console.error(`crawl ${job.id} has started; it continues if this command is stopped`);
  return job.id;
}

/** Prints or writes the pages until the crawl ends. @throws QuernError if it fails or is canceled */
async function followPages(client: Quern, id: string, { output, cursor }: CrawlOptions): Promise<void> {
  const progress = new JobProgress(process.stderr);
  const ended = client.jobs.wait(id, { onProgress: (current) => progress.show(current) });
  // Handled below, after the pages.
  ended.catch(() => undefined);
  const used = new Set<string>();
  let count = 0;
  try {
    for await (const page of client.crawlResults(id, { cursor })) {
      progress.end();
      if (output === undefined) process.stdout.write(`${JSON.stringify(page)}\n`);
      else if (page.data !== undefined) await writePage(join(output, pageFileName(page.url, used)), page);
      else console.error(stripControlChars(`${page.url}: ${page.error?.error ?? page.status}`));
      if (page.data !== undefined) count += 1;
    }
    const { data } = await ended;
    progress.end();
    const place = output === undefined ? '' : ` written to ${output}`;
    console.error(`${count} pages${place}; ${formatSummary(data)}`);
  } finally {
    progress.end();
  }
}

function writePage(path: string, { url, data }: CrawlResult): Promise<void> {
  const { title = '' } = data?.metadata ?? {};
  const head = ['---', `url: ${JSON.stringify(url)}`, `title: ${JSON.stringify(title)}`, '---'].join('\n');
  return writeWhole(path, `${head}\n\n${data?.markdown.trimEnd() ?? ''}\n`);
}

/** The service's OpenAPI document guarantees the fields of the result. */
function formatSummary(data: unknown): string {
  const {
    failed = 0,
    disallowed = 0,
    usage = 0,
    stoppedBy,
  } = (data ?? {}) as {
    readonly failed?: number;
    readonly disallowed?: number;
    readonly usage?: number;
    readonly stoppedBy?: string;
  };
  const parts = [`${usage} credits`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (disallowed > 0) parts.push(`${disallowed} disallowed by robots.txt`);
  if (stoppedBy !== undefined) parts.push(`stopped by ${stoppedBy}`);
  return parts.join(', ');
}

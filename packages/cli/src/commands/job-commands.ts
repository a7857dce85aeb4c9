import {
  type Job,
  type JobFilter,
  type OperationDescriptor,
  operations,
  type ReplayFilter,
  type UntypedData,
} from '@quern/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createClient } from '../connection-options.ts';
import { formatFields, formatTable, formatTime } from '../output/format-table.ts';
import { printResult } from '../output/print-result.ts';
import { renderResult } from '../output/render-result.ts';
import { stripControlChars } from '../output/strip-control-chars.ts';
import { parseInteger } from '../parse-values.ts';
import { JobProgress } from './job-progress.ts';

/** The option `--metadata name=value`, which can be repeated. */
export function metadataOption(description: string): Option {
  return new Option('--metadata <name=value>', `${description}; can be repeated`).argParser(
    (text, earlier: Readonly<Record<string, string>> = {}) => {
      const separator = text.indexOf('=');
      if (separator < 1) throw new InvalidArgumentError('It must have the form name=value.');
      return { ...earlier, [text.slice(0, separator)]: text.slice(separator + 1) };
    },
  );
}

/** Adds `jobs list|show|wait|pages|replay|cancel`. */
export function addJobCommands(program: Command): void {
  const jobs = program.command('jobs').description('list, read and cancel jobs, which --async submits');
  jobs
    .command('list')
    .description('list jobs, the newest first')
    .option('--status <status>', 'only jobs in this state')
    .option('--operation <name>', 'only jobs of this operation')
    .addOption(metadataOption('only jobs with this string'))
    .addOption(
      new Option('--limit <integer>', 'maximum number of jobs (default: 100)').argParser(parseInteger),
    )
    .option('--cursor <cursor>', 'where the previous page ended')
    .action(async (filter: JobFilter, command: Command) => {
      const { data } = await createClient(command).jobs.list(filter);
      printResult(command, data, () => formatJobs(data.jobs));
      if (data.nextCursor !== null) {
        console.error(`more results are available: --cursor ${data.nextCursor}`);
      }
    });
  jobs
    .command('show')
    .description('print the result of a job or, if it has none, its state')
    .argument('<id>')
    .action(async (id: string, _options: object, command: Command) => {
      const { data: job } = await createClient(command).jobs.get<UntypedData>(id);
      printResult(command, job, () =>
        job.data === undefined ? formatJob(job) : renderData(job.operation, job.data),
      );
    });
  jobs
    .command('wait')
    .description('wait until a job has ended, and print its result')
    .argument('<id>')
    .action(async (id: string, _options: object, command: Command) => {
      const progress = new JobProgress(process.stderr);
      try {
        const job = await createClient(command).jobs.wait<UntypedData>(id, {
          onProgress: (current) => progress.show(current),
        });
        progress.end();
        printResult(command, job, () => renderData(job.operation, job.data ?? {}));
      } finally {
        progress.end();
      }
    });
  jobs
    .command('pages')
    .description('print the pages that convert and ocr have recognized, while others are read')
    .argument('<id>')
    .option('--no-follow', 'do not wait for the end of the job')
    .action(async (id: string, { follow }: { readonly follow: boolean }, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      for await (const page of createClient(command).jobs.pages(id, { follow })) {
        const content = stripControlChars(page.markdown ?? page.text ?? '').trimEnd();
        process.stdout.write(json === true ? `${JSON.stringify(page)}\n` : `${content}\n\n`);
      }
    });
  jobs
    .command('replay')
    .description('run failed jobs again')
    .option('--operation <name>', 'only jobs of this operation')
    .addOption(metadataOption('only jobs with this string'))
    .action(async (filter: ReplayFilter, command: Command) => {
      const { data } = await createClient(command).jobs.replay(filter);
      printResult(command, data, () => `${data.count} failed jobs are queued again`);
    });
  jobs
    .command('cancel')
    .description('cancel jobs; nothing is charged')
    .argument('<id...>')
    .action(async (ids: string[], _options: object, command: Command) => {
      const client = createClient(command);
      const canceled: Job[] = [];
      for (const id of ids) canceled.push((await client.jobs.cancel(id)).data);
      printResult(command, canceled, () => `canceled ${ids.join(', ')}`);
    });
}

function renderData(name: string, data: UntypedData): string {
  const operation = Object.values<OperationDescriptor>(operations).find((known) => known.name === name);
  return renderResult(data, operation?.plainResult);
}

const percent = ({ progress }: Job): string => `${Math.floor(progress.fraction * 100)} %`;

function formatJobs(jobs: readonly Job[]): string {
  return formatTable(
    ['ID', 'OPERATION', 'STATUS', 'PROGRESS', 'CREDITS', 'CREATED'],
    jobs.map((job) => [
      job.id,
      job.operation,
      job.status,
      percent(job),
      job.usage,
      formatTime(job.createdAt),
    ]),
  );
}

function formatJob(job: Job): string {
  const { message } = job.progress;
  return formatFields([
    ['id', job.id],
    ['operation', job.operation],
    ['status', job.status],
    ['progress', message === null ? percent(job) : `${percent(job)} (${message})`],
    ...Object.entries(job.metadata).map(([name, value]) => [`metadata ${name}`, value] as const),
    ['created', formatTime(job.createdAt)],
    ['started', formatTime(job.startedAt)],
    ['finished', formatTime(job.finishedAt)],
    ['expires', formatTime(job.expiresAt)],
    ['credits', job.usage],
    ['error', job.error === undefined ? undefined : `${job.error.code}: ${job.error.error}`],
  ]);
}

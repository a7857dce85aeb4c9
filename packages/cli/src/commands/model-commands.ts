import type { TranslationModel } from '@quern/sdk';
import type { Command } from 'commander';
import { createAdminClient } from '../connection-options.ts';
import { formatTable } from '../output/format-table.ts';
import { printResult } from '../output/print-result.ts';

/** Time between two requests for the progress of a download. */
const pollMs = 250;

/** Adds `models list|pull|verify|remove`. */
export function addModelCommands(program: Command): void {
  const models = program.command('models').description('manage the translation models of a service');
  models
    .command('list')
    .description('list installed models')
    .option('--available', 'list published models that are not installed, too')
    .action(async ({ available }: { available?: boolean }, command: Command) => {
      const list = await createAdminClient(command).models.list({ available: available ? 'true' : 'false' });
      printResult(command, list, () => describe(list));
    });
  models
    .command('pull')
    .description('download models; an interrupted download continues')
    .argument('<pair...>', 'language pairs, such as en-pt')
    .action(async (pairs: string[], _options: object, command: Command) => {
      const pulled: TranslationModel[] = [];
      for (const pair of pairs) pulled.push(await pull(command, pair));
      printResult(command, pulled, () => describe(pulled));
      requireAll(pulled, 'failed');
    });
  models
    .command('verify')
    .description('compare the files of models with their checksums')
    .argument('[pair...]', 'language pairs, such as en-pt; default: all installed models')
    .action(async (pairs: string[], _options: object, command: Command) => {
      const { models: client } = createAdminClient(command);
      const ids = pairs.length > 0 ? pairs : (await client.list()).filter(isInstalled).map(({ id }) => id);
      const verified = await Promise.all(ids.map((id) => client.verify(id)));
      printResult(command, verified, () => describe(verified));
      requireAll(verified, 'damaged');
    });
  models
    .command('remove')
    .description('remove models, and stop their downloads')
    .argument('<pair...>', 'language pairs, such as en-pt')
    .action(async (pairs: string[], _options: object, command: Command) => {
      const { models: client } = createAdminClient(command);
      for (const pair of pairs) await client.remove(pair);
      printResult(command, { removed: pairs }, () => `removed ${pairs.join(', ')}`);
    });
}

/** Downloads a model; the progress is shown on a terminal. */
async function pull(command: Command, pair: string): Promise<TranslationModel> {
  const { models } = createAdminClient(command);
  let model = await models.pull({ id: pair });
  while (model.status === 'downloading') {
    showProgress(`${pair} ${String(Math.floor(model.progress * 100)).padStart(3)} %`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    model = await models.get(pair);
  }
  showProgress('');
  return model;
}

function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${line}\u001b[K`);
}

/** The list has downloads too, running and failed ones. */
const isInstalled = ({ status }: TranslationModel): boolean => status === 'installed' || status === 'damaged';

function requireAll(models: readonly TranslationModel[], status: TranslationModel['status']): void {
  const failed = models.filter((model) => model.status === status);
  if (failed.length === 0) return;
  throw new Error(failed.map(({ id, error }) => `${id} ${status}: ${error}`).join('; '));
}

const megabyte = 1_000_000;

function describe(models: readonly TranslationModel[]): string {
  return formatTable(
    ['PAIR', 'STATUS', 'MB', 'ERROR'],
    models.map(({ id, status, bytes, error }) => [
      id,
      status,
      bytes === 0 ? '' : (bytes / megabyte).toFixed(1),
      error,
    ]),
  );
}

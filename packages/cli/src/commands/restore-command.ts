import { restoreText } from '@quern/sdk';
import type { Command } from 'commander';
import { isRecord } from '../is-record.ts';
import { stripControlChars } from '../output/strip-control-chars.ts';
import { readInputText } from '../read-input.ts';
import { isFileArgument } from '../text-argument.ts';
import { UsageError } from '../usage-error.ts';

interface RestoreOptions {
  readonly mapping: string;
  readonly file?: string;
  readonly text?: string;
}

/** Adds `restore`, which needs no service. */
export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('put the original names back into a text that extract-entities has pseudonymized')
    .argument(
      '[text]',
      'text with placeholders such as [PERSON_1]; or the path of a file; - or nothing: stdin',
    )
    .requiredOption('-m, --mapping <path>', 'file with the JSON of the result, or of its mapping')
    .option('-f, --file <path>', 'a file of UTF-8 text; - is stdin')
    .option('--text <text>', 'the text itself, also if it looks like the path of a file')
    .action(async (argument: string | undefined, options: RestoreOptions) => {
      const mapping = readMapping(await readInputText(options.mapping), options.mapping);
      const restored = restoreText(await readText(argument, options), mapping);
      // A file or a program receives exactly the original text.
      process.stdout.write(process.stdout.isTTY ? stripControlChars(restored) : restored);
    });
}

async function readText(argument: string | undefined, { text, file }: RestoreOptions): Promise<string> {
  const given = [argument, text, file].filter((source) => source !== undefined);
  if (given.length > 1) throw new UsageError('give --text, --file or an argument, only one of them');
  if (text !== undefined) return text;
  if (argument !== undefined && argument !== '-' && !(await isFileArgument(argument))) return argument;
  return readInputText(file ?? argument);
}

/** Reads the mapping of a result, of a response, or a mapping alone. */
function readMapping(json: string, path: string): Readonly<Record<string, string>> {
  const invalid = () =>
    new UsageError(`${path} has no mapping; use the JSON of extract-entities with --redact pseudonym --json`);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw invalid();
  }
  if (isRecord(value) && isRecord(value['data'])) value = value['data'];
  const mapping = isRecord(value) ? (value['mapping'] ?? value) : undefined;
  if (!isRecord(mapping)) throw invalid();
  const entries = Object.entries(mapping);
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) throw invalid();
  return Object.fromEntries(entries);
}

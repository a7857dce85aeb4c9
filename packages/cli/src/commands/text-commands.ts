import type { ExtractEntitiesData, SentimentData } from '@quern/sdk';
import type { Command } from 'commander';
import { createClient } from '../connection-options.ts';
import { formatFields, formatTable } from '../format-table.ts';
import { addOperationCommand, printResponse, readCallOptions } from '../operation-command.ts';
import { parseInteger } from '../parse-number.ts';
import { readInputFile, readInputText, rejectDuplicateInput } from '../read-input.ts';

interface GivenText {
  readonly file?: string;
  readonly targetLanguage?: string;
  readonly maxLength?: number;
}

/** `summarize`, `extract-entities` and `sentiment`: text from an argument, a file or stdin. */
export function addTextCommands(program: Command): void {
  addOperationCommand(program, 'summarize', 'summarize a text or a document (PDF, DOCX, TXT)')
    .argument('[text]', 'the text; without it, --file or stdin')
    .option('-f, --file <path>', 'the document; - is stdin')
    .option('-t, --target-language <language>', 'translate the summary: pt, pt-BR, zh-Hant ...')
    .option('--max-length <characters>', 'the most characters of the summary', parseInteger)
    .action(
      async (text: string | undefined, { file, targetLanguage, maxLength }: GivenText, command: Command) => {
        rejectDuplicateInput(text, file);
        const wishes = { targetLanguage, maxLength };
        const quern = createClient(command);
        const order =
          text === undefined ? { file: await readInputFile(file), ...wishes } : { content: text, ...wishes };
        printResponse(
          command,
          await quern.summarize(order, readCallOptions(command)),
          ({ summary }) => summary,
        );
      },
    );
  addOperationCommand(program, 'extract-entities', 'find names, dates, amounts and the like in a text')
    .argument('[text]', 'the text; without it, --file or stdin')
    .option('-f, --file <path>', 'a file of UTF-8 text; - is stdin')
    .action(async (argument: string | undefined, { file }: GivenText, command: Command) => {
      const quern = createClient(command);
      const text = await readInputText(argument, file);
      printResponse(
        command,
        await quern.extractEntities({ text }, readCallOptions(command)),
        describeEntities,
      );
    });
  addOperationCommand(program, 'sentiment', 'tell sentiment and emotions of a text')
    .argument('[text]', 'the text; without it, --file or stdin')
    .option('-f, --file <path>', 'a file of UTF-8 text; - is stdin')
    .action(async (argument: string | undefined, { file }: GivenText, command: Command) => {
      const quern = createClient(command);
      const text = await readInputText(argument, file);
      printResponse(command, await quern.sentiment({ text }, readCallOptions(command)), describeSentiment);
    });
}

function describeEntities({ entities }: ExtractEntitiesData): string {
  if (entities.length === 0) return 'no entities';
  return formatTable(
    ['TYPE', 'TEXT', 'VALUE', 'START', 'END'],
    entities.map(({ type, text, value, startIndex, endIndex }) => [type, text, value, startIndex, endIndex]),
  );
}

function describeSentiment({ sentiment, score, confidence, emotions }: SentimentData): string {
  return formatFields([
    ['sentiment', sentiment],
    ['score', score.toFixed(2)],
    ['confidence', confidence.toFixed(2)],
    ['emotions', emotions.join(', ')],
  ]);
}

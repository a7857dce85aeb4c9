import type { Language } from '@quern/sdk';
import type { Command } from 'commander';
import { createClient } from '../connection-options.ts';
import { type Cell, formatTable } from '../output/format-table.ts';
import { printResult } from '../output/print-result.ts';
import { UsageError } from '../usage-error.ts';

/** Adds `languages`. */
export function addLanguagesCommand(program: Command): void {
  program
    .command('languages')
    .description('list the languages, and how well each operation works in them')
    .argument('[language...]', 'only languages with these tags or names, such as de Japanese')
    .action(async (wanted: readonly string[], _options: object, command: Command) => {
      const { languages } = (await createClient(command).languages()).data;
      const selected =
        wanted.length === 0 ? languages : wanted.flatMap((name) => findLanguage(languages, name));
      printResult(command, { languages: selected }, () => renderLanguages(selected));
    });
}

function findLanguage(languages: readonly Language[], wanted: string): Language {
  const isWanted = (text: string): boolean => text.toLowerCase() === wanted.toLowerCase();
  const found = languages.find(({ language, name }) => isWanted(language) || isWanted(name));
  if (found === undefined)
    throw new UsageError(`${wanted} is not a listed language; quern languages lists all`);
  return found;
}

type Ability = Pick<Language['operations']['sentiment'], 'level' | 'quality'>;

/** The measured value, or the level if it was not measured. */
const toCell = ({ level, quality }: Ability): Cell =>
  quality === undefined ? level : `${level} ${quality.value.toFixed(2)}`;

function renderLanguages(languages: readonly Language[]): string {
  const headings = ['LANGUAGE', 'NAME', 'NAMES', 'PATTERNS', 'SENTIMENT', 'SUMMARIZE', 'TRANSLATE', 'OCR'];
  const rows = languages.map(({ language, name, operations }) => {
    const { 'extract-entities': entities, sentiment, summarize, translate, ocr } = operations;
    const abilities = [entities.names, entities.patterns, sentiment, summarize, translate, ocr];
    return [language, name, ...abilities.map(toCell)];
  });
  return formatTable(headings, rows);
}

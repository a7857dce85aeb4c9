import type { MapData } from '@quern/sdk';
import { Argument, type Command } from 'commander';
import { createClient } from '../connection-options.ts';
import { formatTable } from '../format-table.ts';
import { addOperationCommand, printResponse, readCallOptions } from '../operation-command.ts';
import { parseInteger } from '../parse-number.ts';
import { UsageError } from '../usage-error.ts';

interface GivenMap {
  readonly limit?: number;
  readonly search?: string;
  readonly includeSubdomains?: boolean;
  readonly ignoreSitemap?: boolean;
  readonly sitemapOnly?: boolean;
  readonly enrichLinks?: boolean;
}

/** `map` and `scrape`. */
export function addWebCommands(program: Command): void {
  addOperationCommand(program, 'map', 'list the pages of a website, one address a line')
    .argument('<site>', 'where to start, with https:// or http://')
    .option('--limit <pages>', 'the most pages, 1 to 5000', parseInteger)
    .option('--search <term>', 'only pages that match, the best first')
    .option('--include-subdomains', 'follow into subdomains')
    .option('--ignore-sitemap', 'only crawl')
    .option('--sitemap-only', 'only read the sitemap')
    .option('--enrich-links', 'add title, status and more to each page')
    .action(async (url: string, given: GivenMap, command: Command) => {
      const { limit, search, includeSubdomains, ignoreSitemap, sitemapOnly, enrichLinks } = given;
      const input = { url, limit, search, includeSubdomains, ignoreSitemap, sitemapOnly, enrichLinks };
      const answer = await createClient(command).map(input, readCallOptions(command));
      printResponse(command, answer, (data) => describeMap(data, enrichLinks === true));
    });
  addOperationCommand(program, 'scrape', 'fetch a web page as markdown')
    .addArgument(new Argument('[page]', 'its address, with https:// or http://'))
    .option('--again <scrape-id>', 'show an earlier scrape again, without a charge')
    .action(async (url: string | undefined, { again }: { again?: string }, command: Command) => {
      if ((url === undefined) === (again === undefined)) {
        throw new UsageError('give either the address of a page or --again');
      }
      const quern = createClient(command);
      const answer =
        url === undefined
          ? await quern.getScrape(again ?? '')
          : await quern.scrape({ url }, readCallOptions(command));
      printResponse(command, answer, ({ markdown }) => markdown);
    });
}

function describeMap({ links }: MapData, isEnriched: boolean): string {
  if (!isEnriched) return links.map(({ url }) => url).join('\n');
  return formatTable(
    ['URL', 'STATUS', 'SOURCE', 'TITLE'],
    links.map(({ url, status, source, title }) => [url, status, source, title]),
  );
}

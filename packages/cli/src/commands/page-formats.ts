import { extname } from 'node:path';
import type { UntypedData } from '@quern/sdk';
import type { Command } from 'commander';
import { printResult } from '../output/print-result.ts';
import { renderResult } from '../output/render-result.ts';
import { writeWhole } from '../output/write-whole.ts';
import { UsageError } from '../usage-error.ts';

/** Fields of a result that are printed, by format. A screenshot is written to a file. */
const printedFields: Readonly<Record<string, string>> = {
  markdown: 'markdown',
  html: 'metadata.html',
  text: 'text',
  links: 'links[].url',
  chunks: 'chunks',
};

interface FormatOptions {
  readonly formats?: readonly string[];
  readonly output?: string;
  readonly json?: boolean;
}

/** Adds the option for the file of a screenshot. */
export function addScreenshotOption(command: Command): void {
  command.option(
    '-o, --output <file>',
    'write the screenshot to this file (PNG); screenshots of actions get its name with a number',
  );
}

/**
 * Checks, before the request is sent, that there is a file for the screenshots of a result that is not printed as JSON.
 *
 * @throws UsageError
 */
export function requireScreenshotFile(input: Readonly<Record<string, unknown>>, command: Command): void {
  const {
    output,
    json,
    dryRun,
    async: isAsync,
  } = command.optsWithGlobals<FormatOptions & { readonly dryRun?: boolean; readonly async?: boolean }>();
  const { formats, actions } = input;
  const isRequested =
    (Array.isArray(formats) && formats.includes('screenshot')) ||
    (Array.isArray(actions) && actions.some((action) => action?.type === 'screenshot'));
  if (output !== undefined && (dryRun === true || isAsync === true)) {
    throw new UsageError(`--output cannot be combined with --${dryRun === true ? 'dry-run' : 'async'}`);
  }
  if (output !== undefined && !isRequested) {
    throw new UsageError('--output is the file of a screenshot: add it to --formats');
  }
  if (isRequested && output === undefined && json !== true && dryRun !== true && isAsync !== true) {
    throw new UsageError('a screenshot is written to a file: add --output page.png, or --json for Base64');
  }
}

/** Prints the requested formats of a result, by default the Markdown, and writes its screenshots to files. */
export async function printFormats(command: Command, data: UntypedData): Promise<void> {
  const { formats = ['markdown'], output, json } = command.optsWithGlobals<FormatOptions>();
  const written = output === undefined ? [] : await writeScreenshots(data, output);
  const fields = formats.flatMap((format) => printedFields[format] ?? []);
  if (json === true || fields.length > 0) {
    printResult(command, data, () => fields.map((field) => renderResult(data, field)).join('\n\n'));
  }
  if (output !== undefined && written.length === 0) throw new UsageError('the result has no screenshot');
  if (written.length > 0) console.error(`screenshot written to ${written.join(', ')}`);
}

/** @returns the names of the files */
async function writeScreenshots(data: UntypedData, path: string): Promise<string[]> {
  const { screenshot, actions } = data as {
    readonly screenshot?: string;
    readonly actions?: { readonly screenshots: readonly string[] };
  };
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  const images = [
    ...(screenshot === undefined ? [] : [{ name: path, image: screenshot }]),
    ...(actions?.screenshots ?? []).map((image, index) => ({
      name: `${stem}-${index + 1}${extension}`,
      image,
    })),
  ];
  for (const { name, image } of images) await writeWhole(name, Buffer.from(image, 'base64'));
  return images.map(({ name }) => name);
}

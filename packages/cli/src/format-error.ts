import { QuernError } from '@quern/sdk';
import { CommanderError } from 'commander';
import { stripControlChars } from './output/strip-control-chars.ts';
import { UsageError } from './usage-error.ts';

/** An error as the command reports it. */
export interface FormattedError {
  /** The line for stderr; undefined if commander has already printed the message. */
  readonly line: string | undefined;
  readonly exitCode: number;
}

/** Formats any thrown value as one line, with the error code and request id if it has them, and the exit code. */
export function formatError(error: unknown): FormattedError {
  if (error instanceof CommanderError) {
    // Commander has printed its message; requested help or version output is not an error.
    return { line: undefined, exitCode: error.exitCode === 0 ? 0 : 2 };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof QuernError) {
    const request = error.requestId === undefined ? '' : ` (request ${error.requestId})`;
    return { line: oneLine(`${error.code}: ${message}${request}`), exitCode: 1 };
  }
  return { line: oneLine(message), exitCode: error instanceof UsageError ? 2 : 1 };
}

const oneLine = (text: string): string => `quern: ${stripControlChars(text).replace(/\s+/g, ' ').trim()}`;

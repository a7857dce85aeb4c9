import { QuernError } from '@quern/sdk';
import { CommanderError } from 'commander';
import { stripControlChars } from './strip-control-chars.ts';
import { UsageError } from './usage-error.ts';

export interface FormattedError {
  /** For stderr; undefined when it was said already. */
  readonly line: string | undefined;
  readonly exitCode: number;
}

/** Any thrown value as one line, with the code and the request's id where there are such, and the exit code. */
export function formatError(error: unknown): FormattedError {
  if (error instanceof CommanderError) {
    // Commander has written its message; showing help or the version on demand is no failure.
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

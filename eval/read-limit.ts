import { parseArgs } from 'node:util';

/**
 * Reads `--limit N` from the command line: score at most N units of each set for a quick look. Results are written
 * only without a limit.
 *
 * @returns Infinity without the option
 */
export function readLimit(): number {
  const { values } = parseArgs({ options: { limit: { type: 'string' } } });
  return values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit);
}

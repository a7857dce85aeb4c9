import { z } from 'zod';
import { quoteValue } from '../../errors/quote-value.ts';
import { invalidParameters } from '../../errors/service-error.ts';

const stringsMax = 16;
const nameLengthMax = 64;
const valueLengthMax = 512;

const parameterPattern = /^metadata\[(.*)\]$/s;
const hasControls = /\p{Cc}/u;
const querySchema = z.record(z.string(), z.unknown());

/**
 * Reads the metadata of a job, or a filter by metadata, from the query parameters `metadata[name]=value`.
 *
 * @throws ServiceError `invalid_parameters` if there are too many, or one is repeated, too long, empty or not printable
 */
export function readMetadata(query: unknown): Record<string, string> {
  const entries: [string, string][] = [];
  for (const [parameter, value] of Object.entries(querySchema.parse(query ?? {}))) {
    const name = parameterPattern.exec(parameter)?.[1];
    if (name === undefined) continue;
    if (typeof value !== 'string') throw invalidParameters(`${quoteValue(parameter)} is sent twice`);
    requireLength(`the name in ${quoteValue(parameter)}`, name, 1, nameLengthMax);
    requireLength(parameter, value, 0, valueLengthMax);
    entries.push([name, value]);
  }
  if (entries.length > stringsMax) {
    throw invalidParameters(`metadata has ${entries.length} strings; the maximum is ${stringsMax}`);
  }
  return Object.fromEntries(entries);
}

function requireLength(what: string, text: string, min: number, max: number): void {
  if (text.length < min || text.length > max) {
    throw invalidParameters(`${what} must have ${min} to ${max} characters, not ${text.length}`);
  }
  if (hasControls.test(text)) throw invalidParameters(`${what} must not contain control characters`);
}

import type { z } from 'zod';
import { quoteValue, ServiceError } from '../errors/service-error.ts';

/** Codes that a schema may give its issues (`params.code`), beside the general one. */
const issueCodes = ['invalid_url', 'unsupported_language', 'file_too_large'] as const;
type IssueCode = (typeof issueCodes)[number];

/** So many problems, and so many unknown fields, are named; the rest is counted. */
const shownMax = 5;
const messageLengthMax = 1000;
/** No input has nearly so many fields, or entries of a list: more are not worth looking at one by one. */
const entriesMax = 1000;

/** Checks untrusted input; throws `invalid_parameters`, or a field's own code, with each field and its value. */
export function validateInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.infer<Schema> {
  refuseUnreasonable(raw);
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const own = issues
    .map((issue) => (issue.code === 'custom' ? issue.params?.['code'] : undefined))
    .find((code): code is IssueCode => issueCodes.some((known) => known === code));
  throw new ServiceError(own ?? 'invalid_parameters', cut(listSome(issues, describeIssue, '; ')));
}

/** What would cost the schema time or memory, or go past it: a flood of entries, and the name `__proto__`. */
function refuseUnreasonable(raw: unknown): void {
  if (typeof raw !== 'object' || raw === null) return;
  const refuse = (problem: string): never => {
    throw new ServiceError('invalid_parameters', problem);
  };
  const names = Object.keys(raw);
  if (names.length > entriesMax) refuse(`the body has ${names.length} fields; no operation has so many`);
  if (names.includes('__proto__')) refuse('unknown field: "__proto__"');
  for (const [name, value] of Object.entries(raw)) {
    if (Array.isArray(value) && value.length > entriesMax) {
      refuse(`${quoteValue(name)}: has ${value.length} entries; it may have ${entriesMax}`);
    }
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return `unknown ${issue.keys.length === 1 ? 'field' : 'fields'}: ${listSome(issue.keys, quoteValue, ', ')}`;
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${path || 'the body'}: is required`;
  const value = issue.input === undefined || path === '' ? '' : ` (it is ${quoteValue(issue.input)})`;
  return `${path === '' ? '' : `${path}: `}${issue.message}${value}`;
}

function listSome<Item>(items: readonly Item[], describe: (item: Item) => string, separator: string): string {
  const shown = items.slice(0, shownMax).map(describe).join(separator);
  return items.length > shownMax ? `${shown}${separator}and ${items.length - shownMax} more` : shown;
}

const cut = (message: string): string =>
  message.length > messageLengthMax ? `${message.slice(0, messageLengthMax - 3)}...` : message;

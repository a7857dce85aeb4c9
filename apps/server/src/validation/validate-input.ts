import type { z } from 'zod';
import { type ErrorCode, isErrorCode } from '../errors/error-codes.ts';
import { quoteValue } from '../errors/quote-value.ts';
import { ServiceError } from '../errors/service-error.ts';

/** Maximum number of problems, and of unknown fields, that a message names. It counts the others. */
const namedMax = 5;
const messageLengthMax = 1000;
/** Maximum number of fields, and of entries of a list, that are validated; an input with more is rejected unread. */
const entriesMax = 1000;

/**
 * Validates untrusted input against a schema. A custom issue of the schema can carry its own error code in
 * `params.code`; the first one found is the code of the error.
 *
 * @returns the input with defaults and transforms applied
 * @throws ServiceError `invalid_parameters`, or the issue's own code, with a message that names each invalid field and
 *   its value
 */
export function validateInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.infer<Schema> {
  rejectOversized(raw);
  const parsed = schema.safeParse(raw, { reportInput: true, error: describeType });
  if (parsed.success) return parsed.data;
  const issues = withoutConsequences(parsed.error.issues);
  const code = issues.map(readIssueCode).find((found) => found !== undefined) ?? 'invalid_parameters';
  throw new ServiceError(code, truncate(joinFirst(issues, describeIssue, '; ')));
}

/** Names of types in JSON, by their names in zod. */
const typeNames: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'a boolean',
  int: 'an integer',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

/** The message about a wrong type, unless the schema has its own. The value is added to it later. */
function describeType(issue: z.core.$ZodRawIssue): string | undefined {
  const name = issue.code === 'invalid_type' ? typeNames[issue.expected] : undefined;
  return name === undefined ? undefined : `must be ${name}`;
}

/** Leaves out what follows from a wrong type: zod also compares the length of a string with that of the list it expects. */
function withoutConsequences(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const pathOf = (issue: z.core.$ZodIssue): string => issue.path.map(String).join('\0');
  const wrongTypes = new Set(issues.filter(({ code }) => code === 'invalid_type').map(pathOf));
  return issues.filter((issue) => issue.code === 'invalid_type' || !wrongTypes.has(pathOf(issue)));
}

function readIssueCode(issue: z.core.$ZodIssue): ErrorCode | undefined {
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return isErrorCode(code) ? code : undefined;
}

/** Rejects input that would cost the schema much time or memory, and the name `__proto__`, which schemas miss. */
function rejectOversized(raw: unknown): void {
  if (typeof raw !== 'object' || raw === null) return;
  const reject = (problem: string): never => {
    throw new ServiceError('invalid_parameters', problem);
  };
  const names = Object.keys(raw);
  if (names.length > entriesMax) reject(`the body has ${names.length} fields; the maximum is ${entriesMax}`);
  if (names.includes('__proto__')) reject('unknown field: "__proto__"');
  for (const [name, value] of Object.entries(raw)) {
    if (Array.isArray(value) && value.length > entriesMax) {
      reject(`${quoteValue(name)}: has ${value.length} entries; the maximum is ${entriesMax}`);
    }
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => (path === '' ? key : `${path}.${key}`));
    return `unknown ${names.length === 1 ? 'field' : 'fields'}: ${joinFirst(names, quoteValue, ', ')}`;
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${path || 'the body'}: is required`;
  // Errors must not repeat a password.
  const isShown = issue.input !== undefined && path !== '' && !/(?:^|\.)password$/.test(path);
  const value = isShown ? ` (received ${quoteValue(issue.input)})` : '';
  return `${path === '' ? '' : `${path}: `}${issue.message}${value}`;
}

function joinFirst<Item>(
  items: readonly Item[],
  describe: (item: Item) => string,
  separator: string,
): string {
  const named = items.slice(0, namedMax).map(describe).join(separator);
  return items.length > namedMax ? `${named}${separator}and ${items.length - namedMax} more` : named;
}

const truncate = (message: string): string =>
  message.length > messageLengthMax ? `${message.slice(0, messageLengthMax - 3)}...` : message;

import type { z } from 'zod';
import { quoteValue, ServiceError } from './errors.ts';

/** Codes that a schema may give its issues (`params.code`), beside the general one. */
const issueCodes = ['invalid_url', 'unsupported_language', 'file_too_large'] as const;
type IssueCode = (typeof issueCodes)[number];

/** Checks untrusted input; throws `invalid_parameters`, or a field's own code, with each field and its value. */
export function checkInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (parsed.success) return parsed.data;
  const own = parsed.error.issues
    .map((issue) => (issue.code === 'custom' ? issue.params?.['code'] : undefined))
    .find((code): code is IssueCode => issueCodes.some((known) => known === code));
  throw new ServiceError(own ?? 'invalid_parameters', parsed.error.issues.map(describeIssue).join('; '));
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return `unknown ${issue.keys.length === 1 ? 'field' : 'fields'}: ${issue.keys.map(quoteValue).join(', ')}`;
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${path || 'the body'}: is required`;
  const value = issue.input === undefined || path === '' ? '' : ` (it is ${quoteValue(issue.input)})`;
  return `${path === '' ? '' : `${path}: `}${issue.message}${value}`;
}

import type { Operation } from '../../operations/define-operation.ts';
import { findFileArgument } from './read-tool-input.ts';

/** Error codes of operations that send requests to other hosts. */
const fetchErrors = ['fetch_failed', 'fetch_timeout'] as const;

/** Whether an operation sends requests to other hosts. */
export const sendsRequests = ({ errors }: Pick<Operation, 'errors'>): boolean =>
  fetchErrors.some((code) => errors.includes(code));

/** Whether a call names a file by its URL, whose size is not known before it has been fetched. */
export function fetchesFile(operation: Operation, args: Readonly<Record<string, unknown>>): boolean {
  const { primaryInput } = operation;
  if (primaryInput === undefined || !sendsRequests(operation) || findFileArgument(operation) === undefined) {
    return false;
  }
  const url = Object.hasOwn(args, primaryInput) ? args[primaryInput] : undefined;
  return typeof url === 'string' && /^\s*https?:/i.test(url);
}

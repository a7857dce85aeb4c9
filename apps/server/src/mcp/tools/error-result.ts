import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ServiceError } from '../../errors/service-error.ts';

/** Returns an error of the API as the result of a failed tool, so that the model can read what to change. */
export function errorResult(error: ServiceError, requestId: string): CallToolResult {
  const { code, status, message, retryAfterSeconds } = error;
  const retry = retryAfterSeconds === undefined ? '' : ` (retry after ${retryAfterSeconds} s)`;
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}${retry}` }],
    _meta: {
      'quern/requestId': requestId,
      'quern/error': { code, status, error: message, ...(retry === '' ? {} : { retryAfterSeconds }) },
    },
  };
}

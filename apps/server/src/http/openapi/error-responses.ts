import { type ErrorCode, errorCodes, isErrorCode } from '../../errors/error-codes.ts';
import type { ResponseHeaderName } from '../headers/response-headers.ts';

type Json = Record<string, unknown>;

const keyCodes: readonly ErrorCode[] = [
  'missing_key',
  'malformed_key',
  'unknown_key',
  'revoked_key',
  'expired_key',
  'scope_denied',
  'account_disabled',
];
const limitCodes: readonly ErrorCode[] = ['rate_limited', 'too_many_running'];
const serviceCodes: readonly ErrorCode[] = ['internal_error', 'overloaded', 'draining'];
/** Error codes of requests with a body. */
export const bodyErrorCodes: readonly ErrorCode[] = [
  'invalid_json',
  'invalid_parameters',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'headers_too_large',
];

/** Error codes that every operation can return. */
export const operationErrorCodes: readonly ErrorCode[] = [
  ...bodyErrorCodes,
  ...keyCodes,
  ...limitCodes,
  ...serviceCodes,
  'input_too_complex',
  'result_too_large',
  'insufficient_credits',
  'key_budget_exceeded',
  'idempotency_mismatch',
  'idempotency_running',
  'idempotent_response_evicted',
  'time_limit',
];

/** Error codes of every request of a key that is not an operation. */
export const keyEndpointErrorCodes: readonly ErrorCode[] = [
  ...keyCodes,
  ...limitCodes,
  ...serviceCodes,
  'headers_too_large',
];

/** Error codes of a request for a stored result. */
export const storedResultErrorCodes: readonly ErrorCode[] = [...keyEndpointErrorCodes, 'not_found'];

const adminErrorCodes: readonly ErrorCode[] = [
  'missing_key',
  'unknown_key',
  'rate_limited',
  'invalid_parameters',
  'headers_too_large',
  'internal_error',
  'overloaded',
];

/** Error codes that every endpoint of the admin API can return. */
export const listAdminErrorCodes = (hasBody: boolean): readonly ErrorCode[] =>
  hasBody ? [...adminErrorCodes, ...bodyErrorCodes] : adminErrorCodes;

/** Headers of an error response in addition to the id of the request. */
const errorHeaders: Readonly<Record<number, readonly ResponseHeaderName[]>> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

/** References to the headers of a response. */
export const headerReferences = (names: readonly ResponseHeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Describes the error responses with the given codes, by status. */
export function describeErrorResponses(codes: readonly ErrorCode[]): Json {
  const included = new Set(codes);
  const byStatus = new Map<number, string[]>();
  for (const [code, { status, title }] of Object.entries(errorCodes)) {
    if (!isErrorCode(code) || !included.has(code)) continue;
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${title}`]);
  }
  const statuses = [...byStatus].sort(([left], [right]) => left - right);
  return Object.fromEntries(
    statuses.map(([status, lines]) => [
      String(status),
      {
        description: lines.join('\n\n'),
        headers: headerReferences(['X-Request-Id', ...(errorHeaders[status] ?? [])]),
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Error' } },
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    ]),
  );
}

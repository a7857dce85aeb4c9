import type { ErrorCode } from '../../errors/error-codes.ts';

/**
 * Returns the headers that HTTP requires or recommends with an error code: a challenge with each 401 (RFC 9110,
 * section 11.6.1; RFC 6750, section 3), and the end of the connection to a node that stops.
 */
export function headersForCode(code: ErrorCode): Readonly<Record<string, string>> {
  switch (code) {
    case 'missing_key':
      return { 'www-authenticate': 'Bearer realm="quern"' };
    case 'malformed_key':
    case 'unknown_key':
    case 'revoked_key':
    case 'expired_key':
      return { 'www-authenticate': 'Bearer realm="quern", error="invalid_token"' };
    case 'draining':
      return { connection: 'close' };
    default:
      return {};
  }
}

import { ServiceError } from '../errors/service-error.ts';

const lengthMax = 255;
/** The characters of a header field (RFC 9110, section 5.5), so that each transport accepts the same keys. */
const pattern = /^[\t -~\u0080-\u00ff]+$/;

/**
 * Returns an Idempotency-Key that a client has sent.
 *
 * @param value undefined if there is none
 * @param name where the client sends it, for the message
 * @throws ServiceError `invalid_parameters`
 */
export function readIdempotencyKey(value: unknown, name: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value.length > lengthMax || !pattern.test(value)) {
    throw new ServiceError(
      'invalid_parameters',
      `${name}: must have 1 to ${lengthMax} characters, none of which is a control character or above U+00FF`,
    );
  }
  return value;
}

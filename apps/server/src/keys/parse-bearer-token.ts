import { ServiceError } from '../errors/service-error.ts';

const tokenLengthMax = 512;

/**
 * Returns the credentials of the Bearer scheme (RFC 6750, section 2.1). The name of the scheme is case-insensitive.
 *
 * @throws {ServiceError} `missing_key` if the header is absent or malformed.
 */
export function parseBearerToken(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') {
    throw new ServiceError(
      'missing_key',
      'the Authorization header is missing; send Authorization: Bearer <API_KEY>',
    );
  }
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token === undefined || token.length > tokenLengthMax) {
    throw new ServiceError('missing_key', 'the Authorization header is not of the form: Bearer <API_KEY>');
  }
  return token;
}

import { DocumentError } from '../errors/document-error.ts';

/** Password of files that are encrypted only to protect them from changes; Excel does not ask for it. */
export const defaultPassword = 'VelvetSweatshop';

/** The error for a document that cannot be opened with a password, or without one. */
export function passwordError(password: string | undefined): DocumentError {
  return password === undefined
    ? new DocumentError('encrypted', 'The document is encrypted: send its password as `password`.')
    : new DocumentError('encrypted', 'The document is encrypted, and the password is wrong.');
}

/** The error for a document of another encryption. */
export function unsupportedEncryption(): DocumentError {
  return new DocumentError(
    'encrypted',
    'The document is encrypted in a way that is not supported: save it without a password.',
  );
}
